/**
 * Edits of the tree of a rig's bones. They change parents, the joints where bones meet, and the order of the list. None
 * of them moves the mesh, because motion is stored from rest to posed in one space for all bones.
 */
import { belowItself, branchOf } from "../tree-of-parents";
import { reorderBones } from "./reorder-bones";
import type { Bone, Rig } from "./rig";

/** A rig with another tree, and the old indices of its bones. */
export interface TreeEdit {
  rig: Rig;
  /** B: the old index of each bone. */
  origin: Int32Array;
}

/** Indices with parents before children. The order changes as little as possible. */
export function parentsFirst(parents: ArrayLike<number>): number[] {
  const order: number[] = [];
  const listed = new Set<number>();
  for (let j = 0; j < parents.length; j++) {
    const chain: number[] = [];
    for (let at = j; at >= 0 && !listed.has(at); at = parents[at]) chain.push(at);
    for (const next of chain.reverse()) {
      listed.add(next);
      order.push(next);
    }
  }
  return order;
}

/** The rig with these bones, put into a valid order. Parents are indices into the given list. */
function withTree(rig: Rig, bones: Bone[]): TreeEdit {
  const order = parentsFirst(bones.map(({ parent }) => parent));
  const isSame = order.every((was, j) => was === j);
  return {
    rig: isSame ? { ...rig, bones } : reorderBones({ ...rig, bones }, order),
    origin: Int32Array.from(order),
  };
}

/**
 * Gives a bone another parent, or makes it a root (−1). Its joint stays where it is.
 * @param alone leaves the bone's children with its old parent.
 * @throws SinewError if the new parent is below the bone and comes with it.
 */
export function reparentBone(rig: Rig, bone: number, parent: number, alone = false): TreeEdit {
  const { bones } = rig;
  if (parent === bone || (!alone && branchOf(bones, bone).includes(parent))) {
    throw belowItself(bones[bone].name);
  }
  const before = bones[bone].parent;
  return withTree(
    rig,
    bones.map((each, j) => {
      if (j === bone) return { ...each, parent };
      return alone && each.parent === bone ? { ...each, parent: before } : each;
    }),
  );
}

/**
 * The bones with this one as the root of its tree. All bones above it reverse their direction, and every pair keeps its
 * joint.
 */
export function turnedRound(bones: readonly Bone[], bone: number, head: Bone["head"]): Bone[] {
  const turned = bones.slice();
  let [below, joint] = [-1, head];
  for (let at = bone; at >= 0; ) {
    const { parent, head: former } = turned[at];
    turned[at] = { ...turned[at], parent: below, head: joint };
    [below, joint, at] = [at, former, parent];
  }
  return turned;
}

/** Makes a bone the root of its tree. Its origin moves to `head`, in the sequence's coordinates. */
export function makeRoot(rig: Rig, bone: number, head: Bone["head"]): TreeEdit {
  return withTree(rig, turnedRound(rig.bones, bone, head));
}

/**
 * The rig without some bones. Their children go to the nearest bone above that stays. Their weights must be 0.
 */
export function withoutBones(rig: Rig, gone: ReadonlySet<number>): TreeEdit {
  const { bones, weights, motion } = rig;
  const stays = [...bones.keys()].filter((j) => !gone.has(j));
  const now = new Map(stays.map((was, j) => [was, j]));
  const above = (j: number): number => {
    let parent = bones[j].parent;
    while (gone.has(parent)) parent = bones[parent].parent;
    return now.get(parent) ?? -1;
  };
  const frames = motion.length / (12 * bones.length);
  const moved = new Float32Array(frames * stays.length * 12);
  for (let k = 0; k < frames; k++) {
    stays.forEach((was, j) => {
      const from = 12 * (k * bones.length + was);
      moved.set(motion.subarray(from, from + 12), 12 * (k * stays.length + j));
    });
  }
  const offsets = new Uint32Array(weights.offsets.length);
  const ids: number[] = [];
  const values: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = now.get(weights.bones[e]);
      if (j === undefined) continue;
      ids.push(j);
      values.push(weights.values[e]);
    }
    offsets[i + 1] = ids.length;
  }
  return {
    rig: {
      ...rig,
      bones: stays.map((was) => ({ ...bones[was], parent: above(was) })),
      weights: { version: 1, offsets, bones: Uint16Array.from(ids), values: Float32Array.from(values) },
      motion: moved,
    },
    origin: Int32Array.from(stays),
  };
}

/** Which bones move vertices, 1 or 0. O(number of weights). */
export function weightedBones({ bones, weights }: Pick<Rig, "bones" | "weights">): Uint8Array {
  const moves = new Uint8Array(bones.length);
  weights.bones.forEach((j, e) => {
    if (weights.values[e] > 0) moves[j] = 1;
  });
  return moves;
}

/**
 * Bones that move nothing: no vertex has a weight above 0 for them. End joints are not among them, because they are
 * there to move nothing. At least one bone is never listed.
 */
export function idleBones(rig: Rig): number[] {
  const { bones } = rig;
  const moves = weightedBones(rig);
  const idle = [...bones.keys()].filter((j) => moves[j] === 0 && !bones[j].end);
  return idle.length === bones.length ? idle.slice(1) : idle;
}

/**
 * Idle bones that can go without another motion: those that carry no bone that moves vertices, and roots that carry
 * only one, which becomes the root. Other idle bones hold joints in their places, as the hips of a robot.
 */
export function spareBones(rig: Rig): number[] {
  const { bones } = rig;
  const idle = new Set(idleBones(rig));
  const carries = bones.map(() => false);
  for (const [j, bone] of bones.entries()) {
    if (idle.has(j) || bone.end) continue;
    for (let at = j; at >= 0 && !carries[at]; at = bones[at].parent) carries[at] = true;
  }
  const spare = new Set([...idle].filter((j) => !carries[j]));
  for (const [j, { parent }] of bones.entries()) {
    for (let root = parent < 0 ? j : -1; idle.has(root) && carries[root]; ) {
      const below = [...bones.keys()].filter((k) => bones[k].parent === root && carries[k]);
      if (below.length !== 1) break;
      spare.add(root);
      root = below[0];
    }
  }
  return [...spare].sort((a, b) => a - b);
}

/** The weighted mean of the vertices that each bone moves, at rest, 3B; the bone's head if it moves nothing. */
export function boneCentres({ bones, weights, rest }: Rig): Float64Array {
  const centres = new Float64Array(3 * bones.length);
  const whole = new Float64Array(bones.length);
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      const j = weights.bones[e];
      whole[j] += weights.values[e];
      for (let c = 0; c < 3; c++) centres[3 * j + c] += weights.values[e] * rest[3 * i + c];
    }
  }
  bones.forEach(({ head }, j) => {
    for (let c = 0; c < 3; c++) {
      centres[3 * j + c] = whole[j] > 0 ? centres[3 * j + c] / whole[j] : head[c];
    }
  });
  return centres;
}
