/**
 * Constraints on single weights: c_i |w_ij − ŵ_ij|² (Thiery & Eisemann 2018, section 4.3). The artist's constraints
 * take precedence, because an attachment together with a brush would give the mean of both.
 */

import { sumOf } from "../../../math/sum";
import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { VertexBoneValues, WeightEdits } from "../../../model/weights/weight-edits";
import { SUM_TOLERANCE } from "../../kept/kept-rows";
import type { ArapPlan } from "../arap-plan";

type AutomaticKind = "attach" | "neumann" | "positivity";

/** A held weight. `entry` is the number of its entry in the supports. */
export interface Held {
  entry: number;
  value: number;
  /** Whether it is held for its sign or as a fixed weight. Such a hold is much stiffer than the mesh. */
  firm?: boolean;
}

/** A weight that is attached (1) or at the border of a support (0), held automatically or by the artist. */
interface HeldEntry {
  kind: "attach" | "neumann";
  vertex: number;
  entry: number;
  added: boolean;
}

/** Values of entries, by vertex. */
type ByVertex = Map<number, Map<number, number>>;

export class ConstraintSet {
  private readonly automatic = new Map<number, Map<number, AutomaticKind>>();
  /**
   * The artist's constraints: brushed values, added attachments and borders, and entries whose automatic constraint is
   * released.
   */
  private painted: ByVertex = new Map();
  private added: ByVertex = new Map();
  private released = new Set<number>();
  /** Weights that stay, whatever other constraints say. */
  private readonly kept: ByVertex;

  /** @param plan the plan, with fixed weights. */
  constructor(plan: ArapPlan) {
    this.kept = keptEntries(plan);
  }

  /**
   * The constraints of vertex i. Fixed weights come first. Of the others, those apply that fit into the rest of the sum
   * 1.
   */
  at(i: number): Held[] {
    const kept = this.kept.get(i);
    if (!kept) return this.wantedAt(i);
    const held = Array.from(kept, ([entry, value]): Held => ({ entry, value, firm: true }));
    let room = 1 + SUM_TOLERANCE - sumOf(kept.values());
    for (const other of this.wantedAt(i)) {
      if (kept.has(other.entry) || other.value > room) continue;
      room -= other.value;
      held.push(other);
    }
    return held;
  }

  /**
   * The constraints of vertex i from the artist and the supports. If the artist attaches a vertex, automatic
   * attachments do not apply. If the artist brushed it, only the brush and the artist's borders apply.
   */
  private wantedAt(i: number): Held[] {
    const brush = this.painted.get(i);
    const own = this.added.get(i);
    const out = new Map<number, Held>();
    const attached = own && [...own.values()].includes(1);
    for (const [entry, kind] of this.automatic.get(i) ?? []) {
      // A sign constraint is not the artist's choice, so it also applies beside the brush.
      if (kind !== "positivity" && (brush || this.released.has(entry) || (attached && kind === "attach")))
        continue;
      const value = kind === "attach" ? 1 : 0;
      out.set(entry, kind === "positivity" ? { entry, value, firm: true } : { entry, value });
    }
    for (const [entry, value] of own ?? []) if (!brush || value === 0) out.set(entry, { entry, value });
    for (const [entry, value] of brush ?? []) out.set(entry, { entry, value });
    return [...out.values()];
  }

  /** Whether the artist holds a weight of the vertex. */
  isPainted(i: number): boolean {
    return this.painted.has(i) || this.added.has(i) || this.kept.has(i);
  }

  /**
   * Replaces the artist's constraints. Pairs outside the supports have no effect.
   * @returns the vertices whose constraints changed.
   */
  follow(plan: ArapPlan, { holds, attach, neumann }: WeightEdits): number[] {
    const [painted, added] = [new Map(), new Map()] as [ByVertex, ByVertex];
    const released = new Set<number>();
    eachEntry(plan, holds, (i, entry, value) => put(painted, i, entry, value));
    [attach, neumann].forEach((wishes, n) => {
      eachEntry(plan, wishes, (i, entry, value) => {
        if (value > 0) put(added, i, entry, 1 - n);
        else if (this.automatic.get(i)?.get(entry) === (n === 0 ? "attach" : "neumann")) released.add(entry);
      });
    });
    const touched = new Set<number>();
    for (const map of [this.painted, this.added, painted, added]) for (const i of map.keys()) touched.add(i);
    for (const entries of [this.released, released]) for (const e of entries) touched.add(vertexOf(plan, e));
    const before = new Map([...touched].map((i) => [i, this.state(i)]));
    Object.assign(this, { painted, added, released });
    return [...touched].filter((i) => this.state(i) !== before.get(i));
  }

  private state(i: number): string {
    return `${this.isPainted(i)} ${this.at(i).map(({ entry, value }) => `${entry}:${value}`)}`;
  }

  /** Returns whether the constraint is new. Existing automatic constraints stay. */
  addAutomatic(i: number, entry: number, kind: AutomaticKind): boolean {
    const held = this.automatic.get(i) ?? new Map<number, AutomaticKind>();
    if (held.has(entry)) return false;
    this.automatic.set(i, held.set(entry, kind));
    return true;
  }

  /** Releases the largest of the weights of a vertex that are held for their sign. */
  dropPositivity(i: number, weights: ArrayLike<number>): void {
    const held = this.automatic.get(i);
    let largest = -1;
    for (const [entry, kind] of held ?? []) {
      if (kind === "positivity" && (largest < 0 || weights[entry] > weights[largest])) largest = entry;
    }
    held?.delete(largest);
  }

  /** Attachments and borders that are in effect. */
  list(): HeldEntry[] {
    const out: HeldEntry[] = [];
    const vertices = new Set([...this.automatic.keys(), ...this.added.keys()]);
    for (const vertex of [...vertices].sort((a, b) => a - b)) {
      const own = this.added.get(vertex);
      for (const { entry, value } of this.at(vertex)) {
        if (this.painted.get(vertex)?.has(entry) || this.kept.get(vertex)?.has(entry)) continue;
        const added = own?.has(entry) ?? false;
        const kind = value === 1 ? "attach" : "neumann";
        if (added || this.automatic.get(vertex)?.get(entry) === kind)
          out.push({ kind, vertex, entry, added });
      }
    }
    return out;
  }
}

/** Entries of the supports with fixed values. A vertex that keeps its row holds its other bones at 0. */
function keptEntries({ input: { heat, kept }, vertexCount }: ArapPlan): ByVertex {
  const entries: ByVertex = new Map();
  if (!kept) return entries;
  const { offsets, bones, values } = kept.weights;
  for (let i = 0; i < vertexCount; i++) {
    if (!kept.whole[i] && !kept.anyLocked) continue;
    for (let e = heat.offsets[i]; e < heat.offsets[i + 1]; e++) {
      if (kept.whole[i] || kept.locked[heat.bones[e]]) put(entries, i, e, 0);
    }
    for (let n = offsets[i]; n < offsets[i + 1]; n++) {
      const entry = entryIn(heat, i, bones[n]);
      if (entry >= 0 && (kept.whole[i] || kept.locked[bones[n]])) put(entries, i, entry, values[n]);
    }
  }
  return entries;
}

function put(map: ByVertex, i: number, entry: number, value: number): void {
  const row = map.get(i);
  if (row) row.set(entry, value);
  else map.set(i, new Map([[entry, value]]));
}

/** Visits the pairs that are in the supports. */
export function eachEntry(
  plan: ArapPlan,
  { vertices, bones, values }: VertexBoneValues,
  visit: (vertex: number, entry: number, value: number) => void,
): void {
  for (let n = 0; n < vertices.length; n++) {
    if (vertices[n] >= plan.vertexCount) continue;
    const entry = supportEntry(plan, vertices[n], bones[n]);
    if (entry >= 0) visit(vertices[n], entry, values[n]);
  }
}

/** The vertex of an entry. */
function vertexOf({ input: { heat } }: ArapPlan, entry: number): number {
  let [low, high] = [0, heat.offsets.length - 1];
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if (heat.offsets[middle] <= entry) low = middle;
    else high = middle;
  }
  return low;
}

/** Entry of bone j in the support of i, or −1. */
export const supportEntry = ({ input: { heat } }: ArapPlan, i: number, j: number): number =>
  entryIn(heat, i, j);

function entryIn(heat: Pick<SparseWeights, "offsets" | "bones">, i: number, j: number): number {
  for (let e = heat.offsets[i]; e < heat.offsets[i + 1]; e++) if (heat.bones[e] === j) return e;
  return -1;
}
