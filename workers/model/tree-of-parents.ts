/**
 * Functions for a rig's bones and a skeleton's segments. Both are trees in which each entry has the index of its
 * parent, −1 for a root.
 */
import { SinewError } from "./errors";

type Tree = readonly { parent: number }[];

/** Whether anything has a parent. */
export const areConnected = (tree: Tree): boolean => tree.some(({ parent }) => parent >= 0);

/** These entries and all below them, ascending. Parents come before their children. */
export function branchOf(tree: Tree, ...roots: number[]): number[] {
  const inside = new Set(roots);
  tree.forEach(({ parent }, j) => {
    if (inside.has(parent)) inside.add(j);
  });
  return [...inside].sort((a, b) => a - b);
}

/** The error for a parent that lies in the bone's own branch. */
export const belowItself = (name: string): SinewError =>
  new SinewError({
    title: `${name} cannot go below itself`,
    body: "Choose a parent outside its own branch.",
  });
