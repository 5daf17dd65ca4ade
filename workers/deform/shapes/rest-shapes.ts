/** A rig that plays the shapes of its source, and whether clips play them. */

import type { ShapePolicy } from "../../model/files/export/export-options";
import { isAnimated, type MeshShape } from "../../model/mesh/shapes";
import { type AnySequence, frameAt } from "../../model/mesh/streamed-sequence";
import type { Rig, RigCorrection } from "../../model/rig/rig";
import { linearBlend } from "../classic/linear-blend";

/** The most frames in which the rig with and without shapes is compared. */
const MOST_COMPARED = 16;

/** The offsets of all vertices by a shape at the weight 1, 3V. */
export function denseRows({ vertices, values }: MeshShape["moved"], length: number): Float32Array {
  const out = new Float32Array(length);
  vertices.forEach((i, n) => {
    out.set(values.subarray(3 * n, 3 * n + 3), 3 * i);
  });
  return out;
}

/** The rig with the shapes and their weights in all frames added to its own correction. */
export function withShapes(rig: Rig, shapes: readonly MeshShape[]): Rig {
  const { correction } = rig;
  const size = rig.rest.length;
  const frames = shapes[0].weights.length;
  const [own, rank] = [correction?.rank ?? 0, (correction?.rank ?? 0) + shapes.length];
  const all: RigCorrection = {
    rank,
    shapes: new Float32Array(rank * size),
    weights: new Float32Array(rank * frames),
  };
  if (correction) all.shapes.set(correction.shapes);
  shapes.forEach(({ moved }, n) => {
    all.shapes.set(denseRows(moved, size), (own + n) * size);
  });
  for (let k = 0; k < frames; k++) {
    if (correction) all.weights.set(correction.weights.subarray(k * own, (k + 1) * own), k * rank);
    shapes.forEach(({ weights, rest }, n) => {
      all.weights[k * rank + own + n] = weights[k] - rest;
    });
  }
  return { ...rig, correction: all };
}

/** Σ squared distances of a rig from the source in some frames. */
async function squares(sequence: AnySequence, rig: Rig, frames: readonly number[]): Promise<number> {
  const posed = new Float64Array(rig.rest.length);
  let sum = 0;
  for (const k of frames) {
    linearBlend(rig, k, posed);
    const source = await frameAt(sequence, k);
    for (let c = 0; c < posed.length; c++) sum += (posed[c] - source[c]) ** 2;
  }
  return sum;
}

/**
 * Whether the clips of a file play the shapes. They do if the bones do not have the motion of the shapes, like the
 * skeleton of the source. Bones that were found for the animation have that motion, and shapes would add it again.
 * @param shown frames of the file
 */
export async function playsShapes(
  sequence: AnySequence,
  rig: Rig,
  shapes: readonly MeshShape[],
  shown: ArrayLike<number>,
  policy: ShapePolicy,
): Promise<boolean> {
  if (shapes.length === 0 || policy === "still" || policy === "none" || !shapes.some(isAnimated))
    return false;
  if (policy === "play") return true;
  const moving = Array.from(shown).filter((k) =>
    shapes.some(({ weights, rest }) => weights[k] !== Math.fround(rest)),
  );
  const step = Math.max(1, moving.length / MOST_COMPARED);
  const some = Array.from({ length: Math.min(moving.length, MOST_COMPARED) }, (_, n) => {
    return moving[Math.floor(n * step)];
  });
  const played = await squares(sequence, withShapes(rig, shapes), some);
  return played < (await squares(sequence, rig, some));
}
