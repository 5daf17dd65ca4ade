/** The trunk: the bones in the plane of symmetry, from the tail over the spine to the head. */
import { type BodyShape, isIdle, movesVertices } from "./body-shape";
import type { BonePairs } from "./bone-pairs";

/**
 * The bones that are their own mirror image, and single bones that continue them, such as the rest of a tail that is
 * swung to one side.
 */
export function trunkBones(shape: BodyShape, { partner }: BonePairs): Set<number> {
  const trunk = new Set<number>();
  const walk = (j: number) => {
    trunk.add(j);
    const middle = shape.children[j].filter((child) => partner[child] === child);
    const alone = shape.children[j].filter((child) => partner[child] < 0 && movesVertices(shape, child));
    for (const child of middle) walk(child);
    if (alone.length === 1 && middle.every((child) => !movesVertices(shape, child))) walk(alone[0]);
  };
  const middle = shape.roots.filter((j) => partner[j] === j);
  const roots = middle.length > 0 ? middle : shape.roots.length === 1 ? shape.roots : [];
  for (const root of roots) walk(root);
  return trunk;
}

/** Neighbours of a bone within the trunk: its parent and its children. */
export function neighboursIn(shape: BodyShape, trunk: ReadonlySet<number>, j: number): number[] {
  const all = [...shape.children[j], shape.bones[j].parent];
  return all.filter((each) => trunk.has(each));
}

/** The bones from one bone of the trunk to another, both included; only `from` if they are not connected. */
export function trunkPath(shape: BodyShape, trunk: ReadonlySet<number>, from: number, to: number): number[] {
  const before = new Map([[from, -1]]);
  for (const at of before.keys()) {
    for (const next of neighboursIn(shape, trunk, at)) if (!before.has(next)) before.set(next, at);
  }
  if (!before.has(to)) return [from];
  const path: number[] = [];
  for (let at = to; at >= 0; at = before.get(at)!) path.push(at);
  return path.reverse();
}

/**
 * Ends of the trunk: bones that end a branch of it, and a first bone with one branch that carries no limbs. Bones that
 * move no vertices do not count.
 */
export function trunkEnds(shape: BodyShape, trunk: ReadonlySet<number>): number[] {
  const isAlive = (j: number) => trunk.has(j) && movesVertices(shape, j);
  const alive = [...trunk].filter(isAlive);
  const top = alive.filter((j) => !isAlive(shape.bones[j].parent));
  return alive.filter((j) => {
    const below = shape.children[j].filter(isAlive);
    return below.length === 0 || (top.includes(j) && below.length === 1 && !bears(shape, j, trunk));
  });
}

/** Whether a bone carries limbs or moves nothing itself. Such a bone is not an end of the trunk. */
function bears(shape: BodyShape, j: number, trunk: ReadonlySet<number>): boolean {
  return (
    isIdle(shape, j) || shape.children[j].some((child) => !trunk.has(child) && movesVertices(shape, child))
  );
}
