import { reorderBones } from "../../model/rig/reorder-bones";
import type { Rig } from "../../model/rig/rig";

/** The hierarchy of B bones, in any coordinates. */
export interface SkeletonTree {
  /** B: the parent of each bone, −1 for roots. */
  parents: Int32Array;
  /** B: all bones, parents before children. */
  order: Uint32Array;
  /** 3B: the rest position of the joint between each bone and its parent. A root turns about any point. */
  joints: Float64Array;
}

/** All bones, parents before children; siblings ascending. */
export function orderOf(parents: ArrayLike<number>): Uint32Array {
  const children: number[][] = Array.from(parents, () => []);
  const order: number[] = [];
  Array.from(parents).forEach((p, j) => {
    (p < 0 ? order : children[p]).push(j);
  });
  for (let at = 0; at < order.length; at++) order.push(...children[order[at]]);
  return Uint32Array.from(order);
}

/** The tree of a rig: joints are the heads of its bones. */
export function treeOfRig({ bones }: Pick<Rig, "bones">): SkeletonTree {
  const parents = Int32Array.from(bones, ({ parent }) => parent);
  return { parents, order: orderOf(parents), joints: Float64Array.from(bones.flatMap(({ head }) => head)) };
}

/** Two bones that meet in a joint. */
export interface TreeLink {
  a: number;
  b: number;
  /** Rest position of their joint. */
  joint: readonly number[];
}

/** Links of every bone: the bones at their other ends, in ascending order, with their joints. */
function linksOf(B: number, links: readonly TreeLink[]): { to: number; joint: readonly number[] }[][] {
  const out: { to: number; joint: readonly number[] }[][] = Array.from({ length: B }, () => []);
  for (const { a, b, joint } of links) {
    out[a].push({ to: b, joint });
    out[b].push({ to: a, joint });
  }
  for (const list of out) list.sort((p, q) => p.to - q.to);
  return out;
}

/**
 * Builds the tree from its roots. Every bone occurs once, for any links: links that would close a cycle are left out,
 * and a bone that no root reaches becomes a root.
 * @param roots one bone of each tree, in the order of the trees.
 * @param places 3B: where to show roots.
 */
export function treeFromLinks(
  B: number,
  links: readonly TreeLink[],
  roots: readonly number[],
  places: ArrayLike<number>,
): SkeletonTree {
  const around = linksOf(B, links);
  const parents = new Int32Array(B).fill(-1);
  const joints = Float64Array.from({ length: 3 * B }, (_, c) => places[c]);
  const placed = new Set<number>();
  for (const root of [...roots, ...parents.keys()]) {
    if (placed.has(root)) continue;
    const reached = [root];
    placed.add(root);
    for (const j of reached) {
      for (const { to, joint } of around[j]) {
        if (placed.has(to)) continue;
        parents[to] = j;
        joints.set(joint, 3 * to);
        placed.add(to);
        reached.push(to);
      }
    }
  }
  return { parents, order: Uint32Array.from(placed), joints };
}

/** The bones without a parent, in the tree's order. */
export const rootsOf = ({ parents, order }: SkeletonTree): number[] =>
  Array.from(order).filter((j) => parents[j] < 0);

/**
 * The rig with its bones in the order of the tree, parents first, and heads at the joints. Also returns the tree for
 * this order. Motion and weights stay the same.
 */
export function rigInTreeOrder(rig: Rig, tree: SkeletonTree): { rig: Rig; tree: SkeletonTree } {
  const { parents, order, joints } = tree;
  const bones = rig.bones.map((bone, j) => ({
    ...bone,
    parent: parents[j],
    head: [joints[3 * j], joints[3 * j + 1], joints[3 * j + 2]] as [number, number, number],
  }));
  const sorted = reorderBones({ ...rig, bones }, order);
  return { rig: sorted, tree: treeOfRig(sorted) };
}
