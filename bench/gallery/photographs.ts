/** Pictures of posed meshes, taken in the viewport of the built studio. */
import type { Page } from "@playwright/test";
import { drop } from "../../e2e/studio";
import { writeProject } from "../../workers/formats/project/write";
import type { MeshSequence } from "../../workers/model/mesh-sequence";
import type { Row } from "./figure";

/** Size of the viewport, in CSS pixels, whatever stands beside it. */
export const VIEWPORT = { width: 680, height: 580 };

/** How the studio's camera stands when a mesh is opened, in degrees, and how far a dragged pixel turns it. */
const START = { yaw: 35, pitch: 12 };
const DEGREES_PER_PIXEL = (0.0065 * 180) / Math.PI;
/** The longest drag that stays on the canvas. */
const LONGEST_DRAG = 240;
/** Light is added for some time after a mesh was opened: pictures are taken when it changes no more. */
const SETTLE_MS = 500;
const MOST_SETTLES = 40;

/** A sequence whose frames are these positions, 3V each. */
export function asFrames(model: MeshSequence, poses: ArrayLike<number>[]): MeshSequence {
  const frames = new Float32Array(3 * model.vertexCount * poses.length);
  poses.forEach((positions, k) => {
    frames.set(positions, 3 * model.vertexCount * k);
  });
  const clips = [{ name: model.name, first: 0, last: poses.length - 1 }];
  return { ...model, frames, frameCount: poses.length, clips };
}

/** Opens a sequence in the studio, which is at `address`, in a viewport of the right size. */
export async function openInStudio(page: Page, address: string, sequence: MeshSequence): Promise<void> {
  await page.goto(address);
  await page.getByText("Drop files or a folder here").waitFor();
  const bytes = writeProject({ sequence, rig: null, report: null });
  await drop(page, [{ path: "figure.sinew", bytes }]);
  await page.waitForFunction(() => window.sinew.document.getState().sequence !== null);
  await page.waitForFunction(() => window.sinew.viewport() !== null);
  await page.evaluate(() => window.sinew.view.setState({ showGrid: false, showWireframe: false }));
  const canvas = page.locator("canvas").first();
  const [box, size] = [await canvas.boundingBox(), page.viewportSize()];
  if (!box || !size) throw new Error("The studio shows no viewport");
  await page.setViewportSize({
    width: Math.round(size.width + VIEWPORT.width - box.width),
    height: Math.round(size.height + VIEWPORT.height - box.height),
  });
  await settled(page);
}

/** The viewport as a PNG, base64. */
function picture(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const blob = await window.sinew.viewport()!.screenshot();
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
}

async function settled(page: Page): Promise<void> {
  let last = "";
  for (let n = 0; n < MOST_SETTLES; n++) {
    await page.waitForTimeout(SETTLE_MS);
    const now = await picture(page);
    if (now === last) return;
    last = now;
  }
  throw new Error("The viewport does not come to rest");
}

/** Turns the camera as a hand would, and frames what is shown. */
async function turnCamera(page: Page, from: Row["camera"], to: Row["camera"]): Promise<void> {
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("The studio shows no viewport");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let [dx, dy] = [from.yaw - to.yaw, to.pitch - from.pitch].map((degrees) => degrees / DEGREES_PER_PIXEL);
  while (Math.hypot(dx, dy) > 5) {
    const part = Math.min(1, LONGEST_DRAG / Math.hypot(dx, dy));
    await page.mouse.move(x, y);
    await page.mouse.down({ button: "middle" });
    await page.mouse.move(x + part * dx, y + part * dy);
    await page.mouse.up({ button: "middle" });
    [dx, dy] = [dx - part * dx, dy - part * dy];
  }
  await page.evaluate(() => window.sinew.viewport()?.frameAll());
}

/** Photographs the frames of an open sequence row by row; PNGs in base64. */
export async function photograph(page: Page, rows: { camera: Row["camera"]; frames: number[] }[]) {
  const pictures: string[][] = [];
  let camera = START;
  for (const { camera: next, frames } of rows) {
    await turnCamera(page, camera, next);
    camera = next;
    const row: string[] = [];
    for (const frame of frames) {
      await page.evaluate((k) => window.sinew.view.setState({ frame: k }), frame);
      row.push(await picture(page));
    }
    pictures.push(row);
  }
  return pictures;
}
