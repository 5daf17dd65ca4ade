/** The usual input of Delta Mush: each vertex on one bone. */
import type { SparseWeights } from "../model/rig/sparse-weights";
import type { BlendRows } from "./deformer";

/** The bone with the largest weight on each vertex, V; the first in the row if several are equal. */
export function owners({ offsets, bones, values }: BlendRows): Uint16Array {
  const owner = new Uint16Array(offsets.length - 1);
  for (let i = 0; i < owner.length; i++) {
    let best = offsets[i];
    for (let e = best; e < offsets[i + 1]; e++) if (values[e] > values[best]) best = e;
    owner[i] = bones[best];
  }
  return owner;
}

/** @param owner the bone of each vertex, V. */
export function rigidWeights(owner: ArrayLike<number>): SparseWeights {
  return {
    version: 1,
    offsets: Uint32Array.from({ length: owner.length + 1 }, (_, i) => i),
    bones: Uint16Array.from(owner),
    values: new Float32Array(owner.length).fill(1),
  };
}
