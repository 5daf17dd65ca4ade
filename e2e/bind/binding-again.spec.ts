import { expect, type Page, test } from "@playwright/test";
import type { BindingState } from "../../app/document/binding/binding-state";
import type { PreparedState } from "../../app/document/deform/prepared";
import type { DocumentState } from "../../app/document/document";
import {
  ARM,
  bind,
  editsOf,
  openBody,
  paint,
  settled,
  setWeighting,
  stroke,
} from "../../tools/studio-driver/binding-page";
import { findRing } from "../../tools/studio-driver/find-cursor";
import { worstDistance } from "../../tools/studio-driver/rig-on-screen";
import { drop, openStudio, performByName, selectBones, untilOpen } from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import { poseMatrices } from "../../workers/model/rig/pose";
import type { Bone, Rig } from "../../workers/model/rig/rig";
import type { Point } from "../../workers/model/skeleton/skeleton";
import { UNWATCHED } from "../../workers/model/task";
import { bendingBar } from "../../workers/testing/sequences";

/** The document's rig, with plain arrays. */
const rigOf = (page: Page) =>
  page.evaluate(() => {
    const { rig, skeleton } = window.sinew.document.getState() as DocumentState;
    const { offsets, bones, values } = rig!.weights;
    return {
      bones: rig!.bones,
      motion: [...rig!.motion],
      rest: [...rig!.rest],
      weights: { offsets: [...offsets], bones: [...bones], values: [...values] },
      kinds: skeleton?.segments.map(({ name, kind }) => [name, kind]) ?? null,
    };
  });
type RigOnPage = Awaited<ReturnType<typeof rigOf>>;

/** Matrices of the named bone in each frame. */
const motionOf = ({ bones, motion }: RigOnPage, name: string) => {
  const j = bones.findIndex((bone) => bone.name === name);
  const at = (k: number) => 12 * (k * bones.length + j);
  return Array.from({ length: motion.length / (12 * bones.length) }, (_, k) =>
    motion.slice(at(k), at(k) + 12),
  );
};

/** A bar that bones bend. Their parent is a root that does not move and has no vertices. */
function barOnRoot(): ReturnType<typeof bendingBar> {
  const { sequence, rig } = bendingBar({ bones: 2, frames: 6, length: 16, width: 4 });
  const root: Bone = { name: "root", parent: -1, head: [-2, 0, 0] };
  const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  const frames = Array.from({ length: 6 }, (_, k) => [...still, ...rig.motion.subarray(24 * k, 24 * k + 24)]);
  const connected: Rig = {
    ...rig,
    bones: [root, ...rig.bones.map((bone) => ({ ...bone, parent: bone.parent + 1 }))],
    weights: { ...rig.weights, bones: rig.weights.bones.map((j) => j + 1) },
    motion: Float32Array.from(frames.flat()),
  };
  return { sequence, rig: connected };
}

test("a skinned GLB is bound again: its weights change, its animation stays, its root gets no weight", async ({
  page,
}) => {
  test.skip(test.info().project.name !== "webgl2", "The graphics backend does not matter here.");
  const { sequence, rig } = barOnRoot();
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  await page.setViewportSize({ width: 1000, height: 640 });
  const errors = await openStudio(page);
  await drop(page, [{ path: "bar.glb", bytes }]);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  const before = await rigOf(page);
  expect(before.bones.map(({ name }) => name)).toEqual(["root", "bar_1", "bar_2"]);

  await page.getByRole("button", { name: "Paint workspace" }).click();
  await setWeighting(page, { "Sample poses": 6, Iterations: 5 });
  await performByName(page, "Skeleton from this rig");
  await expect(page.getByText("root moves nothing in this rig")).toBeVisible();
  expect((await rigOf(page)).kinds).toEqual([
    ["root", "virtual"],
    ["bar_1", "rigid"],
    ["bar_2", "rigid"],
  ]);
  await bind(page);
  const after = await rigOf(page);
  expect(after.bones.map(({ name, parent }) => [name, parent])).toEqual([
    ["bar_1", -1],
    ["bar_2", 0],
  ]);
  for (const name of ["bar_1", "bar_2"]) expect(motionOf(after, name)).toEqual(motionOf(before, name));
  const { offsets, values } = after.weights;
  expect(values).not.toEqual(before.weights.values);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const sum = values.slice(offsets[i], offsets[i + 1]).reduce((a, b) => a + b, 0);
    expect(Math.abs(sum - 1)).toBeLessThan(1e-5);
  }
  // The clip plays with the new weights. This workspace draws no skeleton at rest.
  await page.getByRole("button", { name: "Solve workspace" }).click();
  expect(await worstDistance(page, [0, 3])).toBeLessThan(1e-4);

  for (let n = 0; n < 2; n++) await page.keyboard.press("ControlOrMeta+z");
  const back = await rigOf(page);
  expect([back.bones, back.weights, back.kinds]).toEqual([before.bones, before.weights, null]);
  expect(errors).toEqual([]);
});

/** Σ_j w_ij M_j u_i, by the definition, 3V. */
function blended({ rest, weights: { offsets, bones, values } }: RigOnPage, matrices: Float32Array): number[] {
  return rest.map((_, n) => {
    const [i, row] = [Math.floor(n / 3), n % 3];
    let x = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const m = matrices.subarray(12 * bones[e] + 4 * row, 12 * bones[e] + 4 * row + 4);
      x += values[e] * (m[0] * rest[3 * i] + m[1] * rest[3 * i + 1] + m[2] * rest[3 * i + 2] + m[3]);
    }
    return x;
  });
}

test("painted weights pose the mesh on screen", async ({ page }) => {
  test.skip(
    test.info().project.name !== "webgl2",
    "Other tests compare the passes of both backends with the engine.",
  );
  const errors = await openBody(page);
  await bind(page);
  const unpainted = await rigOf(page);
  const elbow: Point = [1.9, 1.5, 0.25];
  await paint(page, { tool: "constraint", value: 1, radius: 30 }, ARM);
  await expect(async () => {
    await stroke(page, elbow);
    expect((await editsOf(page)).holds).toBeGreaterThan(0);
  }).toPass();
  await settled(page);
  const rig = await rigOf(page);

  await page.getByRole("button", { name: "Deform workspace" }).click();
  const prepared = () =>
    page.evaluate(() => (window.sinew.prepared.getState() as PreparedState).direct !== null);
  await expect.poll(prepared).toBe(true);
  // Select the lower arm, whose weights at the elbow were painted away.
  await selectBones(page, ARM + 1);
  const poseNow = () =>
    page.evaluate(() => {
      const { pose: made } = window.sinew.document.getState() as DocumentState;
      return made && { rotations: [...made.rotations], translations: [...made.translations] };
    });
  const turned = async () => Math.abs((await poseNow())?.rotations[4 * (ARM + 1) + 3] ?? 1);
  // The panes take a moment to find their size, and the ring moves with them.
  await expect(async () => {
    const [x, y] = await findRing(page, ARM + 1);
    await page.mouse.down();
    await page.mouse.move(x - 50, y + 40, { steps: 4 });
    await page.mouse.up();
    expect(await turned()).toBeLessThan(0.99);
  }).toPass();
  const pose = await poseNow();
  const matrices = poseMatrices(rig.bones, {
    name: "by hand",
    rotations: Float32Array.from(pose!.rotations),
    translations: Float32Array.from(pose!.translations),
  });
  const apart = (a: number[], b: number[]) => a.reduce((most, v, n) => Math.max(most, Math.abs(v - b[n])), 0);
  const shown = async () => page.evaluate(async () => [...(await window.sinew.viewport()!.readPane(0))]);
  await expect.poll(async () => apart(await shown(), blended(rig, matrices))).toBeLessThan(1e-4);
  // The old weights would give a different mesh.
  expect(apart(blended(unpainted, matrices), blended(rig, matrices))).toBeGreaterThan(0.02);
  expect(await page.evaluate(() => (window.sinew.binding.getState() as BindingState).run?.state)).toBe(
    "converged",
  );
  expect(errors).toEqual([]);
});
