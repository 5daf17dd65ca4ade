import type { JointFrame } from "./bone-rest-frames";

/** The nodes of a file: one for each bone, and one above it for a bone that shears. Parents come first. */
export interface NodeLayout {
  /** N: the parent of each node, −1 for the armature. */
  parents: Int32Array;
  /** N: the bone that a node belongs to. */
  nodeBones: Int32Array;
  /** B: the node that is the bone's joint. */
  joints: Int32Array;
}

/** @param restFrames with parents before their children */
export function layoutNodes(restFrames: readonly Pick<JointFrame, "parent" | "pair">[]): NodeLayout {
  const [parents, nodeBones, joints]: number[][] = [[], [], []];
  restFrames.forEach(({ parent, pair }, j) => {
    parents.push(parent < 0 ? -1 : joints[parent]);
    nodeBones.push(j);
    if (pair) {
      parents.push(nodeBones.length - 1);
      nodeBones.push(j);
    }
    joints.push(nodeBones.length - 1);
  });
  return {
    parents: Int32Array.from(parents),
    nodeBones: Int32Array.from(nodeBones),
    joints: Int32Array.from(joints),
  };
}

/** The part of its bone that a node is: the whole bone, or the upper or the lower node of a pair. */
export function nodePart({ nodeBones, joints }: NodeLayout, n: number): "whole" | "upper" | "lower" {
  if (joints[nodeBones[n]] !== n) return "upper";
  return n > 0 && nodeBones[n - 1] === nodeBones[n] ? "lower" : "whole";
}
