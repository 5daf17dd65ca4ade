import { expect, type Page, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { at, openBody, stroke } from "../../tools/studio-driver/binding-page";
import { performByName } from "../../tools/studio-driver/studio";
import type { Point } from "../../workers/model/skeleton/skeleton";

/** Points on the front of the arms and on the trunk. */
const ARM: Point = [1.9, 1.5, 0.25];
const OTHER_ARM: Point = [-1.9, 1.5, 0.25];

let errors: string[];

const brushOf = (page: Page) =>
  page.evaluate(() => (window.sinew.view.getState() as ViewState).mapBrushes.solve);

/** The regions of the map Keep rigid on each side of the trunk, with their numbers of vertices. */
const regionsOf = (page: Page) =>
  page.evaluate(() => {
    const { intent, sequence } = window.sinew.document.getState() as DocumentState;
    const sides: Record<"left" | "right", Record<number, number>> = { left: {}, right: {} };
    intent.rigid?.forEach((region, i) => {
      if (region === 0) return;
      const side = sides[sequence!.rest[3 * i] + sequence!.origin[0] > 0 ? "left" : "right"];
      side[region] = (side[region] ?? 0) + 1;
    });
    return sides;
  });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

test.beforeEach(async ({ page }) => {
  errors = await openBody(page);
  await page.getByRole("button", { name: "Solve workspace" }).click();
  await page.getByRole("button", { name: /^Bone placement/ }).click();
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("a mirrored stroke makes a region on each side, and the eraser removes both", async ({ page }) => {
  await performByName(page, "Paint “keep rigid”");
  await page.keyboard.press("x");
  expect((await brushOf(page)).mirrorX).toBe(true);
  // The stroke waits for the vertices to be paired.
  const painted = async () => {
    await stroke(page, ARM);
    return Object.values((await regionsOf(page)).left).length;
  };
  await expect.poll(painted).toBe(1);
  const { left, right } = await regionsOf(page);
  expect(Object.values(right)).toEqual(Object.values(left));
  expect(Object.keys(right)).not.toEqual(Object.keys(left));

  await page.keyboard.press("e");
  await stroke(page, OTHER_ARM);
  await expect.poll(() => regionsOf(page)).toEqual({ left: {}, right: {} });
  await page.keyboard.press("ControlOrMeta+z");
  expect(await regionsOf(page)).toEqual({ left, right });
});

test("a map is scaled and reached through, one step for each stroke", async ({ page }) => {
  await performByName(page, "Paint “importance”");
  const seen = () =>
    page.evaluate(() => {
      const { intent, sequence } = window.sinew.document.getState() as DocumentState;
      const values = intent.importance ?? [];
      const [front, back] = [[1], [1]];
      for (const [i, x] of values.entries()) (sequence!.rest[3 * i + 2] > 0 ? front : back).push(x);
      return { front: Math.max(...front), back: Math.max(...back) };
    });
  await choose(page, "Brush", "Scale");
  await stroke(page, ARM);
  await expect.poll(async () => (await seen()).front).toBeGreaterThan(3.5);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await seen()).toEqual({ front: 1, back: 1 });

  await choose(page, "Reach", "Through");
  await stroke(page, ARM);
  await expect.poll(async () => (await seen()).back).toBeGreaterThan(3.5);
});

test("B drags the radius, and with Shift the strength", async ({ page }) => {
  await performByName(page, "Paint “more bones here”");
  const [x, y] = await at(page, ARM);
  const bones = () => page.evaluate(() => (window.sinew.view.getState() as ViewState).showBones);
  const shown = await bones();
  const before = await brushOf(page);
  const drag = async (by: number) => {
    await page.keyboard.down("b");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up("b");
  };
  await drag(25);
  expect((await brushOf(page)).radius).toBe(before.radius + 25);
  await page.keyboard.down("Shift");
  await drag(-50);
  await page.keyboard.up("Shift");
  expect((await brushOf(page)).strength).toBeCloseTo(before.strength - 0.25, 2);
  expect(await bones()).toBe(shown);
  // B alone still shows and hides the bones.
  await page.keyboard.press("b");
  expect(await bones()).toBe(!shown);
});
