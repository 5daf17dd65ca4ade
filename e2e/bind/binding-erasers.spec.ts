import { expect, type Page, test } from "@playwright/test";
import type { PaintToolName } from "../../app/document/paint-state";
import {
  ARM,
  bind,
  editsOf,
  openBody,
  paint,
  settled,
  stroke,
  weightNear,
} from "../../tools/studio-driver/binding-page";
import type { Point } from "../../workers/model/skeleton/skeleton";

const PLACE: Point = [1.9, 1.5, 0.25];

type Edits = Awaited<ReturnType<typeof editsOf>>;

/** The edits after a stroke at the elbow, when they have arrived. */
async function edited(page: Page, act: () => Promise<void>): Promise<Edits> {
  const before = await editsOf(page);
  await act();
  await expect.poll(() => editsOf(page)).not.toEqual(before);
  await settled(page);
  return editsOf(page);
}

async function withKey(page: Page, key: string, act: () => Promise<void>): Promise<void> {
  await page.keyboard.down(key);
  await act();
  await page.keyboard.up(key);
}

let errors: string[];

test.beforeEach(async ({ page }) => {
  errors = await openBody(page);
  await bind(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("every brush's eraser removes what the same stroke added", async ({ page }) => {
  const none = await editsOf(page);
  const counts: [PaintToolName, keyof Edits][] = [
    ["constraint", "holds"],
    ["influence", "influences"],
    ["attach", "attach"],
    ["smooth", "smooth"],
    ["exclude", "excluded"],
  ];
  for (const [tool, count] of counts) {
    await paint(page, { tool, erase: false, strength: 1, value: 0.7, radius: 40 }, ARM);
    expect((await edited(page, () => stroke(page, PLACE)))[count], tool).toBeGreaterThan(0);
    await paint(page, { erase: true }, ARM);
    expect(await edited(page, () => stroke(page, PLACE)), tool).toEqual(none);
  }
});

test("Ctrl holds 1 minus the value, Shift smooths, a brush through the mesh reaches its far side", async ({
  page,
}) => {
  await paint(page, { tool: "constraint", value: 0.8, radius: 30 }, ARM);
  await edited(page, () => withKey(page, "Control", () => stroke(page, PLACE)));
  expect(Math.abs((await weightNear(page, ARM, PLACE)) - 0.2)).toBeLessThan(0.1);
  const { holds, smooth } = await editsOf(page);
  const smoothed = await edited(page, () => withKey(page, "Shift", () => stroke(page, PLACE)));
  expect(smoothed.holds).toBe(holds);
  expect(smoothed.smooth).toBeGreaterThan(smooth);

  const far: Point = [1.9, 1.5, -0.25];
  await paint(page, { reach: "surface", value: 1 }, ARM);
  await stroke(page, PLACE);
  await expect.poll(() => weightNear(page, ARM, PLACE)).toBeGreaterThan(0.95);
  await settled(page);
  const behind = await weightNear(page, ARM, far);
  const near = (await editsOf(page)).holds;
  await paint(page, { reach: "through" }, ARM);
  expect((await edited(page, () => stroke(page, PLACE))).holds).toBeGreaterThan(1.5 * near);
  expect(await weightNear(page, ARM, far)).toBeGreaterThan(behind + 0.1);
});
