import type { StrictBench } from "../../strict/strict-bench";
import { rootsOf } from "../../tree/skeleton-tree";
import type { Reached } from "../improve";

/**
 * A tree with fewer roots may always have this much more squared error per vertex and frame: 0.1 percent of the
 * diagonal.
 */
const TIE = 4e-6;
/** Its squared error may also be larger by up to this factor. */
const TIE_RATIO = 2;
/** For each link that has a mirror image here and none in another tree, the objective may be larger by this share. */
const SYMMETRY = 0.04;

/** A skeleton that a search has reached, with the figures by which it is judged. */
export interface Judged extends Reached {
  /** The number of its links without a mirror image; 0 if the body has no mirror plane. */
  alone: number;
}

/**
 * Whether a skeleton is better than another. Its score contains the objective (the error, and how far joints lie from
 * where weights meet) and the symmetry of the tree. Every root moves freely, so a forest always has less error. Fewer
 * roots therefore win unless they cost much.
 */
export function isBetter({ problem }: Pick<StrictBench, "problem">, a: Judged, b: Judged): boolean {
  const [rootsA, rootsB] = [rootsOf(a.state.tree).length, rootsOf(b.state.tree).length];
  if (rootsA === rootsB) return scoreOf(a) < scoreOf(b);
  const slack = TIE * problem.vertexCount * problem.frameCount;
  if (rootsA < rootsB) return a.error <= TIE_RATIO * b.error + slack;
  return b.error > TIE_RATIO * a.error + slack;
}

/** An objective, or another sum of squares, with a penalty for asymmetry. */
export const scoreOf = ({ objective, alone }: Pick<Judged, "objective" | "alone">): number =>
  objective * (1 + SYMMETRY * alone);
