/** What a rig's bones and a skeleton's segments share: a tree that is given by the parent of each, −1 for a root. */
import { SinewError } from "./errors";

type Tree = readonly { parent: number }[];

/** Whether anything has a parent. */
export const areConnected = (tree: Tree): boolean => tree.some(({ parent }) => parent >= 0);

/** These and all below them, ascending. Parents come before their children. */
export function branchOf(tree: Tree, ...roots: number[]): number[] {
  const inside = new Set(roots);
  tree.forEach(({ parent }, j) => {
    if (inside.has(parent)) inside.add(j);
  });
  return [...inside].sort((a, b) => a - b);
}

/** Says that what is called `name` cannot get a parent from its own branch. */
export const belowItself = (name: string): SinewError =>
  new SinewError({
    title: `${name} cannot go below itself`,
    body: "Choose a parent outside of its own branch.",
  });
