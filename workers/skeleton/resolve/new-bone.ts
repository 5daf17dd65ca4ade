/**
 * Adds bones to a skeleton: between a bone and its parent, or growing out of a bone. A new bone starts with the motion
 * of that bone.
 */

import { distance, dot, minus } from "../../math/vectors";
import type { Bone, Rig } from "../../model/rig/rig";
import type { HierarchyEdit } from "../../model/skeleton/hierarchy-edit";
import { partName } from "../../model/skeleton/segment-names";
import type { SolveLocks } from "../../model/solve/solve-settings";
import { linksOfTree } from "../auto/trees/tree-links";
import { rootsOf, treeFromLinks, treeOfRig } from "../tree/skeleton-tree";
import { type EditedSkeleton, wrong } from "./edited";
import { sharedWeights, smoothShare } from "./new-weights";

type Place = Bone["head"];

/** The weights blend over this share of the shorter bone, on both sides of the joint. */
const BLEND = 0.35;

/** Limits of what a new bone may change. */
interface Limits {
  locks?: SolveLocks | null;
  /** Most influences of a vertex. */
  influences: number;
}

/**
 * Puts a new bone between a bone and its parent. It takes the bone's vertices before a point, where the joint of the
 * two lies.
 */
export function inserted(
  rig: Rig,
  { bone, at }: Pick<Extract<HierarchyEdit, { kind: "insert" }>, "bone" | "at">,
  limits: Limits,
): EditedSkeleton {
  const B = rig.bones.length;
  const old = treeOfRig(rig);
  const { head } = rig.bones[bone];
  const along = minus(at, head);
  const length = Math.hypot(...along);
  if (length === 0) wrong("The new bone has no length", "Choose a point away from the joint of the bone.");
  const links = linksOfTree(old).map(({ a, b, joint }) => ({ a: a === bone ? B : a, b, joint }));
  links.push({ a: bone, b: B, joint: [...at] });
  const roots = rootsOf(old).map((root) => (root === bone ? B : root));
  const reach = BLEND * Math.min(length, lengthBeyond(rig, bone, at) || length);
  const before = (place: readonly number[]) => dot(along, minus(at, place)) / length;
  return {
    rig: withNewBone(rig, bone, head, limits, (place) => smoothShare(before(place) / reach)).rig,
    tree: treeFromLinks(B + 1, links, roots, [...old.joints, ...head]),
    origin: Int32Array.of(...rig.bones.keys(), -1),
    touched: [bone, B],
    loose: [],
    shared: { from: bone, to: B },
  };
}

/** The distance from a point of a bone to the nearest joint of its children; 0 without children. */
function lengthBeyond({ bones }: Rig, bone: number, at: Place): number {
  const ends = bones.filter(({ parent }) => parent === bone).map(({ head }) => distance(head, at));
  return ends.length > 0 ? Math.min(...ends) : 0;
}

/**
 * Gives a bone a new child with its joint at `at`. It takes the bone's vertices that are nearer to the line from `at`
 * to `to` than to the bone.
 * @throws SinewError if there are none.
 */
export function extruded(
  rig: Rig,
  { bone, at, to }: Pick<Extract<HierarchyEdit, { kind: "extrude" }>, "bone" | "at" | "to">,
  limits: Limits,
): EditedSkeleton {
  const B = rig.bones.length;
  const old = treeOfRig(rig);
  const { head, name } = rig.bones[bone];
  const ends = rig.bones.flatMap((each) => (each.parent === bone ? [each.head] : []));
  if (ends.length === 0) ends.push(at);
  const [length, before] = [minus(to, at), minus(at, head)].map((way) => Math.hypot(...way));
  const reach = BLEND * Math.min(length, before || length) || 1;
  const share = (place: readonly number[]) => {
    const away = Math.sqrt(squaredDistance(place, at, to));
    const least = Math.min(...ends.map((end) => squaredDistance(place, head, end)));
    return smoothShare((Math.sqrt(least) - away) / reach);
  };
  const made = withNewBone(rig, bone, at, limits, share);
  if (made.taken === 0) {
    wrong(
      "The new bone would move nothing",
      `No vertex is nearer to it than to ${name}. Drag it into the part of ${name} that it should move.`,
    );
  }
  const links = [...linksOfTree(old), { a: B, b: bone, joint: [...at] }];
  return {
    rig: made.rig,
    tree: treeFromLinks(B + 1, links, rootsOf(old), [...old.joints, ...at]),
    origin: Int32Array.of(...rig.bones.keys(), -1),
    touched: [B],
    loose: [],
    shared: { from: bone, to: B },
  };
}

/** The squared distance of a point from a line between two points. */
function squaredDistance(p: ArrayLike<number>, from: ArrayLike<number>, to: ArrayLike<number>): number {
  const [along, aside] = [minus(to, from), minus(p, from)];
  const length = dot(along, along);
  const t = length > 0 ? Math.min(1, Math.max(0, dot(along, aside) / length)) : 0;
  const off = aside.map((x, c) => x - t * along[c]);
  return dot(off, off);
}

/**
 * The rig with a new last bone. It moves like `bone`, and takes a share of its weights. Locked vertices keep their
 * weights. `taken` counts the vertices that follow the new bone more than the old one.
 */
function withNewBone(
  rig: Rig,
  bone: number,
  head: Place,
  { locks = null, influences }: Limits,
  shareOf: (place: number[]) => number,
): { rig: Rig; taken: number } {
  const B = rig.bones.length;
  const { offsets, bones } = rig.weights;
  const shares = Float64Array.from({ length: offsets.length - 1 }, (_, i) => {
    const isFree = !locks?.vertices[i] && bones.subarray(offsets[i], offsets[i + 1]).includes(bone);
    return isFree ? shareOf([rig.rest[3 * i], rig.rest[3 * i + 1], rig.rest[3 * i + 2]]) : 0;
  });
  const motion = new Float32Array((rig.motion.length / B) * (B + 1));
  for (let k = 0; 12 * k * B < rig.motion.length; k++) {
    motion.set(rig.motion.subarray(12 * k * B, 12 * (k + 1) * B), 12 * k * (B + 1));
    const own = 12 * (k * B + bone);
    motion.set(rig.motion.subarray(own, own + 12), 12 * (k * (B + 1) + B));
  }
  const added: Bone = {
    name: partName(
      rig.bones[bone].name,
      rig.bones.map((each) => each.name),
    ),
    parent: -1,
    head,
  };
  const weights = sharedWeights(rig.weights, { from: bone, to: B }, shares, influences);
  const taken = shares.filter((share) => share > 0.5).length;
  return { rig: { ...rig, bones: [...rig.bones, added], motion, weights }, taken };
}
