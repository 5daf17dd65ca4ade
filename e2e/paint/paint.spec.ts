import { expect, test } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import { setBrush } from "../../tools/studio-driver/brush";
import { nextFrames, performByName, selectBones } from "../../tools/studio-driver/studio";
import { apart, deformed, middle, paintSwayingBar, stroke, vertexAt, weight, weightsOf } from "./swaying-bar";

let errors: string[];

test.beforeEach(async ({ page }) => {
  errors = await paintSwayingBar(page);
});

test.afterEach(() => {
  expect(errors).toEqual([]);
});

test("strokes add, subtract, replace, scale and smooth, live, in steps that can be undone", async ({
  page,
}) => {
  const at = await middle(page);
  const vertex = await vertexAt(page, at);
  const before = await weightsOf(page);
  const was = await deformed(page);
  expect(before.rows[vertex][0]).toBe(0);
  expect(apart(was, before.posed)).toBeLessThan(1e-4);

  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] + 20, at[1], { steps: 4 });
  const live = await deformed(page);
  expect(apart(live, was)).toBeGreaterThan(1e-3);
  await page.mouse.up();
  await expect.poll(() => weight(page, vertex, 0)).toBeCloseTo(0.5, 1);
  const added = await weightsOf(page);
  expect(added.worstSum).toBeLessThan(1e-6);
  expect(apart(await deformed(page), added.posed)).toBeLessThan(1e-4);
  // The result equals the live preview.
  expect(apart(live, added.posed)).toBeLessThan(1e-4);

  await page.keyboard.press("ControlOrMeta+z");
  expect((await weightsOf(page)).rows).toEqual(before.rows);
  expect(apart(await deformed(page), was)).toBeLessThan(1e-6);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  expect((await weightsOf(page)).rows).toEqual(added.rows);

  // The pose has moved the painted part; the mesh at rest stays under the pointer.
  await setBrush(page, { rest: true });
  const resting = await vertexAt(page, at);
  const peak = await weight(page, resting, 0);
  expect(peak).toBeGreaterThan(0.3);
  await page.keyboard.down("Control");
  await stroke(page, at, [6, 0]);
  await page.keyboard.up("Control");
  await expect.poll(() => weight(page, resting, 0)).toBeLessThan(peak / 2);

  await setBrush(page, { operation: "replace", value: 0.8, strength: 1 });
  await stroke(page, at, [6, 0]);
  await expect.poll(() => weight(page, resting, 0)).toBeGreaterThan(0.7);
  const replaced = await weight(page, resting, 0);

  await setBrush(page, { operation: "scale", value: 0.5 });
  await stroke(page, at, [6, 0]);
  await expect.poll(() => weight(page, resting, 0)).toBeLessThan(0.6 * replaced);

  const scaled = (await weightsOf(page)).rows.map((row) => row[0]);
  await setBrush(page, { strength: 0.6 });
  await page.keyboard.down("Shift");
  await stroke(page, at);
  await page.keyboard.up("Shift");
  // A mean over neighbours lowers the peak.
  await expect
    .poll(async () => {
      const smoothed = (await weightsOf(page)).rows.map((row) => row[0]);
      return Math.max(...smoothed.filter((w, i) => w !== scaled[i])) < Math.max(...scaled);
    })
    .toBe(true);
  expect((await weightsOf(page)).worstSum).toBeLessThan(1e-6);
});

test("locked bones keep their weights; Escape changes nothing", async ({ page }) => {
  const at = await middle(page);
  const before = await weightsOf(page);
  await page.getByRole("button", { name: "Lock weights of inner_L" }).click();
  await stroke(page, at);
  await expect
    .poll(async () => apart((await weightsOf(page)).rows.flat(), before.rows.flat()))
    .toBeGreaterThan(0.1);
  const after = await weightsOf(page);
  expect(after.rows.map((row) => row[2])).toEqual(before.rows.map((row) => row[2]));
  expect(after.worstSum).toBeLessThan(1e-6);
  await expect(page.getByText("inner_L is locked.")).toBeVisible();

  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] - 20, at[1], { steps: 3 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect((await weightsOf(page)).rows).toEqual(after.rows);
  expect(apart(await deformed(page), after.posed)).toBeLessThan(1e-4);

  // If all other bones are locked, no weight can be taken from them. The pointer says so, and the panel after it.
  await page.getByRole("button", { name: "Lock weights of outer_R" }).click({ modifiers: ["Alt"] });
  await page.getByRole("button", { name: "Lock weights of inner_L" }).click();
  await page.getByRole("button", { name: "Lock weights of inner_L" }).click();
  await page.mouse.move(...at);
  await page.mouse.down();
  const refusal = page.getByText(/All other bones are locked/);
  await expect(refusal).toHaveCount(2);
  await page.mouse.up();
  await expect(refusal).toHaveCount(2);
  await expect(refusal.filter({ visible: true })).toHaveCount(1);
  expect((await weightsOf(page)).rows).toEqual(after.rows);

  // A stray Escape leaves the brush its bone.
  const painted = () => page.evaluate(() => window.sinew.view.getState().selectedBone);
  const bone = await painted();
  expect(bone).not.toBeNull();
  await page.keyboard.press("Escape");
  await nextFrames(page);
  expect(await painted()).toBe(bone);
});

test("mirrored strokes paint both sides; weights of one side are copied to the other", async ({ page }) => {
  await setBrush(page, { mirrorX: true, rest: true, radius: 30 });
  await selectBones(page, 1);
  const at = await middle(page);
  const left: [number, number] = [at[0] - 60, at[1]];
  await vertexAt(page, left);
  const before = await weightsOf(page);
  // Strokes are refused until all vertices are paired with their mirror images.
  await expect(async () => {
    await stroke(page, left, [0, 4]);
    expect(apart((await weightsOf(page)).rows.flat(), before.rows.flat())).toBeGreaterThan(0.05);
  }).toPass();
  const { rows } = await weightsOf(page);
  const rest = await page.evaluate(() => [...(window.sinew.document.getState() as DocumentState).rig!.rest]);
  const imageOf = (i: number) =>
    rows.findIndex(
      (_, l) =>
        Math.abs(rest[3 * l] + rest[3 * i]) +
          Math.abs(rest[3 * l + 1] - rest[3 * i + 1]) +
          Math.abs(rest[3 * l + 2] - rest[3 * i + 2]) <
        1e-4,
    );
  const asymmetry = (all: number[][]) =>
    all.reduce((most, row, i) => {
      const image = all[imageOf(i)];
      return Math.max(most, ...row.map((w, j) => Math.abs(w - image[3 - j])));
    }, 0);
  expect(asymmetry(rows)).toBeLessThan(1e-5);

  await setBrush(page, { mirrorX: false });
  await stroke(page, left, [0, 4]);
  await expect.poll(async () => asymmetry((await weightsOf(page)).rows)).toBeGreaterThan(0.02);
  const uneven = await weightsOf(page);
  const side = uneven.rows.findIndex((row, i) => apart(row, rows[i]) > 0.01);
  // Bones that end in _L are on the side of +X.
  const way = rest[3 * side] > 0 ? "left to right" : "right to left";
  await performByName(page, `Mirror weights ${way}`);
  await expect.poll(async () => asymmetry((await weightsOf(page)).rows)).toBeLessThan(1e-5);
  const even = await weightsOf(page);
  expect(even.rows[side]).toEqual(uneven.rows[side]);
  expect(even.worstSum).toBeLessThan(1e-6);
});
