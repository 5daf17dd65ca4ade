import { SinewError } from "../../model/errors";
import { boneCentres } from "../../model/rig/bone-tree";
import type { Rig } from "../../model/rig/rig";
import type { HierarchyEdit } from "../../model/skeleton/hierarchy-edit";
import { linksOfTree, subtreeOf } from "../auto/trees/tree-links";
import { treeAtOnePlace } from "../freedoms/at-one-place";
import { bentBones } from "../still/bent-bones";
import { splitBent } from "../still/split-bent";
import { overlapsOf } from "../tree/bone-overlaps";
import { expectedPlace, jointFromMotion } from "../tree/edge-costs";
import { rootsOf, type SkeletonTree, type TreeLink, treeFromLinks, treeOfRig } from "../tree/skeleton-tree";
import type { Shared } from "./new-weights";

/** A rig after an edit, before it is posed again. */
export interface EditedSkeleton {
  rig: Rig;
  tree: SkeletonTree;
  /** B: each bone's number before the edit, or −1 for a new bone. */
  origin: Int32Array;
  /** Bones whose joint or parent has changed. Their joints are closed, and their trees are posed again. */
  touched: number[];
  /** The touched bones whose joints are found again. */
  loose: number[];
  /** A new bone, and the bone whose weights it shares. The weights are fitted when both have been posed. */
  shared?: Shared;
}

/** µ for each frame, for a joint that is found again. */
const JOINT_PULL = 1e-3;

export const wrong = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

export const unchanged = (rig: Rig) => Int32Array.from(rig.bones.keys());

/** The joint of two bones by their motion, near the place where their weights meet. */
export function jointBetween(rig: Rig, a: number, b: number): { joint: number[]; gap: number } {
  const overlaps = overlapsOf(rig);
  const place = expectedPlace(overlaps, { expected: "overlap" }, a, b);
  const frames = rig.motion.length / (12 * rig.bones.length);
  return jointFromMotion(rig.motion, rig.bones.length, a, b, place, {
    solver: "soft",
    pull: JOINT_PULL * frames,
  });
}

/** @throws SinewError if the bone has no parent. */
export function movedJoint(rig: Rig, bone: number, to: readonly number[]): EditedSkeleton {
  if (rig.bones[bone].parent < 0) {
    wrong(
      "A root has no joint",
      `${rig.bones[bone].name} has no parent. Choose a bone that has one, or give it a parent first.`,
    );
  }
  const tree = treeOfRig(rig);
  tree.joints.set(to, 3 * bone);
  return { rig, tree, origin: unchanged(rig), touched: [bone], loose: [] };
}

/** @throws SinewError if the new parent is below the bone and comes with it. */
export function reparented(
  rig: Rig,
  { bone, parent, alone = false, keepJoint = false }: Extract<HierarchyEdit, { kind: "reparent" }>,
): EditedSkeleton {
  const tree = treeOfRig(rig);
  if (parent === bone || (parent >= 0 && !alone && subtreeOf(tree, bone).has(parent))) {
    const [child, on] = [rig.bones[bone].name, rig.bones[parent].name];
    wrong("A bone cannot be below itself", `${on} is below ${child}. Give ${on} another parent first.`);
  }
  const before = tree.parents[bone];
  const left = alone ? [...tree.parents.keys()].filter((j) => tree.parents[j] === bone) : [];
  const moved = new Set([bone, ...left]);
  const linkTo = (j: number, on: number): TreeLink[] => {
    if (on < 0) return [];
    return [{ a: j, b: on, joint: keepJoint ? rig.bones[j].head : jointBetween(rig, j, on).joint }];
  };
  const links = [
    ...linksOfTree(tree).filter(({ a }) => !moved.has(a)),
    ...left.flatMap((j) => linkTo(j, before)),
    ...linkTo(bone, parent),
  ];
  const roots = rootsOf(tree).filter((root) => root !== bone);
  if (before < 0) roots.push(...left);
  if (parent < 0) roots.push(bone);
  const after = treeFromLinks(rig.bones.length, links, roots, tree.joints);
  const touched = [bone, ...left, before].filter((j) => j >= 0);
  const loose = keepJoint ? [] : [bone, ...left].filter((j) => after.parents[j] >= 0);
  return { rig, tree: after, origin: unchanged(rig), touched, loose };
}

/**
 * Makes the bone the root of its tree, with its origin in the middle of its vertices. Bones that meet at one place hang
 * on the one that is now nearest to the root. No other joint changes.
 * @param error RMS error of the rig as a share of the diagonal.
 */
export function rerooted(rig: Rig, bone: number, error: number): EditedSkeleton {
  const tree = treeOfRig(rig);
  const places = tree.joints.slice();
  places.set(boneCentres(rig).subarray(3 * bone, 3 * bone + 3), 3 * bone);
  const roots = rootsOf(tree).map((root) => (subtreeOf(tree, root).has(bone) ? bone : root));
  const turned = treeFromLinks(rig.bones.length, linksOfTree(tree), roots, places);
  const { tree: after, hung } = treeAtOnePlace(rig, turned, error);
  return { rig, tree: after, origin: unchanged(rig), touched: hung, loose: [] };
}

/**
 * Follows a removal or a merge of bones: their neighbours are joined to the bones that replace them.
 * @param heirs the new number of every old bone.
 */
export function withHeirs(
  before: Rig,
  after: Rig,
  origin: Int32Array,
  heirs: readonly number[],
): EditedSkeleton {
  const old = treeOfRig(before);
  const links = linksOfTree(old).flatMap(({ a, b, joint }): TreeLink[] =>
    heirs[a] === heirs[b] ? [] : [{ a: heirs[a], b: heirs[b], joint }],
  );
  const roots = rootsOf(old).map((root) => heirs[root]);
  const places = treeOfRig(after).joints;
  const tree = treeFromLinks(after.bones.length, links, roots, places);
  const isGone = (j: number) => origin.indexOf(j) < 0;
  const orphans = [...origin.keys()].filter((j) => {
    const parent = origin[j] < 0 ? -1 : old.parents[origin[j]];
    return parent >= 0 && isGone(parent);
  });
  // A bone without links leaves nothing that another bone could take over.
  const isLinked = (j: number) => old.parents[j] >= 0 || old.parents.includes(j);
  const touched = new Set([...orphans, ...heirs.filter((_, j) => isGone(j) && isLinked(j))]);
  const loose = orphans.filter((j) => tree.parents[j] >= 0);
  return { rig: after, tree, origin, touched: [...touched], loose };
}

/** Follows a split of a bone: each of its neighbours is joined to the half with which it has the better joint. */
export function divided(before: Rig, after: Rig, origin: Int32Array, bone: number): EditedSkeleton {
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
  const tree = treeFromLinks(after.bones.length, links, roots, treeOfRig(after).joints);
  return { rig: after, tree, origin, touched: [first, ...loose], loose };
}

/**
 * Splits a bone where its surface bends, although nothing ever moves there. Both halves keep its motion.
 * @throws SinewError if it does not bend.
 */
export function splitWhereBent(rig: Rig, bone: number, influences: number): EditedSkeleton {
  const bend = bentBones(rig).find((each) => each.bone === bone);
  if (!bend) {
    return wrong(
      `${rig.bones[bone].name} does not bend any more`,
      "It has other vertices than when it was reported. Insert a joint where you want one.",
    );
  }
  const after = splitBent(rig, bend, influences);
  const before = new Map(rig.bones.map(({ name }, j) => [name, j]));
  const origin = Int32Array.from(after.bones, ({ name }) => before.get(name) ?? -1);
  return { rig: after, tree: treeOfRig(after), origin, touched: [], loose: [] };
}
