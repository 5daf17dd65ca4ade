/** What each bone of a body is called, whatever the style of its name: "the second bone of the left thumb". */

import { distance } from "../../math/vectors";
import type { Side } from "../../model/side-names";
import type { BodyPlan } from "./body-plan";
import { isIdle, movesVertices } from "./body-shape";
import { nameLimb } from "./limb-roles";
import { height } from "./limbs";
import { RoleNamer } from "./role-namer";
import { neighboursIn, trunkEnds, trunkPath } from "./trunk";

export interface BoneRole {
  /** "pelvis", "spine", "upperarm", "index" … */
  stem: string;
  /** From 1 where several bones of a side share a stem, counted from the trunk; else null. */
  number: number | null;
  side: Side | null;
  /** A bone beyond the last one that moves vertices; it marks where that one ends. */
  isEnd: boolean;
}

/** The role of every bone; null where the plan does not say. */
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
  const at = chest < 0 ? -1 : path.indexOf(chest);
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
      else namer.give(path[n], n === at && !isLimbless ? "chest" : "spine");
    }
    if (head >= 0) nameFace(plan, path[head], path, namer);
  }
  nameRoots(plan, tops, first, path, namer);
  nameTail(plan, first, path, namer);
}

/** The index of the head on the way from the pelvis: the parent of ears or a jaw, else the last bone; −1 for none. */
function headOf({ shape, trunk, limbs }: BodyPlan, path: readonly number[], after: number): number {
  for (let n = after + 1; n < path.length; n++) {
    const bears = limbs.some(({ attach, reach }) => attach === path[n] && reach < 0.35);
    const onwards = neighboursIn(shape, trunk, path[n]).filter(
      (j) => j !== path[n - 1] && movesVertices(shape, j),
    );
    const forks = onwards.length > 1;
    if (bears || forks) return n;
  }
  return path.length - 1 > after ? path.length - 1 : -1;
}

/** The bones of the trunk beyond the head: the lower one is the jaw, the other the snout. */
function nameFace({ shape, trunk }: BodyPlan, head: number, path: readonly number[], namer: RoleNamer): void {
  const onwards = (j: number, from: number) => neighboursIn(shape, trunk, j).filter((each) => each !== from);
  const low = (j: number) => height(shape, shape.tips[j]);
  const parts = onwards(head, path[path.indexOf(head) - 1] ?? -1);
  const alive = parts.filter((j) => movesVertices(shape, j)).sort((a, b) => low(a) - low(b));
  for (const j of parts) if (!alive.includes(j)) namer.give(j, "head", true);
  alive.forEach((j, n) => {
    const chain = [j];
    let next = onwards(j, head);
    while (next.length === 1) {
      const from = chain[chain.length - 1];
      chain.push(next[0]);
      next = onwards(next[0], from);
    }
    namer.chain(chain, [alive.length > 1 && n === 0 ? "jaw" : "snout"]);
  });
}

/**
 * The bones above the first of the trunk that are not on the way to the head: one that only carries the others is a
 * root.
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

/** The longest branch of the trunk from the pelvis away from the head. */
function nameTail(plan: BodyPlan, first: number, path: readonly number[], namer: RoleNamer): void {
  const { shape, trunk } = plan;
  const free = trunkEnds(shape, trunk)
    .filter((end) => namer.stems[end] === null)
    .map((end) => trunkPath(shape, trunk, first, end))
    .filter((way) => way.length > 1 && !path.includes(way[1]) && way.slice(1).every((j) => !namer.stems[j]));
  const best = free.sort((a, b) => b.length - a.length)[0];
  if (!best) return;
  const beyond = shape.children[best[best.length - 1]].filter((j) => trunk.has(j));
  namer.chain([...best.slice(1), ...beyond.filter((j) => !best.includes(j)).slice(0, 1)], ["tail"]);
}

/** The other end of a body without legs. */
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

/** The number of joints between two bones; from the root of the second if `from` is −1. */
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
