import { expect, type Page, test } from "@playwright/test";
import type { PreparedState } from "../../app/document/deform/prepared";
import type { DocumentState } from "../../app/document/document";
import { findCursor } from "../../tools/studio-driver/find-cursor";
import { hideBones } from "../../tools/studio-driver/looks";
import {
  goToFrame,
  nextFrames,
  openStudio,
  selectBones,
  typeInto,
  untilOpen,
  viewState,
} from "../../tools/studio-driver/studio";

let errors: string[];

/** The largest distance between two poses, 3V each. */
const apart = (a: readonly number[], b: readonly number[]) =>
  a.reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

/** The posed positions from the GPU in a view. */
const posed = async (page: Page, pane: number): Promise<number[]> =>
  page.evaluate(async (n) => [...((await window.sinew.viewport()?.readPane(n)) ?? [])], pane);

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 700 });
  errors = await openStudio(page);
  await page.getByRole("button", { name: /tentacle/i }).click();
  await untilOpen(page);
  await page.getByRole("button", { name: "Deform workspace" }).click();
  await expect
    .poll(() => page.evaluate(() => (window.sinew.prepared.getState() as PreparedState).direct !== null))
    .toBe(true);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("a bone is turned by its rings, cancelled with Escape, and undone", async ({ page }) => {
  const poseOf = () =>
    page.evaluate(() => {
      const { pose, livePose } = window.sinew.document.getState() as DocumentState;
      return { made: pose !== null, live: livePose !== null };
    });
  await selectBones(page, 3);
  const before = await posed(page, 1);
  const [x, y] = await findCursor(page, "grab", [0.52, 0.5], [0.99, 0.5]);

  await page.mouse.down();
  await page.mouse.move(x + 10, y + 60, { steps: 4 });
  expect((await poseOf()).live).toBe(true);
  await page.keyboard.press("Escape");
  expect(await poseOf()).toEqual({ made: false, live: false });
  await page.mouse.up();

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 60, { steps: 4 });
  await page.mouse.up();
  expect(await poseOf()).toEqual({ made: true, live: false });
  // Both views show the pose, each with its own deformer.
  const [linear, direct] = [await posed(page, 0), await posed(page, 1)];
  expect(apart(direct, before)).toBeGreaterThan(0.01);
  expect(apart(linear, direct)).toBeGreaterThan(1e-4);

  await page.keyboard.press("ControlOrMeta+z");
  expect((await poseOf()).made).toBe(false);
  expect(apart(await posed(page, 1), before)).toBeLessThan(1e-5);
});

test("a strength is painted in one step, and deforms at once", async ({ page }) => {
  const painted = () =>
    page.evaluate(() => {
      const { alpha } = (window.sinew.document.getState() as DocumentState).deform.painted;
      return alpha ? alpha.filter((value) => value < 0.5).length : null;
    });
  await goToFrame(page, 20);
  await page.getByRole("button", { name: "Paint slide strength" }).click();
  for (const [field, value] of [
    ["Value", "0"],
    ["Radius", "60"],
    ["Strength", "1"],
  ])
    await typeInto(page, field, value);
  const before = await posed(page, 1);
  const box = (await page.locator("canvas").first().boundingBox())!;
  // The stroke crosses the whole second view, so part of it is on the mesh.
  const from = await findMesh(page, box);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0], from[1] + 60, { steps: 6 });
  await page.mouse.up();
  await expect.poll(painted).toBeGreaterThan(0);
  await expect.poll(async () => apart(await posed(page, 1), before)).toBeGreaterThan(1e-4);
  await page.keyboard.press("ControlOrMeta+z");
  expect(await painted()).toBeNull();
  await expect.poll(async () => apart(await posed(page, 1), before)).toBeLessThan(1e-5);
});

/** Finds a point on the mesh in the second view, where a hover finds a vertex while nothing is painted. */
async function findMesh(page: Page, box: { x: number; y: number; width: number; height: number }) {
  await hideBones(page);
  await page.keyboard.press("Escape");
  expect((await viewState(page)).paintMap).toBeNull();
  for (let n = 0; n <= 40; n++) {
    const at: [number, number] = [box.x + box.width * 0.76, box.y + box.height * (0.25 + 0.015 * n)];
    await page.mouse.move(...at);
    await nextFrames(page);
    const hovered = await page.evaluate(() => window.sinew.view.getState().hovered !== null);
    if (!hovered) continue;
    await page.getByRole("button", { name: "Paint slide strength" }).click();
    return at;
  }
  throw new Error("The mesh was not found");
}

test("a deformer that is shown again keeps nothing from the first time", async ({ page }) => {
  const show = async (deformer: "Dual quaternions" | "Linear blend") => {
    await page.getByRole("button", { name: /Deformer of view 1/ }).click();
    await page.getByRole("menuitemradio", { name: new RegExp(`^${deformer}`) }).click();
    await expect(page.getByRole("menu")).toHaveCount(0);
  };
  await goToFrame(page, 20);
  await page.getByRole("button", { name: "Remove view 2" }).click();
  await show("Dual quaternions");
  const before = await posed(page, 0);
  await show("Linear blend");
  await posed(page, 0);
  // Each vertex moves with one bone only, so the same rig has different weights.
  await page.getByRole("button", { name: "Bake to weights…" }).click();
  await typeInto(page, "Influences", "1");
  await page.getByRole("button", { name: "Bake", exact: true }).click();
  const adopt = page.getByRole("button", { name: "Use as the rig" });
  await expect(adopt).toBeVisible({ timeout: 60_000 });
  await adopt.click();
  expect(
    await page.evaluate(() => window.sinew.document.getState().rig!.weights.values.every((w) => w === 1)),
  ).toBe(true);
  await show("Dual quaternions");
  const again = await posed(page, 0);
  expect(apart(again, before)).toBeGreaterThan(0.01);
  await show("Linear blend");
  // With one bone per vertex, both deformers reproduce that bone's motion.
  expect(apart(await posed(page, 0), again)).toBeLessThan(1e-5);
});
