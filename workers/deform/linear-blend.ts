/** Linear blend skinning on the CPU: the reference of tests and export checks, and what picking uses. */
import { bestRotation } from "../math/best-rotation";
import { vertexNormals } from "../mesh/vertex-normals";
import type { Rig } from "../model/rig";
import { addLinear, addMoved } from "./bone-frames";
import { type Deformer, emptyPose, type WeightRows } from "./deformer";

/**
 * Positions of frame `k` of a rig, 3V: out(i) = Σ w(i, j) · M(k, j) · [rest(i); 1], summed in f64.
 * @param out where to, or nothing for an array of its own.
 */
export function linearBlend(rig: Rig, k: number, out = new Float64Array(rig.rest.length)): Float64Array {
  const { offsets, bones, values } = rig.weights;
  const { rest, motion } = rig;
  const frame = k * rig.bones.length * 12;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const x = rest[3 * i];
    const y = rest[3 * i + 1];
    const z = rest[3 * i + 2];
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const m = frame + 12 * bones[e];
      const w = values[e];
      px += w * (motion[m] * x + motion[m + 1] * y + motion[m + 2] * z + motion[m + 3]);
      py += w * (motion[m + 4] * x + motion[m + 5] * y + motion[m + 6] * z + motion[m + 7]);
      pz += w * (motion[m + 8] * x + motion[m + 9] * y + motion[m + 10] * z + motion[m + 11]);
    }
    out[3 * i] = px;
    out[3 * i + 1] = py;
    out[3 * i + 2] = pz;
  }
  return out;
}

/** Unit normals of a posed frame, 3V: those of the posed surface, so that they are right for any blend of bones. */
export function linearBlendNormals(rig: Rig, k: number, triangles: ArrayLike<number>): Float32Array {
  return vertexNormals(linearBlend(rig, k), triangles);
}

/**
 * Linear blend skinning as one of the deformers: x(i) = Σ w(i, j) · M(j) · [rest(i); 1]. Its rotation is the one nearest
 * to the blend of the bones' linear parts.
 */
export function linearBlendDeformer(rest: ArrayLike<number>, weights: WeightRows): Deformer {
  const { offsets, bones: of, values } = weights;
  const vertexCount = offsets.length - 1;
  const linear = new Float64Array(9);
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount)) {
      out.positions.fill(0);
      for (let i = 0; i < vertexCount; i++) {
        linear.fill(0);
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          addMoved(bones, of[e], values[e], rest, 3 * i, out.positions, 3 * i);
          addLinear(bones, of[e], values[e], linear, 0);
        }
        out.certainty[i] = bestRotation(linear, 0, out.rotations, 4 * i);
      }
      return out;
    },
  };
}
