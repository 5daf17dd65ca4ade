/** Pictures of posed meshes, taken in the viewport of the built studio. */
import type { Page } from "@playwright/test";
import type { PaneShading } from "../../app/document/view-state";
import type { GalleryModel } from "../../tools/samples/gallery/model";
import { drop } from "../../tools/studio-driver/studio";
import { writeProject } from "../../workers/formats/project/write";
import { restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import type { Developed } from "./deform";
import type { Row } from "./figure";

/** Size of the viewport in CSS pixels. */
export const VIEWPORT = { width: 680, height: 580 };

/** The turn per dragged pixel. */
const DEGREES_PER_PIXEL = (0.0065 * 180) / Math.PI;
/** The longest drag that stays on the canvas. */
const LONGEST_DRAG = 240;
/** Wheel movement in pixels that moves the camera a seventh farther away. */
const ZOOM_OUT = 120;
/** The studio keeps adding light for some time after it opens a mesh; a picture is taken when it no longer changes. */
const SETTLE_MS = 500;
const MOST_SETTLES = 40;

/**
 * Tolerance between the mesh on screen and the measured one, as a share of the diagonal, and the share of vertices that
 * must meet it.
 */
const NEAR = 1e-3;
export const ENOUGH = 0.995;
export const PATIENCE_MS = 60_000;

/**
 * A project of the model. Its frames are the shots, so the camera frames all of them, and shots without a deformer can
 * be shown as the source.
 */
function projectOf({ sequence, rig }: GalleryModel, shots: Developed[]): Uint8Array {
  const size = 3 * sequence.vertexCount;
  const frames = new Float32Array(size * shots.length);
  const motion = new Float32Array(rig.motion.length * shots.length);
  shots.forEach(({ positions }, k) => {
    frames.set(positions, size * k);
    motion.set(rig.motion, rig.motion.length * k);
  });
  const clips = [{ name: sequence.name, first: 0, last: shots.length - 1 }];
  const played = { ...sequence, frames, frameCount: shots.length, clips };
  return writeProject({ sequence: played, rig: { ...rig, motion }, report: null });
}

/** Drops a model on the studio at `address`. */
export async function openInStudio(
  page: Page,
  address: string,
  model: GalleryModel,
  shots: Developed[],
): Promise<void> {
  await page.goto(address);
  await page.getByText("Drop files or a folder here").waitFor();
  await drop(page, [{ path: "figure.sinew", bytes: projectOf(model, shots) }]);
  await page.waitForFunction(() => window.sinew.document.getState().rig !== null);
  await page.waitForFunction(() => window.sinew.viewport() !== null);
  await page.evaluate(() => {
    const plain = { showGrid: false, showWireframe: false, showBones: false };
    window.sinew.view.setState({ ...plain, workspace: "deform" });
  });
  await fitViewport(page);
  await settled(page);
}

/** Gives the viewport its size. */
export async function fitViewport(page: Page): Promise<void> {
  const [box, size] = [await page.locator("canvas").first().boundingBox(), page.viewportSize()];
  if (!box || !size) throw new Error("The studio shows no viewport");
  await page.setViewportSize({
    width: Math.round(size.width + VIEWPORT.width - box.width),
    height: Math.round(size.height + VIEWPORT.height - box.height),
  });
}

/** Shows a shot in the studio, and waits until its graphics processor has the measured positions. */
async function show(page: Page, developed: Developed, frame: number, shading: PaneShading): Promise<void> {
  const { shot, settings, rig, pose, positions } = developed;
  const deformer = shot.kind === "mush" ? null : shot.kind === "rest" ? "lbs" : shot.kind;
  const { offsets, bones, values } = rig.weights;
  await page.evaluate(
    (asked) => {
      const { document, view } = window.sinew;
      const floats = (numbers: number[] | null) => numbers && Float32Array.from(numbers);
      view.setState({ workspace: asked.deformer ? "deform" : "solve", layout: "source", frame: asked.frame });
      if (!asked.deformer || !asked.pose) return;
      const { name, rotations, translations } = asked.pose;
      const open = document.getState().rig;
      if (!open) throw new Error("No rig is open");
      const [offsets, bones, values] = asked.weights;
      const same =
        open.weights.values.length === values.length && open.weights.values.every((w, e) => w === values[e]);
      const weights = same
        ? open.weights
        : ({
            version: 1,
            offsets: Uint32Array.from(offsets),
            bones: Uint16Array.from(bones),
            values: Float32Array.from(values),
          } as const);
      document.setState({
        rig: same ? open : { ...open, weights },
        deform: { ...asked.settings, slideOfBone: floats(asked.slideOfBone) },
        pose: {
          name,
          rotations: Float32Array.from(rotations),
          translations: Float32Array.from(translations),
        },
      });
      view.setState({ panes: [{ deformer: asked.deformer, shading: asked.shading, reference: "lbs" }] });
    },
    {
      deformer,
      shading,
      frame,
      settings,
      slideOfBone: settings.slideOfBone && Array.from(settings.slideOfBone),
      pose: pose && {
        name: pose.name,
        rotations: Array.from(pose.rotations),
        translations: Array.from(pose.translations),
      },
      weights: [offsets, bones, values].map((array) => Array.from(array)),
    },
  );
  const limit = performance.now() + PATIENCE_MS;
  let share = 0;
  while (share < ENOUGH) {
    if (performance.now() > limit) {
      throw new Error(`${shot.label}: only ${(100 * share).toFixed(1)} % of the studio's vertices are right`);
    }
    share = shareNear(await shown(page, deformer !== null), positions);
  }
}

/** The positions on screen, read from the graphics processor, 3V; undefined while it has none. */
async function shown(page: Page, isPane: boolean): Promise<Float32Array> {
  await page.waitForTimeout(150);
  const base64 = await page.evaluate(async (pane) => {
    const viewport = window.sinew.viewport();
    const positions = await (pane ? viewport?.readPane(0) : viewport?.readSource());
    let text = "";
    for (const byte of new Uint8Array(positions?.slice().buffer ?? new ArrayBuffer(0))) {
      text += String.fromCharCode(byte);
    }
    return btoa(text);
  }, isPane);
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  return new Float32Array(bytes.buffer);
}

export function shareNear(a: Float32Array, b: ArrayLike<number>): number {
  if (a.length !== b.length) return 0;
  const reach = NEAR * restDiagonal({ rest: Float32Array.from(b) });
  let near = 0;
  for (let i = 0; i < a.length; i += 3) {
    if (Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]) < reach) near++;
  }
  return near / (a.length / 3);
}

/** The viewport as a PNG, base64. */
export function picture(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const blob = await window.sinew.viewport()!.screenshot();
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
}

export async function settled(page: Page): Promise<void> {
  let last = "";
  for (let n = 0; n < MOST_SETTLES; n++) {
    await page.waitForTimeout(SETTLE_MS);
    const now = await picture(page);
    if (now === last) return;
    last = now;
  }
  throw new Error("The viewport does not come to rest");
}

/** Where the camera looks from, in degrees. */
async function cameraOf(page: Page): Promise<Row["camera"]> {
  const pose = await page.evaluate(() => window.sinew.viewport()?.camera());
  if (!pose) throw new Error("The studio shows no viewport");
  return { yaw: (pose.yaw * 180) / Math.PI, pitch: (pose.pitch * 180) / Math.PI };
}

/** Turns the camera by dragging, and frames the mesh. */
export async function turnCamera(page: Page, to: Row["camera"]): Promise<void> {
  const box = await page.locator("canvas").first().boundingBox();
  if (!box) throw new Error("The studio shows no viewport");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const from = await cameraOf(page);
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
  // Leaves room for deformers that reach beyond the framed mesh.
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, ZOOM_OUT);
}

/** Photographs one row of the shots of an open model; PNGs in base64. */
export async function photograph(
  page: Page,
  { camera, shading = "clay" }: Row,
  row: (Developed | null)[],
  shots: Developed[],
): Promise<string[]> {
  const pictures: string[] = [];
  for (const developed of row) {
    if (!developed) continue;
    await show(page, developed, shots.indexOf(developed), shading);
    if (pictures.length === 0) {
      await fitViewport(page);
      await turnCamera(page, camera);
    }
    pictures.push(await picture(page));
  }
  return pictures;
}
