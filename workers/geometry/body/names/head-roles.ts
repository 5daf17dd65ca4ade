/** Finds the head on the way from the pelvis, and names the bones around it. */

import { dot, minus, plus, scaled } from "../../../math/vectors";
import type { Point } from "../../../model/skeleton/skeleton";
import { isLevel } from "../body-ends";
import type { BodyPlan } from "../body-plan";
import { type BodyShape, movesVertices } from "../body-shape";
import { height } from "../limbs";
import { neighboursIn } from "../trunk";
import type { RoleNamer } from "./role-namer";

/**
 * The vertices of a neck lie up to this far along the way to the bones beyond it. A skull reaches farther, to where jaw
 * and ears begin.
 */
const NECK = 0.4;
/** A head moves at least this share of the vertices that its neck moves. */
const AS_HEAVY = 0.5;
/** The last bone is a jaw or a nose if it moves less than this share of the vertices that the bone before it moves. */
const SLIGHT = 0.25;
/**
 * A part of the head stands on top of it if it points up at least this steeply: the cosine of its angle with the
 * vertical.
 */
const UPWARDS = 0.7;

/**
 * The index of the head on the way from the pelvis; −1 for none. It is the parent of ears or a jaw, or otherwise the
 * last bone that is not just a small part of another one.
 * @param after the index of the last bone that cannot be the head.
 */
export function headOf(plan: BodyPlan, path: readonly number[], after: number): number {
  const { shape, trunk, limbs } = plan;
  for (let n = after + 1; n < path.length; n++) {
    const bears = limbs.some(({ attach, reach }) => attach === path[n] && reach < 0.35);
    const onwards = neighboursIn(shape, trunk, path[n]).filter(
      (j) => j !== path[n - 1] && movesVertices(shape, j),
    );
    if (bears || (onwards.length > 1 && !isNeck(shape, path[n], onwards))) return n;
  }
  const last = path.length - 1;
  if (last <= after) return -1;
  const isPart = last - 1 > after && shape.shares[path[last]] < SLIGHT * shape.shares[path[last - 1]];
  return isPart ? last - 1 : last;
}

/**
 * Whether a bone that carries several others is a neck with head and ears at its end, rather than a skull with its
 * parts.
 */
function isNeck(shape: BodyShape, j: number, onwards: readonly number[]): boolean {
  const joint = shape.bones[j].head;
  const below = onwards
    .filter((each) => shape.bones[each].parent === j)
    .map((each) => shape.bones[each].head);
  const heaviest = Math.max(...onwards.map((each) => shape.shares[each]));
  if (below.length < 2 || heaviest < AS_HEAVY * shape.shares[j]) return false;
  const mean = below.reduce((sum, p) => plus(sum, scaled(p, 1 / below.length)), [0, 0, 0] as Point);
  const way = minus(mean, joint);
  return dot(minus(shape.middles[j], joint), way) < NECK * dot(way, way);
}

/**
 * Names the bones in the middle beyond the head, and beside it on the neck. A bone that stands up moves both ears, or
 * is a crest on an upright body. Of the other bones, the lower one is the jaw and the higher one the snout. On an
 * upright body a single low bone is the jaw.
 */
export function nameFace(
  plan: BodyPlan,
  path: readonly number[],
  { head, after }: { head: number; after: number },
  namer: RoleNamer,
): void {
  const { shape, trunk, ends } = plan;
  const onwards = (j: number, from: number) => neighboursIn(shape, trunk, j).filter((each) => each !== from);
  const name = (start: number, from: number, stem: string) => {
    const chain = [start];
    let next = onwards(start, from);
    while (next.length === 1) {
      const before = chain[chain.length - 1];
      chain.push(next[0]);
      next = onwards(next[0], before);
    }
    namer.chain(chain, [stem]);
  };
  const stands = (j: number) => {
    const way = minus(shape.tips[j], shape.bones[j].head);
    return dot(shape.up, way) > UPWARDS * Math.hypot(...way);
  };
  const raised = isLevel(shape, ends) ? "ears" : "crest";
  for (let n = after + 1; n < head; n++) {
    const beside = onwards(path[n], path[n - 1] ?? -1).filter((j) => j !== path[n + 1]);
    for (const j of beside) if (movesVertices(shape, j) && stands(j)) name(j, path[n], raised);
  }
  const tipHeight = (j: number) => height(shape, shape.tips[j]);
  const parts = onwards(path[head], path[head - 1] ?? -1);
  for (const j of parts) if (!movesVertices(shape, j)) namer.give(j, "head", true);
  const alive = parts.filter((j) => movesVertices(shape, j)).sort((a, b) => tipHeight(a) - tipHeight(b));
  const level = alive.filter((j) => alive.length === 1 || !stands(j));
  for (const j of alive) if (!level.includes(j)) name(j, path[head], raised);
  const isChin = (j: number) => raised === "crest" && tipHeight(j) < height(shape, shape.middles[path[head]]);
  level.forEach((j, n) => {
    name(j, path[head], (level.length > 1 && n === 0) || isChin(j) ? "jaw" : "snout");
  });
}
