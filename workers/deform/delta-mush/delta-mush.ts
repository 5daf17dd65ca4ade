/**
 * Delta Mush: Mancewicz, Derksen, Rijpkema & Wilson 2014, in the notation of Le & Lewis 2019, section 3.1. It is the
 * reference for the direct form.
 *
 * The same operator smooths the rest pose U and the skinned pose V (linear blend, eq. 1). The delta d_i = u_i − ũ_i
 * (eq. 3) is kept in a frame that travels with the smooth surface:
 *   x_i = ṽ_i + R_i d_i (eq. 4), R_i = F_i(Ṽ) F_i(Ũ)ᵀ,
 * where the frame F has the area-weighted normal of the smooth surface and the direction to one neighbour as axes. A
 * vertex without a frame (no faces, or smoothed to a line or a point) turns with its bones.
 *
 * Certainty is the factor by which smoothing shrinks lengths around the vertex (the root of the ratio of areas), at
 * rest or posed, whichever is less. If a part shrinks to a point, its normals are rounding errors.
 */
import { bestRotation } from "../../math/best-rotation";
import { addRotated } from "../../math/quaternion";
import type { Csc } from "../../sparse/csc";
import { linearBlendDeformer } from "../classic/linear-blend";
import { type BlendRows, type Deformer, emptyPose } from "../deformer";
import { addSmoothPosition } from "../direct/direct-pose";
import type { DirectEntries } from "../direct/omega";
import { createSmoother, type Factorise, type Smoother, type SmoothingSettings } from "./smoothing";
import { areasAround, frameNeighbours, surfaceNormals, writeSurfaceFrame } from "./surface-frames";

export interface DeltaMushMesh {
  /** 3V. */
  rest: ArrayLike<number>;
  /** Vertices of the triangles, 3T. */
  triangles: ArrayLike<number>;
  laplacian: Csc;
}

/**
 * Delta Mush by the definition: it solves p systems in every pose.
 * @param factorise a solver that is finished when it returns.
 */
export async function deltaMushDeformer(
  mesh: DeltaMushMesh,
  weights: BlendRows,
  settings: SmoothingSettings,
  factorise: Factorise,
): Promise<Deformer> {
  const { rest, triangles, laplacian } = mesh;
  const smoother = await createSmoother(laplacian, settings, factorise);
  const mush = Float64Array.from(rest);
  await smoother(mush, 3);
  return mushDeformer(rest, triangles, weights, mush, (_, positions) => smoothNow(smoother, positions));
}

/**
 * Delta Mush without a solve in each pose: the p smoothing steps of the skinned pose are a sum over the entries of
 * Direct Delta Mush (Le & Lewis 2019, eq. 7): ṽ_i = Σ_j M_jᴿ b_ij + ψ_ij M_j [p_i; 1].
 * @param entries at α = 0.
 */
export function directDeltaMush(
  entries: DirectEntries,
  triangles: ArrayLike<number>,
  weights: BlendRows,
): Deformer {
  const { rest, centres, offsets } = entries;
  return mushDeformer(rest, triangles, weights, centres, (bones, positions) => {
    positions.fill(0);
    for (let i = 0; i + 1 < offsets.length; i++) addSmoothPosition(entries, bones, i, positions, 3 * i);
  });
}

/**
 * @param mush the smooth rest pose, 3V.
 * @param smooth turns skinned positions into the smooth pose, in place.
 */
function mushDeformer(
  rest: ArrayLike<number>,
  triangles: ArrayLike<number>,
  weights: BlendRows,
  mush: Float64Array,
  smooth: (bones: ArrayLike<number>, positions: Float64Array) => void,
): Deformer {
  const linear = linearBlendDeformer(rest, weights);
  const { vertexCount } = linear;
  const deltas = mush.map((x, n) => rest[n] - x);
  const normals = surfaceNormals(mush, triangles);
  const neighbours = frameNeighbours(mush, normals, triangles);
  const areas = areasAround(rest, triangles);
  const [before, after, turn] = [new Float64Array(9), new Float64Array(9), new Float64Array(9)];
  return {
    vertexCount,
    pose(bones, out = emptyPose(vertexCount)) {
      linear.pose(bones, out);
      smooth(bones, out.positions);
      const posedNormals = surfaceNormals(out.positions, triangles);
      const frames = out.positions.slice();
      for (let i = 0; i < vertexCount; i++) {
        if (
          writeSurfaceFrame(mush, normals, neighbours, i, before) &&
          writeSurfaceFrame(frames, posedNormals, neighbours, i, after)
        ) {
          changeOfFrame(before, after, turn);
          bestRotation(turn, 0, out.rotations, 4 * i);
          out.certainty[i] = Math.sqrt(
            Math.min(areas[i], lengthOf(normals, i), lengthOf(posedNormals, i)) / areas[i],
          );
        }
        addRotated(out.rotations, 4 * i, deltas, 3 * i, out.positions, 3 * i);
      }
      return out;
    },
  };
}

const lengthOf = (v: Float64Array, i: number) => Math.hypot(v[3 * i], v[3 * i + 1], v[3 * i + 2]);

function smoothNow(smoother: Smoother, positions: Float64Array): void {
  if (smoother(positions, 3)) throw new Error("Delta Mush needs a solver that is done when it returns");
}

/** turn = after · beforeᵀ of frames whose rows are their axes. */
function changeOfFrame(before: Float64Array, after: Float64Array, turn: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      turn[3 * r + c] = after[r] * before[c] + after[3 + r] * before[3 + c] + after[6 + r] * before[6 + c];
    }
  }
}
