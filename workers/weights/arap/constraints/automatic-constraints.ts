/**
 * The constraints that are set without the artist: attachments, borders of supports, and weights that must not be
 * negative (Thiery & Eisemann 2018, section 4.3).
 */
import { boneHandles } from "../../handles";
import { segmentTree } from "../../segment-tree";
import type { ArapPlan } from "../arap-plan";
import { massOf } from "../system/weight-rows";
import { type ConstraintSet, supportEntry } from "./constraint-set";

/** A weight below this is treated as negative, and held at 0 if it is a local minimum. */
export const NEGATIVE = -1e-3;
/** At most this share of a bone's heat mass is held at 0 at the borders of its support. */
const MOST_AT_BORDERS = 0.25;

/**
 * Whether the value at an entry is above (with sign −1: below) the values of all neighbours. If not `strict`, it may be
 * equal.
 */
function isExtremum(
  plan: ArapPlan,
  values: ArrayLike<number>,
  i: number,
  entry: number,
  sign: number,
  strict: boolean,
): boolean {
  const { ring, input } = plan;
  for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
    const other = supportEntry(plan, ring.neighbours[e], input.heat.bones[entry]);
    const difference = sign * (values[entry] - (other < 0 ? 0 : values[other]));
    if (strict ? !(difference > 0) : difference < 0) return false;
  }
  return true;
}

/**
 * Attachments: a strict local maximum of the heat weights above `attachFrom` of a bone that the vertex sees; for a
 * solid with known segments, the vertices that lie on one bone alone (`boneHandles`).
 */
export function addAttachments(plan: ArapPlan, set: ConstraintSet): void {
  const { offsets, bones, values } = plan.input.heat;
  const { visible, mesh, segments } = plan.input;
  if (mesh.tets && segments) {
    const skeleton = { version: 1 as const, segments: [...segments] };
    for (const [i, own] of boneHandles(mesh, skeleton, segmentTree(skeleton))) {
      const entry = own.length === 1 ? supportEntry(plan, i, own[0]) : -1;
      if (entry >= 0) set.addAutomatic(i, entry, "attach");
    }
    return;
  }
  for (let i = 0; i < plan.vertexCount; i++) {
    if (plan.ring.offsets[i] === plan.ring.offsets[i + 1]) continue;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!(values[e] > plan.settings.attachFrom) || !isExtremum(plan, values, i, e, 1, true)) continue;
      if (!visible || visible(i, bones[e])) set.addAutomatic(i, e, "attach");
    }
  }
}

/**
 * Holds weights up to `bordersUpTo` at 0 at the border of a support, where a neighbour does not have the bone, unless
 * the vertex would keep no free or attached weight. For a bone that is nearly all border, the strongest entries stay
 * free: held, they would remove more than `MOST_AT_BORDERS` of its heat mass. Solids have no such constraints: their
 * rings are so wide that most of a support is border, and holding it costs more strain than the optimisation gains.
 */
export function addNeumann(plan: ArapPlan, set: ConstraintSet): void {
  const { mesh, heat } = plan.input;
  if (mesh.tets) return;
  const { offsets, bones, values } = heat;
  const masses = massOf(plan, values);
  const borders: [vertex: number, entry: number][] = [];
  for (let i = 0; i < plan.vertexCount; i++) {
    const border = borderOf(plan, i).filter(
      (e) => values[e] <= plan.settings.bordersUpTo && !set.at(i).some(({ entry }) => entry === e),
    );
    if (border.length < offsets[i + 1] - offsets[i]) for (const e of border) borders.push([i, e]);
  }
  const taken = new Float64Array(plan.bones);
  const held = new Set<number>();
  for (const [i, e] of borders.toSorted(([, a], [, b]) => values[a] - values[b])) {
    taken[bones[e]] += plan.ring.masses[i] * values[e];
    if (taken[bones[e]] <= MOST_AT_BORDERS * masses[bones[e]]) held.add(e);
  }
  for (const [i, e] of borders) if (held.has(e)) set.addAutomatic(i, e, "neumann");
}

/** Entries of a vertex whose bones a neighbour does not have. */
function borderOf({ ring, input, ...plan }: ArapPlan, i: number): number[] {
  const { offsets, bones } = input.heat;
  const border: number[] = [];
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    for (let n = ring.offsets[i]; n < ring.offsets[i + 1]; n++) {
      if (supportEntry({ ring, input, ...plan }, ring.neighbours[n], bones[e]) >= 0) continue;
      border.push(e);
      break;
    }
  }
  return border;
}

/** Holds local minima below −1e-3 at 0. They pull their surroundings along. Returns the vertices with new holds. */
export function addPositivity(plan: ArapPlan, set: ConstraintSet, weights: ArrayLike<number>): number[] {
  return holdAtZero(
    plan,
    set,
    weights,
    (i, e) => weights[e] < NEGATIVE && isExtremum(plan, weights, i, e, -1, false),
  );
}

/** Holds all weights below a bound at 0. Returns the vertices with new holds. */
export function addAllBelow(
  plan: ArapPlan,
  set: ConstraintSet,
  weights: ArrayLike<number>,
  bound: number,
): number[] {
  return holdAtZero(plan, set, weights, (_, e) => weights[e] < bound);
}

/**
 * Holds weights at 0. Each vertex keeps a free weight that completes the sum 1. If all would be held, the largest is
 * released.
 */
function holdAtZero(
  plan: ArapPlan,
  set: ConstraintSet,
  weights: ArrayLike<number>,
  isHeld: (i: number, entry: number) => boolean,
): number[] {
  const { offsets } = plan.input.heat;
  const changed = new Set<number>();
  for (let i = 0; i < plan.vertexCount; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!isHeld(i, e) || !set.addAutomatic(i, e, "positivity")) continue;
      changed.add(i);
      if (set.at(i).length === offsets[i + 1] - offsets[i]) set.dropPositivity(i, weights);
    }
  }
  return [...changed];
}
