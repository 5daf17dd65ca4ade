import type { VertexChoice } from "../../../model/mesh/some-vertices";
import type { Rig } from "../../../model/rig/rig";

/**
 * Extends a rig of some vertices to all. The other vertices keep their own rest positions and get the weights of their
 * owners.
 */
export function rigForAll(
  rig: Rig,
  given: Float32Array,
  { vertices, owner }: VertexChoice & { vertices: Int32Array },
): Rig {
  const rest = given.slice();
  vertices.forEach((i, n) => {
    rest.set(rig.rest.subarray(3 * n, 3 * n + 3), 3 * i);
  });
  const { offsets: from, bones, values, version } = rig.weights;
  const offsets = new Uint32Array(owner.length + 1);
  owner.forEach((n, i) => {
    offsets[i + 1] = offsets[i] + from[n + 1] - from[n];
  });
  const total = offsets[owner.length];
  const weights = { version, offsets, bones: new Uint16Array(total), values: new Float32Array(total) };
  owner.forEach((n, i) => {
    weights.bones.set(bones.subarray(from[n], from[n + 1]), offsets[i]);
    weights.values.set(values.subarray(from[n], from[n + 1]), offsets[i]);
  });
  return { ...rig, rest, weights };
}
