import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { idleBones } from "../../model/rig/bone-tree";
import type { Rig } from "../../model/rig/rig";
import { mergedInto, stillBones } from "../still/merge-still";

/** A found skeleton beside the one that made the animation. */
export interface AgainstTruth {
  /** Joints of the truth that turn in this animation, and how many of their links were found. */
  links: number;
  found: number;
  /** Names of the bones of links that were not found: "a – b". */
  missing: string[];
  /**
   * Of the links found: how far the joint opens under the true bones (RMS over the frames), and how far it lies from the
   * true joint, in percent of the diagonal. A joint may lie far off along an axis about which nothing turns it.
   */
  opens: number[];
  off: number[];
}

/** The truth without what an animation cannot tell: bones that move nothing, or that never move against their parents. */
export function movingTruth(sequence: MeshSequence, rig: Rig): Rig {
  let truth = rig;
  for (;;) {
    const gone = new Set([...stillBones(truth, 0, restDiagonal(sequence)), ...idleEnds(truth)]);
    if (gone.size === 0) return truth;
    truth = mergedInto(truth, gone);
  }
}

/** Bones without weights that are at an end, or that only pass on to one other bone. */
function idleEnds(rig: Rig): number[] {
  return idleBones(rig).filter((j) => {
    const below = rig.bones.filter(({ parent }) => parent === j).length;
    return below === 0;
  });
}

/** Compares links and joints. Bones correspond where they share most weight. */
export function againstTruth(sequence: MeshSequence, truth: Rig, found: Rig): AgainstTruth {
  const numbers = correspondence(found, truth);
  const diagonal = restDiagonal(sequence);
  const joints = new Map<string, readonly number[]>();
  found.bones.forEach(({ parent, head }, j) => {
    if (parent < 0) return;
    joints.set(keyOf(numbers[j], numbers[parent]), head);
  });
  const result: AgainstTruth = { links: 0, found: 0, missing: [], opens: [], off: [] };
  truth.bones.forEach(({ name, parent, head }, j) => {
    if (parent < 0) return;
    result.links++;
    const at = joints.get(keyOf(j, parent));
    if (!at) {
      result.missing.push(`${name} – ${truth.bones[parent].name}`);
      return;
    }
    result.found++;
    const miss = at.map((x, c) => x - head[c]);
    result.opens.push((100 * partedBy(truth, j, parent, miss)) / diagonal);
    result.off.push((100 * Math.hypot(...miss)) / diagonal);
  });
  return result;
}

const keyOf = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`;

/** The true bone of each found one: the one with which it shares most weight. */
function correspondence(found: Rig, truth: Rig): number[] {
  const shared = found.bones.map(() => new Float64Array(truth.bones.length));
  for (let i = 0; i < found.rest.length / 3; i++) {
    for (let a = found.weights.offsets[i]; a < found.weights.offsets[i + 1]; a++) {
      for (let b = truth.weights.offsets[i]; b < truth.weights.offsets[i + 1]; b++) {
        shared[found.weights.bones[a]][truth.weights.bones[b]] +=
          found.weights.values[a] * truth.weights.values[b];
      }
    }
  }
  return shared.map((row) => row.indexOf(Math.max(...row)));
}

/** RMS over the frames of how far apart two bones carry an offset. */
function partedBy({ bones, motion }: Rig, a: number, b: number, d: readonly number[]): number {
  let sum = 0;
  for (let frame = 0; frame < motion.length; frame += 12 * bones.length) {
    for (let r = 0; r < 12; r += 4) {
      const [m, n] = [frame + 12 * a + r, frame + 12 * b + r];
      sum += d.reduce((total, x, c) => total + (motion[m + c] - motion[n + c]) * x, 0) ** 2;
    }
  }
  return Math.sqrt((12 * bones.length * sum) / motion.length);
}
