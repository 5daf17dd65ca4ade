import type { Rung } from "./rung";

/**
 * How much bones of two rungs act on the same vertices: for bone a of one and b of the other, the sum over all vertices
 * of the product of their weights. One row for each a.
 */
export function weightOverlaps(rung: Rung, other: Rung): Float64Array {
  const vertices = rung.rest.length / 4;
  const [slots, others] = [rung.ids.length / vertices, other.ids.length / vertices];
  const width = other.bones.length;
  const shared = new Float64Array(rung.bones.length * width);
  rung.ids.forEach((a, e) => {
    if (a < 0) return;
    const i = Math.floor(e / slots);
    for (let s = i * others; s < (i + 1) * others; s++) {
      if (other.ids[s] >= 0) shared[a * width + other.ids[s]] += rung.values[e] * other.values[s];
    }
  });
  return shared;
}

/** The name of the bone of `without` that shares most weight with bone `j` of `rung`, or null if `j` moves nothing. */
export function sharesMost(rung: Rung, j: number, without: Rung): string | null {
  const width = without.bones.length;
  const own = weightOverlaps(rung, without).subarray(j * width, (j + 1) * width);
  const most = own.indexOf(own.reduce((a, b) => Math.max(a, b)));
  return own[most] > 0 ? without.bones[most].bone.name : null;
}
