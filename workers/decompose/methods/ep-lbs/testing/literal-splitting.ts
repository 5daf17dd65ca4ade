import {
  leastWeights,
  type PlainBones,
  type PlainProblem,
  residual,
} from "../../../../kernels/testing/blend-reference";
import {
  besideEachOther,
  dividedWeights,
  groupsFrom,
  meanOf,
  plainGroups,
  rigidRows,
} from "../../../testing/literal-steps";
import { cosineDistance, plainFeatures } from "./literal-ep-lbs";

/** Squared errors of the fitted weights in each round of splitting: divided as published, and with Σw = 1. */
interface LiteralRound {
  bones: number;
  divided: number;
  constrained: number;
}

/**
 * Splits groups of vertices as published (Hopkins 2017, algorithm 4.2), from two groups, in plain arrays: groups whose
 * mean error is above the average are split in two, and all vertices are grouped again from the new means. Errors are
 * those of non-negative weights divided by their sum.
 */
export function literalSplitting(
  problem: PlainProblem,
  triangles: readonly (readonly number[])[],
  rounds: number,
): LiteralRound[] {
  const features = plainFeatures(problem, triangles);
  let labels = plainGroups(features, 2, cosineDistance);
  const done: LiteralRound[] = [];
  for (;;) {
    const groups = [...new Set(labels)].sort().map((j) => membersOf(labels, j));
    const bones = besideEachOther(groups.map((members) => rigidRows(problem, members)));
    const divided = errorsOf(problem, bones, (i) => dividedWeights(problem, bones, groups.length, i, 0));
    const constrained = errorsOf(problem, bones, (i) =>
      leastWeights(problem, bones, groups.length, i, groups.length),
    );
    done.push({ bones: groups.length, divided: sum(divided), constrained: sum(constrained) });
    if (done.length === rounds) return done;
    const means = groups.map((members) => sum(members.map((i) => divided[i])) / members.length);
    const seeds = groups.flatMap((members, j) => {
      const rows = members.map((i) => features[i]);
      if (means[j] <= sum(means) / means.length) return [meanOf(rows)];
      const halves = plainGroups(rows, 2, cosineDistance);
      return [0, 1].map((half) => meanOf(membersOf(halves, half).map((n) => rows[n])));
    });
    labels = groupsFrom(features, seeds, cosineDistance);
  }
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

const membersOf = (labels: readonly number[], j: number): number[] =>
  labels.flatMap((label, i) => (label === j ? [i] : []));

const errorsOf = (problem: PlainProblem, bones: PlainBones, weights: (i: number) => number[]): number[] =>
  problem.rest.map((_, i) => residual(problem, bones, i, weights(i)));
