/** Lists of the vertices whose weights were painted by hand, ascending. The optimisation keeps their rows. */
import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import type { WeightEdits } from "../../../workers/model/weights/weight-edits";

/** The list without some vertices. */
export function withoutVertices(list: Uint32Array, gone: ArrayLike<number>): Uint32Array {
  const away = new Set(Array.from(gone));
  return list.filter((i) => !away.has(i));
}

/** 1 for vertices of the list, V; null if it is empty. */
export function vertexMask(list: Uint32Array, count: number): Uint8Array | null {
  if (list.length === 0) return null;
  const mask = new Uint8Array(count);
  for (const i of list) if (i < count) mask[i] = 1;
  return mask;
}

/** The vertices of the list that a bone moves. */
export function movedAmong(list: Uint32Array, weights: SparseWeights, bone: number): Uint32Array {
  const { offsets, bones, values } = weights;
  return list.filter((i) => {
    if (i + 1 >= offsets.length) return false;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === bone && values[e] > 0) return true;
    return false;
  });
}

/** The edits without these painted vertices: the next optimisation finds their weights again. */
export const letGoOf = (edits: WeightEdits, vertices: ArrayLike<number>): WeightEdits => ({
  ...edits,
  painted: withoutVertices(edits.painted, vertices),
});

/** The vertices of the list that have more than `most` influences. */
export function withMoreThan(
  most: number,
  list: Uint32Array,
  { offsets, values }: SparseWeights,
): Uint32Array {
  return list.filter((i) => {
    let count = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (values[e] > 0) count++;
    return count > most;
  });
}
