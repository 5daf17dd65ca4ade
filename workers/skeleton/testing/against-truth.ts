import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { withoutBones } from "../../model/rig/bone-tree";
import { reorderBones } from "../../model/rig/reorder-bones";
import type { Rig } from "../../model/rig/rig";
import { mergedInto, NOISE, stillBones } from "../still/merge-still";
import { orderOf } from "../tree/skeleton-tree";

/** A found skeleton beside the one that made the animation. */
export interface AgainstTruth {
  /** Closed joints of the truth that turn in this animation, and how many of their links were found. */
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

/** RMS of what a joint moves of its bone's surface against its parent, of the diagonal, below which no motion shows it. */
const LEAST_MOTION = 0.002;
/** Bones with less weight than so many vertices have are too small to find. */
const LEAST_WEIGHT = 4;
/** How far a joint may open in the truth, RMS of the diagonal. Beyond that the file translates the bone. */
const CLOSED = 0.001;

/**
 * The truth without what an animation cannot tell: bones that move hardly anything, or hardly move against their parents.
 * Their neighbours take over their vertices.
 */
export function movingTruth(sequence: MeshSequence, rig: Rig): Rig {
  let truth = rig;
  for (;;) {
    const gone = new Set([
      ...stillBones(truth, LEAST_MOTION / NOISE, restDiagonal(sequence)),
      ...smallBones(truth),
    ]);
    const roots = [...gone].filter((j) => truth.bones[j].parent < 0);
    for (const j of roots) gone.delete(j);
    if (gone.size > 0) truth = mergedInto(truth, gone);
    else if (roots.length > 0) truth = withoutRoot(truth, roots[0]);
    else return truth;
  }
}

function smallBones({ bones, weights }: Rig): number[] {
  const total = new Float64Array(bones.length);
  weights.values.forEach((w, e) => {
    total[weights.bones[e]] += w;
  });
  return [...total.keys()].filter((j) => total[j] < LEAST_WEIGHT);
}

/** The rig without a root of little weight: its child with the most weight becomes the root. */
function withoutRoot(rig: Rig, root: number): Rig {
  const total = new Float64Array(rig.bones.length);
  rig.weights.values.forEach((w, e) => {
    total[rig.weights.bones[e]] += w;
  });
  const children = [...rig.bones.keys()].filter((j) => rig.bones[j].parent === root);
  if (children.length === 0) return withoutBones(rig, new Set([root])).rig;
  const heir = children.reduce((best, j) => (total[j] > total[best] ? j : best));
  const turned = rig.bones.map((bone, j) => {
    if (j === heir) return { ...bone, parent: -1 };
    if (j === root) return { ...bone, parent: heir };
    return bone.parent === root ? { ...bone, parent: heir } : bone;
  });
  const ordered = reorderBones({ ...rig, bones: turned }, orderOf(turned.map(({ parent }) => parent)));
  return mergedInto(ordered, new Set([ordered.bones.findIndex(({ name }) => name === rig.bones[root].name)]));
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
    if (parent < 0 || partedBy(truth, j, parent, head, 1) > CLOSED * diagonal) return;
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

/** RMS over the frames of how far apart two bones carry an offset (w = 0) or a place (w = 1). */
function partedBy({ bones, motion }: Rig, a: number, b: number, d: readonly number[], w = 0): number {
  let sum = 0;
  for (let frame = 0; frame < motion.length; frame += 12 * bones.length) {
    for (let r = 0; r < 12; r += 4) {
      const [m, n] = [frame + 12 * a + r, frame + 12 * b + r];
      const moved = w * (motion[m + 3] - motion[n + 3]);
      sum += d.reduce((total, x, c) => total + (motion[m + c] - motion[n + c]) * x, moved) ** 2;
    }
  }
  return Math.sqrt((12 * bones.length * sum) / motion.length);
}
