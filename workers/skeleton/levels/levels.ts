/** Levels of detail that share one skeleton, each with fewer bones. */
import { SinewError } from "../../model/errors";
import { frameOf, type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import type { LevelReport } from "../../model/reports/level-report";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";
import { BoneMerger } from "./merge-bones";

export interface SkeletonLevel {
  /** Its bones are some of the full rig's, with the same names, joints and motion. */
  rig: Rig;
  report: LevelReport;
}

/** The full rig with the bones that are left, and their weights. */
function rigOf(full: Rig, merger: BoneMerger): Rig {
  const kept = [...merger.left].sort((a, b) => a - b);
  const now = new Int32Array(full.bones.length).fill(-1);
  kept.forEach((j, n) => {
    now[j] = n;
  });
  const B = full.bones.length;
  const frames = full.motion.length / (12 * B);
  const motion = new Float32Array(12 * kept.length * frames);
  for (let k = 0; k < frames; k++) {
    kept.forEach((j, n) => {
      const from = 12 * (k * B + j);
      motion.set(full.motion.subarray(from, from + 12), 12 * (k * kept.length + n));
    });
  }
  const offsets = [0];
  const bones: number[] = [];
  const values: number[] = [];
  for (const row of merger.weights) {
    const entries = row.bones
      .map((j, n) => ({ bone: now[j], value: row.weights[n] }))
      .filter(({ value }) => value > 0);
    const sum = entries.reduce((total, { value }) => total + value, 0);
    for (const { bone, value } of entries.sort((a, b) => a.bone - b.bone)) {
      bones.push(bone);
      values.push(value / sum);
    }
    offsets.push(bones.length);
  }
  return {
    ...full,
    bones: kept.map((j) => {
      const { parent } = full.bones[j];
      return { ...full.bones[j], parent: parent < 0 ? -1 : now[parent] };
    }),
    weights: {
      version: 1,
      offsets: Uint32Array.from(offsets),
      bones: Uint16Array.from(bones),
      values: Float32Array.from(values),
    },
    motion,
  };
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
  const has = `The skeleton has ${bones.length} bones and ${roots === 1 ? "one root" : `${roots} roots, which have no parent to merge into`}.`;
  throw new SinewError({
    title: `A level of ${wrong} bones cannot be made`,
    body: `${has} Choose whole numbers from ${roots} to ${bones.length}.`,
  });
}

/**
 * @param counts numbers of bones, in any order
 * @returns a level for each number, from most bones to fewest
 * @throws SinewError for a number above that of the bones or below that of the roots
 */
export async function skeletonLevels(
  sequence: MeshSequence,
  rig: Rig,
  counts: readonly number[],
  task: Task,
): Promise<SkeletonLevel[]> {
  checkCounts(rig, counts);
  const wanted = [...new Set(counts)].sort((a, b) => b - a);
  const merger = new BoneMerger(sequence, rig, task);
  const levels: SkeletonLevel[] = [];
  for (const count of wanted) {
    const merged: LevelReport["merged"] = [];
    while (merger.left.size > count) {
      const done = (rig.bones.length - merger.left.size) / (rig.bones.length - wanted[wanted.length - 1]);
      task.progress({ phase: "Merging bones", done, detail: `${merger.left.size} bones` });
      const { name, parent } = rig.bones[await merger.mergeOne()];
      merged.push({ name, into: rig.bones[parent].name });
    }
    const level = count === rig.bones.length ? rig : rigOf(rig, merger);
    levels.push({ rig: level, report: { bones: count, ...(await measure(sequence, level, task)), merged } });
  }
  return levels;
}
