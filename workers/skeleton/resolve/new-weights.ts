/**
 * Weights of a new bone. They are smooth over its joint, and then fitted to the motion where it distinguishes the two
 * bones.
 */
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { SolveLocks } from "../../model/solve/solve-settings";

/** Two bones that share the weights that one of them had. */
export interface Shared {
  from: number;
  to: number;
}

/** Shares nearer than this to 0 or 1 become 0 or 1. */
const WHOLE = 0.01;
/**
 * A vertex with the most influences allowed gives up one below this. If it has none so small, it follows only one of
 * the two bones.
 */
const SMALL = 0.1;
/**
 * How strongly shares stay smooth, relative to the mean squared distance over the frames between the places to which
 * the two bones carry a vertex.
 */
const STIFFNESS = 0.25;

/**
 * A smooth step: 1 on the new bone's side, 0 on the other.
 * @param way −1…1, 0 at the joint.
 */
export function smoothShare(way: number): number {
  const x = Math.min(1, Math.max(0, 0.5 + 0.5 * way));
  return x * x * (3 - 2 * x);
}

/**
 * Moves shares of a bone's weights to a new bone, which has the highest number. The sum of each row stays.
 * @param shares V; 0 keeps the vertex's row.
 * @param most the most influences of a vertex. Rows do not grow beyond it.
 */
export function sharedWeights(
  weights: SparseWeights,
  { from, to }: Shared,
  shares: Float64Array,
  most: number,
): SparseWeights {
  const rows = Array.from(shares, (share, i) => {
    const row: [bone: number, value: number][] = [];
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      row.push([weights.bones[e], weights.values[e]]);
    }
    return sharedRow(row, { from, to }, share, most);
  });
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => {
    offsets[i + 1] = offsets[i] + row.length;
  });
  const all = rows.flat();
  return {
    version: 1,
    offsets,
    bones: Uint16Array.from(all, ([bone]) => bone),
    values: Float32Array.from(all, ([, value]) => value),
  };
}

function sharedRow(
  row: [bone: number, value: number][],
  { from, to }: Shared,
  share: number,
  most: number,
): [bone: number, value: number][] {
  const own = row.find(([bone]) => bone === from)?.[1] ?? 0;
  if (own === 0 || share < WHOLE) return row;
  const others = row.filter(([bone]) => bone !== from);
  let part = share > 1 - WHOLE ? 1 : share;
  if (part < 1 && row.length >= most) {
    const least = Math.min(...others.map(([, value]) => value));
    if (least >= SMALL) part = Math.round(part);
    else
      others.splice(
        others.findIndex(([, value]) => value === least),
        1,
      );
  }
  if (part === 0) return row;
  const shared = part < 1 ? [...others, [from, (1 - part) * own] as [number, number]] : others;
  shared.sort(([a], [b]) => a - b).push([to, part * own]);
  const sum = (all: typeof row) => all.reduce((total, [, value]) => total + value, 0);
  const scale = shared.length < row.length + 1 && part < 1 ? sum(row) / sum(shared) : 1;
  return shared.map(([bone, value]) => [bone, value * scale]);
}

/**
 * Fits the shares of two bones in the vertices that both move: least squares over the frames with one unknown for each
 * vertex, pulled towards its current share. If the two bones move alike, the share stays. The error never rises.
 */
export function fitShares(
  { vertexCount: V, frameCount: F, frames }: MeshSequence,
  rig: Rig,
  { from, to }: Shared,
  locks: SolveLocks | null = null,
  stiffness = STIFFNESS,
): SparseWeights {
  const { offsets, bones } = rig.weights;
  const values = rig.weights.values.slice();
  const fits: { a: number; b: number; along: number; square: number }[] = [];
  for (let i = 0; i < V; i++) {
    if (locks?.vertices[i]) continue;
    const [a, b] = [from, to].map((bone) => {
      const at = bones.subarray(offsets[i], offsets[i + 1]).indexOf(bone);
      return at < 0 ? -1 : offsets[i] + at;
    });
    if (a < 0 || b < 0) continue;
    let [along, square] = [0, 0];
    for (let k = 0; k < F; k++) {
      for (let axis = 0; axis < 3; axis++) {
        let rest = frames[3 * (k * V + i) + axis];
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          rest -= rig.weights.values[e] * carried(rig, k, bones[e], i, axis);
        }
        const apart =
          (values[a] + values[b]) * (carried(rig, k, to, i, axis) - carried(rig, k, from, i, axis));
        along += apart * rest;
        square += apart * apart;
      }
    }
    fits.push({ a, b, along, square });
  }
  const tie = (stiffness * fits.reduce((sum, { square }) => sum + square, 0)) / Math.max(1, fits.length);
  for (const { a, b, along, square } of fits) {
    const whole = values[a] + values[b];
    if (square + tie === 0 || whole === 0) continue;
    const share = values[b] / whole + along / (square + tie);
    values[b] = whole * Math.min(1 - WHOLE, Math.max(WHOLE, share));
    values[a] = whole - values[b];
  }
  return { ...rig.weights, values };
}

/** The coordinate to which a bone carries a vertex in a frame. */
function carried({ motion, rest, bones }: Rig, k: number, bone: number, i: number, axis: number): number {
  const m = 12 * (k * bones.length + bone) + 4 * axis;
  return (
    motion[m] * rest[3 * i] +
    motion[m + 1] * rest[3 * i + 1] +
    motion[m + 2] * rest[3 * i + 2] +
    motion[m + 3]
  );
}
