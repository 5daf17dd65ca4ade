import type { Parallel } from "../../../../kernels/parallel";
import type { Problem } from "../../../problem/problem";
import type { Blend } from "../../method";
import { blendHandles, denseSlots, motionOfHandles } from "../handles";
import type { EnclosingSimplex } from "../simplex/enclosing-simplex";
import type { Flat } from "./flat";

/**
 * Shows a flat as a rig during the search. The handles are the corners of a simplex that encloses the points and needs
 * no search. One corner is the lowest weight of each handle; the others lie along each axis from there, as far as the
 * largest sum. The rig has the flat's error. It is only made if someone looks.
 */
export function flatPreview(parallel: Parallel, problem: Problem, flat: Flat): Blend {
  let made: Pick<Blend, "motion" | "ids" | "values"> | null = null;
  const make = () => {
    made ??= enclose(parallel, problem, flat);
    return made;
  };
  return {
    bones: flat.handleCount,
    kind: "affine",
    error: flat.error,
    get motion() {
      return make().motion;
    },
    get ids() {
      return make().ids;
    },
    get values() {
      return make().values;
    },
  };
}

function enclose(parallel: Parallel, problem: Problem, flat: Flat): Pick<Blend, "motion" | "ids" | "values"> {
  const { corners, weights } = wideSimplex(flat, problem.vertexCount);
  const motion = motionOfHandles(parallel, problem, blendHandles(flat, corners));
  return { motion, ...denseSlots(weights, flat.handleCount) };
}

/** A simplex around all points of the flat, found without a search, and V rows of weights of its h corners. */
export function wideSimplex(
  { handleCount: h, weights, weightStride: ld }: Flat,
  vertexCount: number,
): Pick<EnclosingSimplex, "corners" | "weights"> {
  const low = new Float64Array(h).fill(Infinity);
  for (let i = 0; i < vertexCount; i++)
    for (let j = 0; j < h; j++) low[j] = Math.min(low[j], weights[i * ld + j]);
  // Weights minus their lowest values sum to the same number everywhere. This is the reach: every corner is low + reach
  // e_j.
  const reach = 1 - low.reduce((sum, w) => sum + w, 0);
  const dense = new Float64Array(vertexCount * h);
  for (let i = 0; i < vertexCount; i++)
    for (let j = 0; j < h; j++)
      dense[i * h + j] = reach > 0 ? (weights[i * ld + j] - low[j]) / reach : j === 0 ? 1 : 0;
  const corners = Array.from({ length: h }, (_, j) => {
    const corner = low.slice();
    corner[j] += reach;
    return corner;
  });
  return { corners, weights: dense };
}
