/**
 * A quick estimate of what local weights would cost. It solves again for the weights of some vertices, with the same
 * motion and only the bones near them. Vertices whose weights are near their bones already cost nothing. Bones that
 * adapt (`localise.ts`) win back a part of the cost, so this is an upper estimate.
 */

import { simplexSquares } from "../../math/optimise/simplex-squares";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { LocalityEstimate } from "../../model/solve/locality";
import type { Task } from "../../model/task";
import { type NearInRig, nearInRig } from "./near-in-rig";
import type { SurfaceCache } from "./rest-surface";

/** The most vertices whose weights are solved again, and the most whose error is measured. */
const SOLVED = 250;
const MEASURED = 500;
/** The most frames in which errors are measured. */
const FRAMES = 16;

export interface EstimateInput {
  sequence: MeshSequence;
  rig: Rig;
  reach: number;
  leastPatch: number;
  /** The most influences of a vertex; 0 is all. */
  influences: number;
  /** V flags of vertices that keep their weights, or null. */
  held: Uint8Array | null;
}

/** @returns the estimate; the cost is 0 if all weights are near their bones. */
export async function estimateLocality(
  input: EstimateInput,
  cache: SurfaceCache,
  task: Task,
): Promise<LocalityEstimate> {
  const { sequence, rig } = input;
  const found = await nearInRig(input, cache.of(sequence), task);
  const frames = spread(
    Array.from({ length: sequence.frameCount }, (_, k) => k),
    FRAMES,
  );
  const all = Array.from({ length: sequence.vertexCount }, (_, i) => i);
  const measured = spread(all, MEASURED);
  const scale = all.length / measured.length;
  const error =
    scale * measured.reduce((sum, i) => sum + squaresAt(input, i, frames, rowOf(rig.weights, i)), 0);
  const solved = spread(found.affected, SOLVED);
  let rise = 0;
  for (const [n, i] of solved.entries()) {
    if (n % 32 === 0) await task.checkpoint();
    rise += riseAt(input, found, i, frames);
  }
  rise *= found.affected.length / (solved.length || 1);
  return {
    costPercent: error > 0 ? 100 * (Math.sqrt((error + rise) / error) - 1) : 0,
    far: found.far,
    affected: found.affected.length / all.length,
    patches: found.patches,
  };
}

/** How much the squared error of a vertex rises if only the bones near it may move it. */
function riseAt(input: EstimateInput, { near }: NearInRig, i: number, frames: readonly number[]): number {
  const row = rowOf(input.rig.weights, i);
  const bones = Array.from(input.rig.bones.keys()).filter((j) => near.has(i, j));
  if (bones.length === 0) return 0;
  const residuals = bones.map((j) => residual(input, i, frames, [[j, 1]]));
  const n = bones.length;
  const gram = new Float64Array(n * n);
  for (let a = 0; a < n; a++)
    for (let b = 0; b <= a; b++) {
      gram[a * n + b] = gram[b * n + a] = dot(residuals[a], residuals[b]);
    }
  const limit = Math.max(input.influences || n, 1);
  const shares = simplexSquares(gram, n, Math.min(limit, n));
  const after = shares.reduce(
    (sum, [a, u]) => sum + shares.reduce((part, [b, w]) => part + u * w * gram[a * n + b], 0),
    0,
  );
  return Math.max(0, after - squaresAt(input, i, frames, row));
}

type Row = readonly (readonly [bone: number, weight: number])[];

function rowOf({ offsets, bones, values }: SparseWeights, i: number): Row {
  return Array.from(bones.subarray(offsets[i], offsets[i + 1]), (j, n) => [j, values[offsets[i] + n]]);
}

/** The offset from a vertex's true position to where the weights put it: 3 numbers a frame. */
function residual(
  { sequence, rig }: Pick<EstimateInput, "sequence" | "rig">,
  i: number,
  frames: readonly number[],
  row: Row,
): Float64Array {
  const { rest, motion, bones } = rig;
  const { frames: source, vertexCount: V } = sequence;
  const out = new Float64Array(3 * frames.length);
  for (const [n, k] of frames.entries()) {
    for (let axis = 0; axis < 3; axis++) {
      let x = -source[3 * (k * V + i) + axis];
      for (const [j, weight] of row) {
        const at = 12 * (k * bones.length + j) + 4 * axis;
        const moved =
          motion[at] * rest[3 * i] + motion[at + 1] * rest[3 * i + 1] + motion[at + 2] * rest[3 * i + 2];
        x += weight * (moved + motion[at + 3]);
      }
      out[3 * n + axis] = x;
    }
  }
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let n = 0; n < a.length; n++) sum += a[n] * b[n];
  return sum;
}

function squaresAt(input: EstimateInput, i: number, frames: readonly number[], row: Row): number {
  const found = residual(input, i, frames, row);
  return dot(found, found);
}

/** At most `most` of the things, evenly spread. */
function spread<T>(things: readonly T[], most: number): readonly T[] {
  if (things.length <= most) return things;
  return Array.from({ length: most }, (_, n) => things[Math.floor((n * things.length) / most)]);
}
