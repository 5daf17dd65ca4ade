/** The role of each bone of a body, such as "second bone of the left thumb", for any style of names. */

import { distance, dot, minus } from "../../../math/vectors";
import type { Side } from "../../../model/side-names";
import type { BodyPlan } from "../body-plan";
import { isIdle, movesVertices } from "../body-shape";
import { height } from "../limbs";
import { trunkEnds, trunkPath } from "../trunk";
import { headOf, nameFace } from "./head-roles";
import { nameLimb } from "./limb-roles";
import { RoleNamer } from "./role-namer";

export interface BoneRole {
  /** "pelvis", "spine", "upperarm", "index" … */
  stem: string;
  /** The number from 1, counted from the trunk, if several bones of a side share a stem; otherwise null. */
  number: number | null;
  side: Side | null;
  /** A bone beyond the last one that moves vertices. It marks where that one ends. */
  isEnd: boolean;
}

/** The role of every bone; null if the plan does not tell. */
export function boneRoles(plan: BodyPlan): (BoneRole | null)[] {
  const namer = new RoleNamer(plan);
  nameTrunk(plan, namer);
  for (const limb of plan.limbs) nameLimb(plan, limb, namer);
  return numbered(namer.stems, plan);
}

function nameTrunk(plan: BodyPlan, namer: RoleNamer): void {
  const { shape, trunk, ends } = plan;
  const { pelvis, chest } = ends;
  const tops = [...trunk].filter((j) => !trunk.has(shape.bones[j].parent));
  const first = pelvis >= 0 ? pelvis : plan.kind === "limbless" || chest < 0 ? tail(plan) : lowestEnd(plan);
  if (first < 0) return;
  const path = ends.head < 0 ? [first] : trunkPath(shape, trunk, first, ends.head);
  // Front legs may hang on a bone beside the way to the head. The neck then begins where that bone branches off.
  const aside = chest < 0 ? [] : trunkPath(shape, trunk, chest, path[0]);
  const joins = aside.findIndex((j) => path.includes(j));
  const at = path.indexOf(aside[joins]);
  const isLimbless = plan.kind === "limbless";
  if (isLimbless && chest < 0) {
    namer.chain(path, ["spine"]);
  } else {
    if (pelvis >= 0) namer.give(pelvis, "pelvis");
    const head = headOf(plan, path, Math.max(at, pelvis >= 0 ? 0 : -1));
    const top = at >= 0 ? at : Math.max(0, head - 2);
    for (let n = 0; n < path.length; n++) {
      if (n === head) namer.give(path[n], "head");
      else if (n > head && head >= 0) break;
      else if (n > top && !isLimbless) namer.give(path[n], "neck");
      else namer.give(path[n], n === at && joins === 0 && !isLimbless ? "chest" : "spine");
    }
    if (joins > 0) namer.chain(aside.slice(0, joins), [isLimbless ? "spine" : "chest"]);
    if (head >= 0) nameFace(plan, path, { head, after: at }, namer);
  }
  nameRoots(plan, tops, first, path, namer);
  nameTail(plan, first, path, namer);
}

/**
 * Names the bones above the first of the trunk that are not on the way to the head. One that only carries the others is
 * a root.
 */
function nameRoots(
  { shape, trunk }: BodyPlan,
  tops: readonly number[],
  first: number,
  path: readonly number[],
  namer: RoleNamer,
): void {
  for (let j = shape.bones[first].parent; trunk.has(j); j = shape.bones[j].parent) {
    const far = distance(shape.bones[j].head, shape.bones[first].head) / shape.size;
    const carries = isIdle(shape, j) || (tops.includes(j) && far < 0.05);
    if (carries && !path.includes(j)) namer.give(j, "root");
  }
}

/**
 * Names the tail: the longest branch of the trunk from the pelvis away from the head. If legs hang on a bone beside it,
 * the tail branches off the spine behind the pelvis.
 */
function nameTail(plan: BodyPlan, first: number, path: readonly number[], namer: RoleNamer): void {
  const { shape, trunk, ends } = plan;
  const head = ends.head < 0 ? null : minus(shape.middles[ends.head], shape.bones[first].head);
  const isBehind = (end: number) =>
    head === null || dot(head, minus(shape.tips[end], shape.bones[first].head)) < 0;
  const free = trunkEnds(shape, trunk)
    .filter((end) => namer.stems[end] === null)
    .map((end) => trunkPath(shape, trunk, first, end))
    .map((way) => way.slice(way.findLastIndex((j) => path.includes(j))))
    .filter((way) => way.length > 1 && way.slice(1).every((j) => !namer.stems[j]))
    .filter((way) => way[0] === first || isBehind(way[way.length - 1]));
  const best = free.sort((a, b) => b.length - a.length)[0];
  if (!best) return;
  const beyond = shape.children[best[best.length - 1]].filter((j) => trunk.has(j));
  namer.chain([...best.slice(1), ...beyond.filter((j) => !best.includes(j)).slice(0, 1)], ["tail"]);
}

/** The end of the trunk opposite the head, for a body without legs. */
const tail = ({ shape, trunk, ends }: BodyPlan): number =>
  trunkEnds(shape, trunk)
    .filter((end) => end !== ends.head)
    .sort(
      (a, b) => trunkPath(shape, trunk, ends.head, b).length - trunkPath(shape, trunk, ends.head, a).length,
    )[0] ?? ends.head;

const lowestEnd = ({ shape, trunk, ends }: BodyPlan): number =>
  [...trunk]
    .filter((j) => movesVertices(shape, j) && j !== ends.head)
    .sort((a, b) => height(shape, shape.middles[a]) - height(shape, shape.middles[b]))[0] ?? ends.chest;

/** Numbers the bones of a side that share a stem, from the trunk outwards. */
function numbered(
  stems: readonly ({ stem: string; isEnd: boolean } | null)[],
  plan: BodyPlan,
): (BoneRole | null)[] {
  const { sides, shape } = plan;
  const groups = new Map<string, number[]>();
  stems.forEach((given, j) => {
    if (!given || given.isEnd) return;
    const key = `${given.stem} ${sides[j]}`;
    groups.set(key, [...(groups.get(key) ?? []), j]);
  });
  const { ends, kind } = plan;
  const first = ends.pelvis >= 0 ? ends.pelvis : kind === "limbless" ? tail(plan) : -1;
  const steps = (j: number) => stepsFrom(shape.bones, stems[j]?.stem === "root" ? -1 : first, j);
  const numbers = new Map<number, number>();
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    group.sort((a, b) => steps(a) - steps(b) || a - b).forEach((j, n) => void numbers.set(j, n + 1));
  }
  return stems.map((given, j) => given && { ...given, number: numbers.get(j) ?? null, side: sides[j] });
}

/** The number of joints between two bones. If `from` is −1, it is counted from the root of `to`. */
function stepsFrom(bones: BodyPlan["shape"]["bones"], from: number, to: number): number {
  const up = (j: number) => {
    const chain: number[] = [];
    for (let at = j; at >= 0; at = bones[at].parent) chain.push(at);
    return chain;
  };
  const [a, b] = [up(from), up(to)];
  const meets = b.findIndex((j) => a.includes(j));
  return meets < 0 ? b.length : meets + a.indexOf(b[meets]);
}
