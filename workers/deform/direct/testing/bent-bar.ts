import { Matrix } from "ml-matrix";
import { uniformLaplacian } from "../../../mesh/laplacian";
import { UNWATCHED } from "../../../model/task";
import { turnAbout } from "../../../testing/rigs";
import { linearBlendDeformer } from "../../classic/linear-blend";
import { plainFactors } from "../../delta-mush/factors";
import { denseSmoothing, rigidBar } from "../../testing/meshes";
import type { DirectMoments } from "../moments";
import { DIRECT_DEFAULTS, directMoments } from "../psi";

const LAMBDA = 0.8;
const P = 5;

export const bar = rigidBar(10, 2);
export const count = bar.rest.length / 3;
const laplacian = uniformLaplacian(count, bar.triangles);
export const settings = { ...DIRECT_DEFAULTS, iterations: P, lambda: LAMBDA, kappa: 0.2, negligible: 0 };
/** Column i: the vertices that vertex i averages over. */
export const patches = denseSmoothing(laplacian, LAMBDA, P, null);
/** Column i: the shares of the vertices that the weights of vertex i are blended from. */
export const shares = denseSmoothing(laplacian, settings.kappa, P, null);
/** The middle third is lifted off the line, like the S shapes of the paper, far enough to turn patches inside out. */
const torn = Float64Array.from([
  ...turnAbout([0, 0, 1], 0, [0, 0, 0], [0, 0, 0]),
  ...turnAbout([0, 1, 0], 3, [0, 0, 0], [-3, 0.4, 0]),
  ...turnAbout([1, 0, 0], 1, [0, 0, 0], [-1, 0.2, 0.3]),
]);
export const poses = [...bar.motion, torn];
/** What direct deformers precompute for the bar. */
export const momentsWith = (changed: typeof settings): Promise<DirectMoments> =>
  directMoments({ rest: bar.rest, laplacian }, bar.weights, bar.bones, changed, plainFactors, UNWATCHED);

/** The weighted patches of rest and skinned pose about their means, column i of B; from the definitions (eq. 5). */
export function patchOf(bones: Float64Array, i: number) {
  const skinned = linearBlendDeformer(bar.rest, bar.weights).pose(bones).positions;
  const b = patches.getColumn(i);
  const mean = (x: Float64Array) => [0, 1, 2].map((c) => b.reduce((sum, w, k) => sum + w * x[3 * k + c], 0));
  const [p, q] = [mean(bar.rest), mean(skinned)];
  const moment = (x: Float64Array, m: number[]) =>
    new Matrix(
      [0, 1, 2].map((r) =>
        [0, 1, 2].map((c) =>
          b.reduce((sum, w, k) => sum + w * (x[3 * k + r] - m[r]) * (bar.rest[3 * k + c] - p[c]), 0),
        ),
      ),
    );
  return { p, q, across: moment(skinned, q), own: moment(bar.rest, p) };
}

/** q_i by the definition of Ω (eq. 11): (1 − α) of the smoothed skin, α of the centre moved by the weights w'. */
export function smoothPositions(alpha: number, bones: Float64Array): Float64Array {
  const skinned = linearBlendDeformer(bar.rest, bar.weights).pose(bones).positions;
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const p = [0, 0, 0];
    for (let k = 0; k < count; k++)
      for (let c = 0; c < 3; c++) p[c] += patches.get(k, i) * bar.rest[3 * k + c];
    for (let k = 0; k < count; k++) {
      const m = 12 * bar.weights.bones[k];
      for (let r = 0; r < 3; r++) {
        const row = bones.subarray(m + 4 * r, m + 4 * r + 4);
        const moved = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
        out[3 * i + r] +=
          (1 - alpha) * patches.get(k, i) * skinned[3 * k + r] + alpha * shares.get(k, i) * moved;
      }
    }
  }
  return out;
}
