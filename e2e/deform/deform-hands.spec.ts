import { expect, type Page, test } from "@playwright/test";
import type { PreparedState } from "../../app/document/deform/prepared";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { findCursor } from "../../tools/studio-driver/find-cursor";
import { goToFrame, nextFrames, openStudio, untilOpen } from "../../tools/studio-driver/studio";
import type { DeformerKind } from "../../workers/model/deform";

let errors: string[];

/** The largest distance between two poses, 3V each. */
const apart = (a: readonly number[], b: readonly number[]) =>
  a.reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

/** The graphics processor's posed positions in a view. */
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
  await page.evaluate(() => window.sinew.view.setState({ selectedBone: 3 }));
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
  await page.evaluate(() =>
    window.sinew.view.setState(({ mapBrushes }: ViewState) => ({
      mapBrushes: { ...mapBrushes, deform: { ...mapBrushes.deform, radius: 60, strength: 1, value: 0 } },
    })),
  );
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

/** A point on the mesh in the second view: hovering there finds a vertex while nothing is painted. */
async function findMesh(page: Page, box: { x: number; y: number; width: number; height: number }) {
  await page.evaluate(() => window.sinew.view.setState({ paintMap: null, showBones: false }));
  for (let n = 0; n <= 40; n++) {
    const at: [number, number] = [box.x + box.width * 0.76, box.y + box.height * (0.25 + 0.015 * n)];
    await page.mouse.move(...at);
    await nextFrames(page);
    const hovered = await page.evaluate(() => window.sinew.view.getState().hovered !== null);
    if (!hovered) continue;
    await page.evaluate(() => window.sinew.view.setState({ paintMap: "alpha" }));
    return at;
  }
  throw new Error("The mesh was not found");
}

test("a deformer that is shown again keeps nothing from the first time", async ({ page }) => {
  const show = (deformer: string) =>
    page.evaluate(
      (kind) =>
        window.sinew.view.setState(({ panes }: ViewState) => ({
          panes: [{ ...panes[0], deformer: kind as DeformerKind }],
        })),
      deformer,
    );
  await goToFrame(page, 20);
  await show("dqs");
  const before = await posed(page, 0);
  await show("lbs");
  await posed(page, 0);
  // Each vertex moves with its first bone only: different weights for the same rig.
  await page.evaluate(() => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    if (!rig) return;
    const { offsets, values } = rig.weights;
    const starts = new Set(offsets);
    const weights = { ...rig.weights, values: values.map((_, e) => (starts.has(e) ? 1 : 0)) };
    window.sinew.document.setState({ rig: { ...rig, weights } });
  });
  await show("dqs");
  const again = await posed(page, 0);
  expect(apart(again, before)).toBeGreaterThan(0.01);
  await show("lbs");
  // With one bone per vertex, both deformers reproduce that bone's motion.
  expect(apart(await posed(page, 0), again)).toBeLessThan(1e-5);
});
