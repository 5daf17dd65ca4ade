import { restDiagonal } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";

/**
 * The reach of a bone that moves no vertex, as a share of the diagonal. Such a bone keeps its motion because a prop may
 * follow it.
 */
const LEAST = 0.01;

/**
 * The reach of each bone, B: roughly how far a vertex moves when the bone and all bones below it turn by one radian.
 */
export function boneReach({ bones, rest, weights }: Pick<Rig, "bones" | "rest" | "weights">): Float64Array {
  const reach = new Float64Array(bones.length);
  const { offsets, bones: of, values } = weights;
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const { head } = bones[of[e]];
      const far = Math.hypot(rest[3 * i] - head[0], rest[3 * i + 1] - head[1], rest[3 * i + 2] - head[2]);
      reach[of[e]] = Math.max(reach[of[e]], values[e] * far);
    }
  }
  for (let j = bones.length - 1; j >= 0; j--) {
    const { parent, head } = bones[j];
    if (parent < 0) continue;
    const arm = Math.hypot(...head.map((x, c) => x - bones[parent].head[c]));
    reach[parent] = Math.max(reach[parent], arm + reach[j]);
  }
  const least = LEAST * (restDiagonal({ rest }) || 1);
  return reach.map((x) => Math.max(x, least));
}
