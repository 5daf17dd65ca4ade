/** Shows shots of bound models in the Paint workspace of the built studio, and photographs them. */
import type { Page } from "@playwright/test";
import { drop } from "../../tools/studio-driver/studio";
import { writeProject } from "../../workers/formats/project/write";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import {
  ENOUGH,
  fitViewport,
  PATIENCE_MS,
  picture,
  settled,
  shareNear,
  turnCamera,
} from "../gallery/photographs";
import type { WeightRow, WeightShot } from "./figure";

/** The mesh with the shots as its frames, so that the camera frames all of them. */
function projectOf(sequence: MeshSequence, shots: WeightShot[]): Uint8Array {
  const frames = new Float32Array(sequence.rest.length * shots.length);
  shots.forEach(({ positions }, k) => {
    frames.set(positions, sequence.rest.length * k);
  });
  const clips = [{ name: sequence.name, first: 0, last: shots.length - 1 }];
  const rig = { ...shots[0].rig, motion: repeated(shots[0].rig.motion, shots.length) };
  return writeProject({
    sequence: { ...sequence, frames, frameCount: shots.length, clips },
    rig,
    report: null,
  });
}

function repeated(values: Float32Array, times: number): Float32Array {
  const out = new Float32Array(values.length * times);
  for (let n = 0; n < times; n++) out.set(values, values.length * n);
  return out;
}

/** Photographs all shots of a row with one camera; PNGs in base64. */
export async function photographRow(page: Page, address: string, row: WeightRow): Promise<string[]> {
  await page.goto(address);
  await page.getByText("Drop files or a folder here").waitFor();
  await drop(page, [{ path: "figure.sinew", bytes: projectOf(row.sequence, row.shots) }]);
  await page.waitForFunction(() => window.sinew.document.getState().rig !== null);
  await page.waitForFunction(() => window.sinew.viewport() !== null);
  await page.evaluate(() => {
    window.sinew.view.setState({ showGrid: false, showWireframe: false, workspace: "paint" });
  });
  await fitViewport(page);
  await settled(page);
  const pictures: string[] = [];
  for (const [frame, shot] of row.shots.entries()) {
    await show(page, shot, frame, row.ramp ?? null);
    if (pictures.length === 0) {
      await fitViewport(page);
      await turnCamera(page, row.camera);
      // The pointer is away from the mesh, so that nothing is drawn under it.
      await page.mouse.move(1, 1);
    }
    pictures.push(await picture(page));
  }
  return pictures;
}

/** Shows a shot in the studio, and waits until its graphics processor has the engine's positions. */
async function show(page: Page, shot: WeightShot, frame: number, energyEnd: number | null): Promise<void> {
  const { rig, skeleton, colouring, held, positions } = shot;
  const isDrawn = colouring.by === "skeleton";
  await page.evaluate(
    (asked) => {
      const { document, view, binding } = window.sinew;
      const { sequence, rig: open } = document.getState();
      if (!sequence || !open) throw new Error("Nothing is open");
      const [offsets, bones, values] = asked.weights;
      document.setState({
        skeleton: asked.skeleton,
        rig: {
          version: 1,
          bones: asked.bones,
          boneKind: "rigid",
          rest: open.rest,
          motion: Float32Array.from(asked.motion),
          weights: {
            version: 1,
            offsets: Uint32Array.from(offsets),
            bones: Uint16Array.from(bones),
            values: Float32Array.from(values),
          },
        },
      });
      const { paint } = view.getState();
      view.setState({
        frame: asked.frame,
        showBones: true,
        selectedBone: asked.bone,
        paint: {
          ...paint,
          tool: asked.drawn ? "skeleton" : asked.held.length > 0 ? "attach" : "weight",
          colours: asked.strain ? "energy" : asked.bone === null ? "bones" : "weights",
          energyEnd: asked.energyEnd,
        },
      });
      // After a change of the document, the studio drops data about the previous mesh.
      queueMicrotask(() =>
        queueMicrotask(() =>
          binding.setState({ strain: asked.strain && Float32Array.from(asked.strain), held: asked.held }),
        ),
      );
    },
    {
      // In the skeleton all pieces of a spine have one colour; in the rig each has its own.
      skeleton: colouring.by === "bones" ? null : skeleton,
      bones: rig.bones,
      motion: Array.from(rig.motion),
      weights: [rig.weights.offsets, rig.weights.bones, rig.weights.values].map((array) => Array.from(array)),
      frame,
      drawn: isDrawn,
      bone: colouring.by === "weights" ? colouring.bone : null,
      strain: colouring.by === "strain" ? Array.from(colouring.squared) : null,
      held,
      energyEnd,
    },
  );
  const limit = performance.now() + PATIENCE_MS;
  let share = 0;
  while (!isDrawn && share < ENOUGH) {
    if (performance.now() > limit) {
      throw new Error(`${shot.label}: only ${(100 * share).toFixed(1)} % of the studio's vertices are right`);
    }
    await page.waitForTimeout(150);
    share = shareNear(await deformed(page), positions);
  }
  await page.waitForTimeout(400);
}

/** The rig's positions, read from the graphics processor, 3V. */
async function deformed(page: Page): Promise<Float32Array> {
  const base64 = await page.evaluate(async () => {
    const positions = await window.sinew.viewport()?.readDeformed();
    let text = "";
    for (const byte of new Uint8Array(positions?.slice().buffer ?? new ArrayBuffer(0))) {
      text += String.fromCharCode(byte);
    }
    return btoa(text);
  });
  return new Float32Array(Uint8Array.from(Buffer.from(base64, "base64")).buffer);
}
