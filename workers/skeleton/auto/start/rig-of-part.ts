import type { Rig } from "../../../model/rig/rig";

/** A rig with only some of its vertices. `rigForAll` is the way back. */
export function rigOfPart(rig: Rig, vertices: Int32Array): Rig {
  const { offsets: from, bones, values, version } = rig.weights;
  const offsets = new Uint32Array(vertices.length + 1);
  vertices.forEach((i, n) => {
    offsets[n + 1] = offsets[n] + from[i + 1] - from[i];
  });
  const total = offsets[vertices.length];
  const weights = { version, offsets, bones: new Uint16Array(total), values: new Float32Array(total) };
  const rest = new Float32Array(3 * vertices.length);
  vertices.forEach((i, n) => {
    rest.set(rig.rest.subarray(3 * i, 3 * i + 3), 3 * n);
    weights.bones.set(bones.subarray(from[i], from[i + 1]), offsets[n]);
    weights.values.set(values.subarray(from[i], from[i + 1]), offsets[n]);
  });
  return { ...rig, rest, weights };
}
