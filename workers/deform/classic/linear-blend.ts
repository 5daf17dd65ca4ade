/** Linear blend skinning on the CPU: the reference of tests and export checks. Picking uses it too. */

import { vertexNormals } from "../../geometry/vertex-normals";
import { bestRotation } from "../../math/best-rotation";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import { addLinear, addMoved } from "../bone-frames";
import { type BlendRows, type Deformer, emptyPose } from "../deformer";

/** Positions of frame `k` of a rig, 3V, in f64, written to `out`. */
export function linearBlend(rig: Rig, k: number, out = new Float64Array(rig.rest.length)): Float64Array {
  return blendPositions(rig, k, out);
}

/**
 * Unit normals of a posed frame, 3V, computed from the posed surface, so that they are right for any blend of bones.
 */
export function linearBlendNormals(rig: Rig, k: number, triangles: ArrayLike<number>): Float32Array {
  return vertexNormals(linearBlend(rig, k), triangles);
}

/**
 * Linear blend skinning as one of the deformers: x(i) = Σ w(i, j) · M(j) · [rest(i); 1]. Its rotation is the one
 * nearest to the blend of the bones' linear parts.
 */
export function linearBlendDeformer(rest: ArrayLike<number>, weights: BlendRows): Deformer {
  const { offsets, bones: of, values } = weights;
  const vertexCount = offsets.length - 1;
  const linear = new Float64Array(9);
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount), corrected = rest) {
      out.positions.fill(0);
      for (let i = 0; i < vertexCount; i++) {
        linear.fill(0);
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          addMoved(bones, of[e], values[e], corrected, 3 * i, out.positions, 3 * i);
          addLinear(bones, of[e], values[e], linear, 0);
        }
        out.certainty[i] = bestRotation(linear, 0, out.rotations, 4 * i);
      }
      return out;
    },
  };
}
