/** Shared by optimised centres of rotation and Direct Delta Mush v4: each vertex turns about its own centre. */
import { addRotated } from "../../math/quaternion";
import { boneRotations } from "../../model/rig/bone-rotations";
import { addMoved } from "../bone-frames";
import { type Deformer, emptyPose } from "../deformer";
import { blendRotations } from "./quaternion-blend";

export interface CentredEntries {
  /** 3V. */
  rest: ArrayLike<number>;
  /** p_i, 3V. */
  centres: ArrayLike<number>;
  /** V + 1. */
  offsets: ArrayLike<number>;
  bones: ArrayLike<number>;
  /** Weights that blend the rotations, and weights that move the centres. */
  turning: ArrayLike<number>;
  moving: ArrayLike<number>;
}

/** x_i = R_i (u_i − p_i) + Σ_j moving_ij M_j [p_i; 1], R_i the quaternion blend by turning_ij. */
export function turnAboutCentres(entries: CentredEntries): Deformer {
  const { offsets, bones: of, turning, moving, centres, rest } = entries;
  const vertexCount = offsets.length - 1;
  const arm = new Float64Array(3);
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount), corrected = rest) {
      const turns = boneRotations(bones);
      out.positions.fill(0);
      out.certainty.fill(1);
      for (let i = 0; i < vertexCount; i++) {
        const [first, end] = [offsets[i], offsets[i + 1]];
        blendRotations(turns, of, turning, first, end, out.rotations, 4 * i);
        for (let e = first; e < end; e++) {
          addMoved(bones, of[e], moving[e], centres, 3 * i, out.positions, 3 * i);
        }
        for (let c = 0; c < 3; c++) arm[c] = corrected[3 * i + c] - centres[3 * i + c];
        addRotated(out.rotations, 4 * i, arm, 0, out.positions, 3 * i);
      }
      return out;
    },
  };
}
