import { expect, type Page } from "@playwright/test";
import type { DocumentState } from "../../app/document/document";
import type { ViewState } from "../../app/document/view-state";
import { setBrush } from "../../tools/studio-driver/brush";
import { bar, type TestFile } from "../../tools/studio-driver/files/fixtures";
import { hideBones } from "../../tools/studio-driver/looks";
import { drop, goToFrame, openStudio, selectBones, untilOpen } from "../../tools/studio-driver/studio";
import { exportFile } from "../../workers/formats/export-file";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { packWeights } from "../../workers/testing/rigs";

/** The middle of the canvas, where the bar is. */
export async function middle(page: Page): Promise<[number, number]> {
  const box = (await page.locator("canvas").first().boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Presses, moves by some pixels in steps, and releases. */
export async function stroke(
  page: Page,
  [x, y]: [number, number],
  by: [number, number] = [24, 0],
): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by[0], y + by[1], { steps: 4 });
  await page.mouse.up();
}

/** The current weights by vertex and bone, the worst row sum, and the posed vertices in the current frame. */
export function weightsOf(page: Page) {
  return page.evaluate(() => {
    const { rig } = window.sinew.document.getState() as DocumentState;
    const { paint, frame } = window.sinew.view.getState() as ViewState;
    if (!rig) throw new Error("No rig");
    const { offsets, bones, values } = rig.weights;
    const B = rig.bones.length;
    const V = offsets.length - 1;
    const rows: number[][] = [];
    const posed = new Float64Array(3 * V);
    let worstSum = 0;
    for (let i = 0; i < V; i++) {
      const row = new Array<number>(B).fill(0);
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        row[bones[e]] = values[e];
        for (let r = 0; r < 3; r++) {
          const at = (frame * B + bones[e]) * 12 + 4 * r;
          const m = paint.rest ? [+(r === 0), +(r === 1), +(r === 2), 0] : rig.motion.subarray(at, at + 4);
          const [x, y, z] = rig.rest.subarray(3 * i, 3 * i + 3);
          posed[3 * i + r] += values[e] * (m[0] * x + m[1] * y + m[2] * z + m[3]);
        }
      }
      worstSum = Math.max(worstSum, Math.abs(row.reduce((a, b) => a + b, 0) - 1));
      rows.push(row);
    }
    return { rows, worstSum, posed: [...posed] };
  });
}

export const deformed = (page: Page): Promise<number[]> =>
  page.evaluate(async () => [...((await window.sinew.viewport()?.readDeformed()) ?? [])]);

export const apart = (a: readonly number[], b: readonly number[]) =>
  a.reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

/** Solver vertex under a point of the page. */
export async function vertexAt(page: Page, [x, y]: [number, number]): Promise<number> {
  const hovered = async () => {
    await page.mouse.move(x - 1, y);
    await page.mouse.move(x, y);
    return page.evaluate(() => window.sinew.view.getState().hovered?.vertex ?? -1);
  };
  await expect.poll(hovered).toBeGreaterThanOrEqual(0);
  return hovered();
}

/** Weight of a bone at a vertex, once it is in the document. */
export const weight = async (page: Page, vertex: number, bone: number) =>
  (await weightsOf(page)).rows[vertex][bone];

/** Centres of four bones along x, in pairs about the bar's middle. */
const CENTRES = [-1.5, -0.5, 0.5, 1.5];
export const NAMES = ["outer_R", "inner_R", "inner_L", "outer_L"];

/** The bar with four bones as a GLB. Each bone rotates about z, more in each frame. */
async function swayingBar(): Promise<TestFile> {
  const { sequence } = bar();
  const { vertexCount: V, rest, frameCount: F } = sequence;
  const rows = Array.from({ length: V }, (_, i) => {
    const near = CENTRES.map((x) => Math.max(0, 1 - Math.abs(rest[3 * i] - x) / 1.2));
    const sum = near.reduce((a, b) => a + b, 0);
    return near.flatMap((w, j): [number, number][] => (w > 0 ? [[j, w / sum]] : []));
  });
  const motion = new Float32Array(F * 48);
  for (let k = 0; k < F; k++) {
    CENTRES.forEach((x, j) => {
      const [c, s] = [Math.cos(0.05 * k * (j - 1.5)), Math.sin(0.05 * k * (j - 1.5))];
      motion.set([c, -s, 0, x - c * x, s, c, 0, -s * x, 0, 0, 1, 0], 12 * (4 * k + j));
    });
  }
  const rig: Rig = {
    version: 1,
    bones: NAMES.map((name, j) => ({ name, parent: j - 1, head: [CENTRES[j], 0, 0] })),
    boneKind: "rigid",
    weights: packWeights(rows),
    motion,
    rest,
  };
  const { bytes } = await exportFile(sequence, rig, { influences: 4, clips: [], upAxis: "y" }, UNWATCHED);
  return { path: "bar.glb", bytes };
}

/**
 * Opens the bar in the Paint workspace, with a brush for its first bone. Returns the errors of the page, as they come.
 */
export async function paintSwayingBar(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 1000, height: 640 });
  const errors = await openStudio(page);
  await drop(page, [await swayingBar()]);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await untilOpen(page);
  await page.getByRole("button", { name: "Paint workspace" }).click();
  await goToFrame(page, 6);
  await hideBones(page);
  await setBrush(page, { tool: "weight", strength: 0.5, radius: 40, value: 1, operation: "add" });
  await selectBones(page, 0);
  return errors;
}
