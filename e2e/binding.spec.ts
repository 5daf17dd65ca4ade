import { expect, type Page, test } from "@playwright/test";
import type { BindingState } from "../app/document/binding-state";
import type { DocumentState } from "../app/document/document";
import type { PaintState, ViewState } from "../app/document/view-state";
import type { Point } from "../workers/model/skeleton";
import { body } from "./limb";
import { drop, openStudio, untilOpen } from "./studio";

/** Two bones in the trunk and in each arm, in three trees. */
const SKELETON = {
  path: "body.tgf",
  bytes: new TextEncoder().encode(
    [
      ...["0 0.1 0", "0 1 0", "0 1.9 0", "0.5 1.5 0", "1.9 1.5 0", "3.3 1.5 0"],
      ...["-0.5 1.5 0", "-1.9 1.5 0", "-3.3 1.5 0"],
    ]
      .map((point, n) => `${n + 1} ${point}`)
      .concat("#", "1 2", "2 3", "4 5", "5 6", "7 8", "8 9", "#")
      .join("\n"),
  ),
};
const ARM = 2;

let errors: string[];

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1120, height: 680 });
  errors = await openStudio(page);
  await drop(page, [body(), SKELETON]);
  await untilOpen(page);
  await expect.poll(() => page.evaluate(() => window.sinew.view.getState().workspace)).toBe("paint");
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

const stateOf = (page: Page) =>
  page.evaluate(() => (window.sinew.binding.getState() as BindingState).run?.state ?? null);
const holdsOf = (page: Page) =>
  page.evaluate(() => (window.sinew.document.getState() as DocumentState).weightEdits.holds.vertices.length);
const settled = (page: Page) =>
  expect.poll(() => stateOf(page), { timeout: 60_000, intervals: [50] }).toBe("converged");
const paint = (page: Page, change: Partial<PaintState>, bone: number) =>
  page.evaluate(
    ([next, selectedBone]) =>
      window.sinew.view.setState((view: ViewState) => ({ selectedBone, paint: { ...view.paint, ...next } })),
    [change, bone] as const,
  );

/** Where a point of the file is on the page. */
const at = (page: Page, point: Point) =>
  page.evaluate((p) => {
    const { origin } = (window.sinew.document.getState() as DocumentState).sequence!;
    const place = window.sinew.viewport()!.pageOf([p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]])!;
    return [place.x, place.y] as [number, number];
  }, point);

/** A stroke between two points of the file. */
async function stroke(page: Page, from: Point, to: Point = from): Promise<void> {
  const [a, b] = [await at(page, from), await at(page, to)];
  await page.mouse.move(...a);
  await page.mouse.down();
  await page.mouse.move(b[0] + 2, b[1], { steps: 5 });
  await page.mouse.up();
}

/** Mean weight of a bone over the vertices near a point of the file, on screen. */
const weightNear = (page: Page, bone: number, point: Point) =>
  page.evaluate(
    ([j, p]) => {
      const { sequence, rig, liveRig } = window.sinew.document.getState() as DocumentState;
      const { rest, weights } = (liveRig ?? rig)!;
      let [sum, count] = [0, 0];
      for (let i = 0; i < sequence!.vertexCount; i++) {
        if (Math.hypot(...p.map((x, c) => rest[3 * i + c] + sequence!.origin[c] - x)) > 0.12) continue;
        count++;
        for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
          if (weights.bones[e] === j) sum += weights.values[e];
        }
      }
      return sum / count;
    },
    [bone, point] as const,
  );

async function bind(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await settled(page);
}

const undo = (page: Page) => page.evaluate(() => window.sinew.perform("edit.undo"));
const redo = (page: Page) => page.evaluate(() => window.sinew.perform("edit.redo"));

test("a mesh is bound, and a painted weight is followed, taken back and done again", async ({ page }) => {
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

  // At the elbow both bones of the arm have a part. One stroke holds one of them at 1.
  const elbow: Point = [1.9, 1.5, 0.25];
  const before = await weightNear(page, ARM, elbow);
  expect(before).toBeLessThan(0.9);
  await paint(page, { tool: "constraint", value: 1, radius: 30 }, ARM);
  await expect(async () => {
    await stroke(page, elbow);
    expect(await holdsOf(page)).toBeGreaterThan(0);
  }).toPass();
  await expect.poll(() => weightNear(page, ARM, elbow)).toBeGreaterThan(0.95);
  await settled(page);
  const after = await weightNear(page, ARM, elbow);
  await undo(page);
  expect(await holdsOf(page)).toBe(0);
  expect(await weightNear(page, ARM, elbow)).toBeCloseTo(before, 4);
  await redo(page);
  expect(await weightNear(page, ARM, elbow)).toBeCloseTo(after, 4);

  // The eraser lets go: the weights come back by themselves.
  await paint(page, { tool: "constraint", erase: true, radius: 60 }, ARM);
  await stroke(page, elbow);
  await expect.poll(() => holdsOf(page)).toBe(0);
  await settled(page);
  expect(Math.abs((await weightNear(page, ARM, elbow)) - before)).toBeLessThan(0.1);
});
