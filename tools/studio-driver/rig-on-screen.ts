import { expect, type Page } from "@playwright/test";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { bar, objAndCache } from "./files/fixtures";
import {
  drop,
  goToFrame,
  OFTEN,
  openStudio,
  setBones,
  setSolve,
  untilOpen,
  untilSolved,
  viewState,
} from "./studio";

/** Opens a bar and shows a rig of it. */
export async function withRig(page: Page, query?: string): Promise<void> {
  await openStudio(page, query);
  await drop(page, objAndCache(bar().sequence, "bar"));
  await untilOpen(page);
  await setBones(page, 4);
  await setSolve(page, { Iterations: 4, "Seeded restarts": 1 });
  await page.getByRole("button", { name: "Solve", exact: true }).click();
  await untilSolved(page);
  await untilDrawn(page);
}

/** Waits until the viewport draws, or says that this browser cannot. */
async function untilDrawn(page: Page): Promise<void> {
  const draws = async () => (await viewState(page)).backend !== null;
  const refuses = () => page.getByTestId("picture").getByRole("paragraph").isVisible();
  await expect.poll(async () => (await draws()) || (await refuses()), OFTEN).toBe(true);
}

/** Largest difference in any coordinate between the graphics processor and the engine, for rig and source. */
export async function worstDistance(page: Page, frames: number[]): Promise<number> {
  let largest = 0;
  for (const frame of frames) {
    await goToFrame(page, frame);
    const distance = await distanceInFrame(page, frame);
    // Keeps NaN, so that it fails the test.
    largest = Math.max(largest, distance);
  }
  return largest;
}

/** The same for the frame on screen. */
function distanceInFrame(page: Page, shown: number): Promise<number> {
  return page.evaluate(async (frame) => {
    const { sequence, rig } = window.sinew.document.getState() as { sequence: MeshSequence; rig: Rig };
    const { vertexCount: V } = sequence;
    const { offsets, bones, values } = rig.weights;
    const viewport = window.sinew.viewport();
    if (!viewport) throw new Error("No viewport");
    const [deformed, source] = [await viewport.readDeformed(), await viewport.readSource()];
    if (deformed.length !== 3 * V || source.length !== 3 * V) throw new Error("Nothing was read");
    let largest = 0;
    for (let i = 0; i < V; i++) {
      for (let row = 0; row < 3; row++) {
        let x = 0;
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          const m = (frame * rig.bones.length + bones[e]) * 12 + 4 * row;
          for (let c = 0; c < 3; c++) x += values[e] * rig.motion[m + c] * rig.rest[3 * i + c];
          x += values[e] * rig.motion[m + 3];
        }
        const s = sequence.frames[(frame * V + i) * 3 + row];
        const apart = [deformed[3 * i + row] - x, source[3 * i + row] - s].map(Math.abs);
        for (const d of apart) largest = Math.max(largest, d);
      }
    }
    return largest;
  }, shown);
}
