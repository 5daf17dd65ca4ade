import type { StrictBench } from "../strict/strict-bench";
import { rootsOf } from "../tree/skeleton-tree";
import type { Reached } from "./improve";

/**
 * A tree with fewer roots may always cost this much squared error per vertex and frame: 0.1 percent of the diagonal.
 */
const TIE = 4e-6;
/** It may also cost up to this factor of the squared error. */
const TIE_RATIO = 2;
/** How much of its objective a tree may cost more for each link that has a mirror image, and has none in another. */
const SYMMETRY = 0.04;

/** A skeleton that a search has reached, and what it is judged by. */
export interface Judged extends Reached {
  /** The number of its links without a mirror image; 0 where the body has no mirror plane. */
  alone: number;
}

/**
 * Whether a skeleton is better than another. Its score weighs the error and how far joints lie from where weights meet,
 * both in the objective, and the symmetry of the tree. Every root moves freely, so a forest always has less error: fewer
 * roots win unless they cost much.
 */
export function isBetter({ problem }: Pick<StrictBench, "problem">, a: Judged, b: Judged): boolean {
  const [rootsA, rootsB] = [rootsOf(a.state.tree).length, rootsOf(b.state.tree).length];
  if (rootsA === rootsB) return scoreOf(a) < scoreOf(b);
  const slack = TIE * problem.vertexCount * problem.frameCount;
  if (rootsA < rootsB) return a.error <= TIE_RATIO * b.error + slack;
  return b.error > TIE_RATIO * a.error + slack;
}

/** An objective, or another sum of squares, with what asymmetry adds. */
export const scoreOf = ({ objective, alone }: Pick<Judged, "objective" | "alone">): number =>
  objective * (1 + SYMMETRY * alone);
