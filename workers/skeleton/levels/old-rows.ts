import type { BlendState } from "../../decompose/phases/blend-state";

/** The weights of some vertices, outside the arena. */
export interface OldRows {
  vertices: Int32Array;
  /** `slots` numbers for each vertex. */
  ids: Int32Array;
  values: Float64Array;
  errors: Float64Array;
}

export function keepRows(blend: BlendState, slots: number, vertices: Int32Array): OldRows {
  const ids = new Int32Array(slots * vertices.length);
  const values = new Float64Array(ids.length);
  vertices.forEach((i, n) => {
    ids.set(blend.ids.subarray(i * slots, (i + 1) * slots), n * slots);
    values.set(blend.values.subarray(i * slots, (i + 1) * slots), n * slots);
  });
  return { vertices, ids, values, errors: Float64Array.from(vertices, (i) => blend.errors[i]) };
}

export function putBackRows(blend: BlendState, slots: number, rows: OldRows): void {
  const { vertices, ids, values, errors } = rows;
  vertices.forEach((i, n) => {
    blend.ids.set(ids.subarray(n * slots, (n + 1) * slots), i * slots);
    blend.values.set(values.subarray(n * slots, (n + 1) * slots), i * slots);
    blend.errors[i] = errors[n];
  });
}

/** The vertices that use a bone, ascending. */
export function usersOf({ ids }: BlendState, slots: number, bone: number): Int32Array {
  const found: number[] = [];
  for (let e = 0; e < ids.length; e++) if (ids[e] === bone) found.push(Math.floor(e / slots));
  return Int32Array.from(found);
}
