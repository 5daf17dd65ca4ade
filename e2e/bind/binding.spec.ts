import { expect, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import {
  ARM,
  bind,
  editsOf,
  openBody,
  paint,
  redo,
  settled,
  stroke,
  undo,
  weightNear,
} from "../../tools/studio-driver/binding-page";
import type { Point } from "../../workers/model/skeleton/skeleton";

let errors: string[];

test.beforeEach(async ({ page }) => {
  errors = await openBody(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("a mesh is bound, and it follows a painted weight, its undo and its redo", async ({ page }) => {
  await bind(page);
  const { report, worst } = await page.evaluate(() => {
    const { weightReport, rig } = window.sinew.document.getState() as DocumentState;
    const { offsets, values } = rig!.weights;
    let worst = 0;
    for (let i = 0; i + 1 < offsets.length; i++) {
      const row = values.subarray(offsets[i], offsets[i + 1]);
      worst = Math.max(worst, Math.abs(row.reduce((a, b) => a + b, 0) - 1), -Math.min(...row));
    }
    return { report: weightReport, worst };
  });
  expect(worst).toBeLessThan(1e-5);
  expect(report!.energyPerIteration.at(-1)).toBeLessThan(report!.energyPerIteration[0]);

  // Both bones of the arm act at the elbow. One stroke holds one of them at 1.
  const elbow: Point = [1.9, 1.5, 0.25];
  const before = await weightNear(page, ARM, elbow);
  expect(before).toBeLessThan(0.9);
  await paint(page, { tool: "constraint", value: 1, radius: 30 }, ARM);
  await expect(async () => {
    await stroke(page, elbow);
    expect((await editsOf(page)).holds).toBeGreaterThan(0);
  }).toPass();
  await expect.poll(() => weightNear(page, ARM, elbow)).toBeGreaterThan(0.95);
  await settled(page);
  const after = await weightNear(page, ARM, elbow);
  await undo(page);
  expect((await editsOf(page)).holds).toBe(0);
  expect(await weightNear(page, ARM, elbow)).toBeCloseTo(before, 4);
  await redo(page);
  expect(await weightNear(page, ARM, elbow)).toBeCloseTo(after, 4);

  // The eraser removes the constraint; the weights return by themselves.
  await paint(page, { tool: "constraint", erase: true, radius: 60 }, ARM);
  await stroke(page, elbow);
  await expect.poll(async () => (await editsOf(page)).holds).toBe(0);
  await settled(page);
  expect(Math.abs((await weightNear(page, ARM, elbow)) - before)).toBeLessThan(0.1);
});
