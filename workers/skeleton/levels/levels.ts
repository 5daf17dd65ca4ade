/** Levels of detail that share one skeleton, each with fewer bones. */

import type { MakeParallel } from "../../kernels/parallel";
import { SinewError } from "../../model/errors";
import { checkPositions, frameOf, type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { howMany } from "../../model/reports/figures";
import type { LevelReport } from "../../model/reports/level-report";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { FIT_DEFAULTS, type FitSettings } from "../../model/skeleton/fit/fit-settings";
import type { Task } from "../../model/task";
import { fitSkeleton } from "../fit/fit";
import { BoneMerger } from "./merge-bones";
import { partOfRig } from "./part-of-rig";

/** Whether bones have the motion of the full skeleton on all levels, or are fitted again for each level. */
export type LevelMotion = "shared" | "own";

export interface SkeletonLevel {
  /**
   * A rig with some of the full rig's bones. These have the same names and joints, and the same motion if it is shared.
   */
  rig: Rig;
  report: LevelReport;
}

/** The errors of a rig on the sequence's own frames. */
async function measure(sequence: MeshSequence, rig: Rig, task: Task) {
  const posed = new Float64Array(rig.rest.length);
  let [sum, largest] = [0, 0];
  for (let k = 0; k < sequence.frameCount; k++) {
    await task.checkpoint();
    blendPositions(rig, k, posed);
    const truth = frameOf(sequence, k);
    for (let c = 0; c < posed.length; c += 3) {
      const square =
        (posed[c] - truth[c]) ** 2 + (posed[c + 1] - truth[c + 1]) ** 2 + (posed[c + 2] - truth[c + 2]) ** 2;
      sum += square;
      if (square > largest) largest = square;
    }
  }
  const diagonal = restDiagonal(sequence) || 2;
  const rms = Math.sqrt(sum / (sequence.vertexCount * sequence.frameCount)) / diagonal;
  return {
    eRms: (2000 * rms) / Math.sqrt(3),
    rmsePercent: 100 * rms,
    maxErrorPercent: (100 * Math.sqrt(largest)) / diagonal,
  };
}

function checkCounts({ bones }: Rig, counts: readonly number[]): void {
  const roots = bones.filter(({ parent }) => parent < 0).length;
  const wrong = counts.find((count) => !(Number.isInteger(count) && count >= roots && count <= bones.length));
  if (wrong === undefined) return;
  const has = `The skeleton has ${howMany(bones.length, "bone")} and ${roots === 1 ? "one root" : `${roots} roots, which have no parent to merge into`}.`;
  throw new SinewError({
    title: `A level of ${howMany(wrong, "bone")} cannot be made`,
    body: `${has} Choose whole numbers from ${roots} to ${bones.length}.`,
  });
}

/** Rounds of motion and weights for a level with its own motion. */
const OWN_ROUNDS = 30;

/** A level with its motion and weights fitted again. Its bones may move in the same ways as in the full rig. */
async function refitted(
  sequence: MeshSequence,
  { bones, motion, weights, rest }: Rig,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Rig> {
  const settings: FitSettings = {
    ...FIT_DEFAULTS,
    influences: Math.max(1, maxInfluences(weights)),
    spread: "anywhere",
    limits: false,
    rounds: OWN_ROUNDS,
  };
  const skeleton = { bones, motion, weights, rest };
  return (await fitSkeleton({ sequence, skeleton, settings }, makeParallel, task)).rig;
}

/**
 * @param counts numbers of bones, in any order
 * @returns a level for each number, from most bones to fewest
 * @throws SinewError for a number above the number of bones or below the number of roots; CancelledError.
 */
export async function skeletonLevels(
  sequence: MeshSequence,
  rig: Rig,
  counts: readonly number[],
  makeParallel: MakeParallel,
  task: Task,
  motion: LevelMotion = "shared",
): Promise<SkeletonLevel[]> {
  checkCounts(rig, counts);
  checkPositions(sequence);
  const wanted = [...new Set(counts)].sort((a, b) => b - a);
  const levels: SkeletonLevel[] = [];
  const add = async (level: Rig, merged: LevelReport["merged"]) => {
    levels.push({
      rig: level,
      report: { bones: level.bones.length, ...(await measure(sequence, level, task)), merged },
    });
  };
  if (wanted[0] === rig.bones.length) await add(rig, []);
  const fewer = wanted.filter((count) => count < rig.bones.length);
  if (fewer.length === 0) return levels;
  const merger = await BoneMerger.open(makeParallel, sequence, rig, task);
  try {
    await merger.fitWeights(task);
    for (const count of fewer) {
      const gone = await merger.goTo(count, task, { from: rig.bones.length, to: fewer[fewer.length - 1] });
      const merged = gone.map((j) => ({ name: rig.bones[j].name, into: rig.bones[merger.above(j)].name }));
      const part = partOfRig(rig, merger.left, await merger.fitted(task));
      await add(motion === "own" ? await refitted(sequence, part, makeParallel, task) : part, merged);
    }
  } finally {
    merger.dispose();
  }
  return levels;
}
