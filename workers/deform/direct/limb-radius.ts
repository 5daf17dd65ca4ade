/**
 * Per-vertex strengths of Direct Delta Mush from the skeleton: Le & Lewis 2019, sections 4.0.1 and 4.0.3. Thick limbs
 * smooth more than fingers, so D_λ and D_κ are proportional to the distance from a vertex to its bone; D_α is set for
 * each joint and carried to its vertices.
 */
import type { Bone } from "../../model/rig/rig";
import { boneSegments, distanceToSegment } from "../bone-segments";
import type { BlendRows } from "../deformer";

/**
 * D_λ and D_κ, V: distance to the vertex's bones, weighted by their weights, relative to the largest such distance; 1
 * everywhere if all vertices lie on their bones.
 * @param rest 3V, in the coordinates of the bones' heads.
 */
export function limbStrengths(rest: ArrayLike<number>, weights: BlendRows, bones: Bone[]): Float64Array {
  const segments = boneSegments(bones);
  const { offsets, values } = weights;
  const strengths = new Float64Array(offsets.length - 1);
  for (let i = 0; i < strengths.length; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      let nearest = Infinity;
      for (const [head, tail] of segments[weights.bones[e]]) {
        nearest = Math.min(nearest, distanceToSegment(rest, 3 * i, head, tail));
      }
      strengths[i] += values[e] * nearest;
    }
  }
  const largest = strengths.reduce((most, x) => Math.max(most, x), 0);
  return strengths.map((x) => (largest > 0 ? x / largest : 1));
}

/**
 * D_α, V: Σ_j weight_ij · value_j, for example of values per joint that are lower at the hips.
 * @param values one for each bone.
 */
export function carryToVertices(values: ArrayLike<number>, weights: BlendRows): Float64Array {
  const out = new Float64Array(weights.offsets.length - 1);
  for (let i = 0; i < out.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      out[i] += weights.values[e] * values[weights.bones[e]];
    }
  }
  return out;
}
