import { SinewError } from "../../model/errors";
import type { Bone, Rig } from "../../model/rig/rig";
import { linksOfTree, subtreeOf } from "../auto/tree-links";
import { overlapsOf } from "../tree/bone-overlaps";
import { expectedPlace, jointOf } from "../tree/edge-costs";
import { hangFrom, rootsOf, type SkeletonTree, type TreeLink, treeOfRig } from "../tree/skeleton-tree";

/** A rig after an edit, before it is posed again. */
export interface Edited {
  rig: Rig;
  tree: SkeletonTree;
  /** B: each bone's number before the edit, or −1 for a new bone. */
  origin: Int32Array;
  /** Bones whose joints are found again. */
  loose: number[];
}

/** µ of a joint that is found again, for each frame. */
const JOINT_PULL = 1e-3;

const wrong = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

const unchanged = (rig: Rig) => Int32Array.from(rig.bones.keys());

/** The joint of two bones by their motion, near where their weights meet. */
export function jointBetween(rig: Rig, a: number, b: number): { joint: number[]; gap: number } {
  const overlaps = overlapsOf(rig);
  const place = expectedPlace(overlaps, { expected: "overlap" }, a, b);
  const frames = rig.motion.length / (12 * rig.bones.length);
  return jointOf(rig.motion, rig.bones.length, a, b, place, { solver: "soft", pull: JOINT_PULL * frames });
}

/** @throws SinewError if the bone has no parent. */
export function movedJoint(rig: Rig, bone: number, to: readonly number[]): Edited {
  if (rig.bones[bone].parent < 0) {
    wrong(
      "A root has no joint",
      `${rig.bones[bone].name} hangs on no bone. Choose one that does, or give it a parent first.`,
    );
  }
  const tree = treeOfRig(rig);
  tree.joints.set(to, 3 * bone);
  return { rig, tree, origin: unchanged(rig), loose: [] };
}

/** @throws SinewError if the new parent hangs on the bone. */
export function reparented(rig: Rig, bone: number, parent: number): Edited {
  const tree = treeOfRig(rig);
  if (parent >= 0 && subtreeOf(tree, bone).has(parent)) {
    const [child, on] = [rig.bones[bone].name, rig.bones[parent].name];
    wrong("A bone cannot hang on itself", `${on} hangs on ${child}. Move ${on} elsewhere first.`);
  }
  const links = linksOfTree(tree).filter(({ a }) => a !== bone);
  if (parent >= 0) links.push({ a: bone, b: parent, joint: jointBetween(rig, bone, parent).joint });
  const roots = rootsOf(tree).filter((root) => root !== bone);
  if (parent < 0) roots.push(bone);
  return {
    rig,
    tree: hangFrom(rig.bones.length, links, roots, tree.joints),
    origin: unchanged(rig),
    loose: parent < 0 ? [] : [bone],
  };
}

/** Bones were removed or merged: their neighbours hang on the bones that replace them. @param heirs new number of every old bone. */
export function rehung(before: Rig, after: Rig, origin: Int32Array, heirs: readonly number[]): Edited {
  const old = treeOfRig(before);
  const links = linksOfTree(old).flatMap(({ a, b, joint }): TreeLink[] =>
    heirs[a] === heirs[b] ? [] : [{ a: heirs[a], b: heirs[b], joint }],
  );
  const roots = rootsOf(old).map((root) => heirs[root]);
  const places = treeOfRig(after).joints;
  return { rig: after, tree: hangFrom(after.bones.length, links, roots, places), origin, loose: [] };
}

/** A bone was split: each of its neighbours hangs on the half with which it has the better joint. */
export function divided(before: Rig, after: Rig, origin: Int32Array, bone: number): Edited {
  const first = origin.indexOf(bone);
  const second = origin.indexOf(-1);
  const place = before.bones.map((_, j) => origin.indexOf(j));
  const old = treeOfRig(before);
  const loose = [second];
  const links = linksOfTree(old).map(({ a, b, joint }): TreeLink => {
    const [from, to] = [place[a], place[b]];
    if (a !== bone && b !== bone) return { a: from, b: to, joint };
    const other = a === bone ? to : from;
    const [stay, go] = [jointBetween(after, first, other), jointBetween(after, second, other)];
    if (stay.gap <= go.gap) return { a: from, b: to, joint };
    loose.push(a === bone ? first : other);
    return { a: second, b: other, joint: go.joint };
  });
  links.push({ a: second, b: first, joint: jointBetween(after, first, second).joint });
  const roots = rootsOf(old).map((root) => place[root]);
  const tree = hangFrom(after.bones.length, links, roots, treeOfRig(after).joints);
  return { rig: after, tree, origin, loose };
}

/** A new bone takes the vertices of another one before a point, and hangs between it and its parent. */
export function inserted(rig: Rig, bone: number, at: readonly number[]): Edited {
  const B = rig.bones.length;
  const old = treeOfRig(rig);
  const from = rig.bones[bone].head;
  const along = at.map((x, c) => x - from[c]);
  const length = along.reduce((sum, x) => sum + x * x, 0);
  if (length === 0) wrong("The new bone has no length", "Choose a point away from the joint of the bone.");
  const ids = rig.weights.bones.slice();
  for (let i = 0; i + 1 < rig.weights.offsets.length; i++) {
    const reach = along.reduce((sum, x, c) => sum + x * (rig.rest[3 * i + c] - from[c]), 0);
    for (let e = rig.weights.offsets[i]; e < rig.weights.offsets[i + 1]; e++) {
      if (ids[e] === bone && reach < length) ids[e] = B;
    }
  }
  const motion = new Float32Array((rig.motion.length / B) * (B + 1));
  for (let k = 0; 12 * k * B < rig.motion.length; k++) {
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B), 12 * k * (B + 1));
    const own = 12 * (k * B + bone);
    motion.set(rig.motion.subarray(own, own + 12), 12 * (k * (B + 1) + B));
  }
  const added: Bone = { name: freeName(rig, rig.bones[bone].name), parent: -1, head: from };
  const links = linksOfTree(old).map(({ a, b, joint }) => ({ a: a === bone ? B : a, b, joint }));
  links.push({ a: bone, b: B, joint: [...at] });
  const roots = rootsOf(old).map((root) => (root === bone ? B : root));
  const places = [...old.joints, ...from];
  return {
    rig: {
      ...rig,
      bones: [...rig.bones, added],
      motion,
      weights: sortedRows({ ...rig.weights, bones: ids }),
    },
    tree: hangFrom(B + 1, links, roots, places),
    origin: Int32Array.of(...rig.bones.keys(), -1),
    loose: [],
  };
}

/** A name that no bone has: "leg_2". */
function freeName({ bones }: Rig, name: string): string {
  const taken = new Set(bones.map((bone) => bone.name));
  for (let n = 2; ; n++) if (!taken.has(`${name}_${n}`)) return `${name}_${n}`;
}

/** Rows with their bones in ascending order. */
function sortedRows(weights: Rig["weights"]): Rig["weights"] {
  const [ids, values] = [weights.bones.slice(), weights.values.slice()];
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    const [begin, end] = [weights.offsets[i], weights.offsets[i + 1]];
    const row = Array.from({ length: end - begin }, (_, n) => begin + n).sort(
      (p, q) => weights.bones[p] - weights.bones[q],
    );
    row.forEach((e, n) => {
      ids[begin + n] = weights.bones[e];
      values[begin + n] = weights.values[e];
    });
  }
  return { ...weights, bones: ids, values };
}
