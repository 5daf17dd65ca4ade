/**
 * What holds single weights: c_i |w_ij − ŵ_ij|² (Thiery & Eisemann 2018, section 4.2). On a vertex that the artist holds,
 * only the artist's count: an attachment beside a brush would leave the mean of both.
 */
import type { ArapPlan } from "./arap-plan";

type AutomaticKind = "attach" | "neumann" | "positivity";

/** One weight that is held. `entry` numbers the supports' entries. */
export interface Held {
  entry: number;
  value: number;
}

/** A local minimum below this is held at 0. */
const NEGATIVE = -1e-3;
/** Weights above this can attach a vertex to a bone. */
const ATTACHED = 0.5;

export class ConstraintSet {
  private readonly automatic = new Map<number, Map<number, { kind: AutomaticKind; value: number }>>();
  private readonly painted = new Map<number, Map<number, number>>();

  /** What holds vertex i. */
  at(i: number): Held[] {
    const brush = this.painted.get(i);
    if (brush) return [...brush].map(([entry, value]) => ({ entry, value }));
    return [...(this.automatic.get(i) ?? [])].map(([entry, { value }]) => ({ entry, value }));
  }

  /** Vertices that the artist holds. */
  isPainted(i: number): boolean {
    return this.painted.has(i);
  }

  /** Holds an entry, or lets go of it with null. */
  paint(i: number, entry: number, value: number | null): void {
    const brush = this.painted.get(i) ?? new Map<number, number>();
    if (value === null) brush.delete(entry);
    else brush.set(entry, value);
    if (brush.size > 0) this.painted.set(i, brush);
    else this.painted.delete(i);
  }

  /** Takes away the automatic constraint on an entry; returns whether there was one. */
  release(i: number, entry: number): boolean {
    return this.automatic.get(i)?.delete(entry) ?? false;
  }

  addAutomatic(i: number, entry: number, kind: AutomaticKind): void {
    const held = this.automatic.get(i) ?? new Map<number, { kind: AutomaticKind; value: number }>();
    if (!held.has(entry)) held.set(entry, { kind, value: kind === "attach" ? 1 : 0 });
    this.automatic.set(i, held);
  }

  /** Entries that are held by a kind of automatic constraint, as [vertex, entry]. */
  of(kind: AutomaticKind): [number, number][] {
    return [...this.automatic].flatMap(([i, held]) =>
      [...held].flatMap(([entry, own]): [number, number][] => (own.kind === kind ? [[i, entry]] : [])),
    );
  }
}

/** Entry of bone j in the support of i, or −1. */
export function entryOf({ input: { heat } }: ArapPlan, i: number, j: number): number {
  for (let e = heat.offsets[i]; e < heat.offsets[i + 1]; e++) if (heat.bones[e] === j) return e;
  return -1;
}

/** Whether the value at an entry is above (below, with sign −1) that of all neighbours, or as high where not strict. */
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
    const other = entryOf(plan, ring.neighbours[e], input.heat.bones[entry]);
    const difference = sign * (values[entry] - (other < 0 ? 0 : values[other]));
    if (strict ? !(difference > 0) : difference < 0) return false;
  }
  return true;
}

/** Attachments: a strict local maximum of the heat weights above ½ of a bone that the vertex sees. */
export function addAttachments(plan: ArapPlan, set: ConstraintSet): void {
  const { offsets, bones, values } = plan.input.heat;
  const { visible } = plan.input;
  for (let i = 0; i < plan.vertexCount; i++) {
    if (plan.ring.offsets[i] === plan.ring.offsets[i + 1]) continue;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!(values[e] > ATTACHED) || !isExtremum(plan, values, i, e, 1, true)) continue;
      if (!visible || visible(i, bones[e])) set.addAutomatic(i, e, "attach");
    }
  }
}

/**
 * Weights at the border of a support, where a neighbour does not have the bone, are 0; unless that would leave the vertex
 * none that is free or attached.
 */
export function addNeumann(plan: ArapPlan, set: ConstraintSet): void {
  const { offsets, bones } = plan.input.heat;
  const { ring } = plan;
  for (let i = 0; i < plan.vertexCount; i++) {
    const border: number[] = [];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (set.at(i).some(({ entry }) => entry === e)) continue;
      for (let n = ring.offsets[i]; n < ring.offsets[i + 1]; n++) {
        if (entryOf(plan, ring.neighbours[n], bones[e]) >= 0) continue;
        border.push(e);
        break;
      }
    }
    if (border.length < offsets[i + 1] - offsets[i])
      for (const e of border) set.addAutomatic(i, e, "neumann");
  }
}

/** Holds new local minima below −1e-3 at 0; returns their vertices. */
export function addPositivity(plan: ArapPlan, set: ConstraintSet, weights: ArrayLike<number>): number[] {
  const { offsets } = plan.input.heat;
  const changed: number[] = [];
  for (let i = 0; i < plan.vertexCount; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (!(weights[e] < NEGATIVE) || !isExtremum(plan, weights, i, e, -1, false)) continue;
      set.addAutomatic(i, e, "positivity");
      changed.push(i);
    }
  }
  return changed;
}
