import type { HeldWeight } from "../../../workers/model/reports/weight-report";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../../workers/model/weights/weight-edits";
import { entriesWhere, placesOf, withEntries } from "./vertex-bone-values";

/**
 * What strokes make of the edits for weights: each function gives the edits after a stroke that touched `vertices`, from
 * those before it. `bone` is a segment of the skeleton.
 */

/** Holds of a vertex may not ask for more than this together: rows sum to 1. */
const MOST = 1 + 1e-6;

/** Holds a bone's weights at a value, 0 to 1; null lets go. Holds of other bones that leave no room for it go. */
export function held(
  edits: WeightEdits,
  bone: number,
  vertices: ArrayLike<number>,
  value: number | null,
): WeightEdits {
  const holds = withEntries(edits.holds, { bone, vertices, values: value });
  if (value === null) return { ...edits, holds };
  const touched = placesOf(vertices);
  const sums = new Float64Array(touched.length);
  let most = 0;
  for (let n = 0; n < holds.vertices.length; n++) {
    const i = holds.vertices[n];
    if (!(touched[i] > 0)) continue;
    sums[i] += holds.values[n];
    most = Math.max(most, sums[i]);
  }
  if (most <= MOST) return { ...edits, holds };
  const fits = (i: number, j: number) => j === bone || !(sums[i] > MOST);
  return { ...edits, holds: entriesWhere(holds, fits) };
}

/** Lets go of all holds of some vertices. */
export function withoutHoldsAt(edits: WeightEdits, vertices: Iterable<number>): WeightEdits {
  const gone = new Set(vertices);
  return { ...edits, holds: entriesWhere(edits.holds, (i) => !gone.has(i)) };
}

/** Lets a bone act there, or not; null leaves it to the sparsification. */
export function influenced(
  edits: WeightEdits,
  bone: number,
  vertices: ArrayLike<number>,
  acts: boolean | null,
): WeightEdits {
  const values = acts === null ? null : acts ? 1 : 0;
  const influences = withEntries(edits.influences, { bone, vertices, values });
  // A weight cannot be held where the bone may not act.
  const gone = acts === false ? entriesWhere(edits.holds, outside(bone, vertices)) : edits.holds;
  return { ...edits, influences, holds: gone };
}

const outside = (bone: number, vertices: ArrayLike<number>) => {
  const touched = placesOf(vertices);
  return (i: number, j: number) => j !== bone || !(touched[i] > 0);
};

export type HeldKind = HeldWeight["kind"];

/** Adds attachments, or holds a bone off at the border of what it moves. */
export function attached(
  edits: WeightEdits,
  kind: HeldKind,
  bone: number,
  vertices: ArrayLike<number>,
): WeightEdits {
  return { ...edits, [kind]: withEntries(edits[kind], { bone, vertices, values: 1 }) };
}

/** Takes such constraints away: those that the artist added go, automatic ones are let go of. */
export function released(edits: WeightEdits, gone: readonly HeldWeight[]): WeightEdits {
  let next = edits;
  for (const { kind, vertex, bone, added } of gone) {
    const list = withEntries(next[kind], { bone, vertices: [vertex], values: added ? null : 0 });
    next = { ...next, [kind]: list };
  }
  return next;
}

/** Draws the Laplacian of a bone's weights to 0, with a strength of 0 to 1 a vertex; null lets go. */
export function smoothed(
  edits: WeightEdits,
  bone: number,
  vertices: ArrayLike<number>,
  strengths: ArrayLike<number> | null,
): WeightEdits {
  return { ...edits, smooth: withEntries(edits.smooth, { bone, vertices, values: strengths }) };
}

/** Sets how much vertices count: the whole map, V; one that says nothing is none. */
export function weighed(edits: WeightEdits, importance: Float32Array): WeightEdits {
  return { ...edits, importance: importance.some((x) => x !== 1) ? importance : null };
}

/** Links pairs of vertices; pairs that are linked already, and a vertex with itself, add nothing. */
export function wired(edits: WeightEdits, pairs: readonly (readonly [number, number])[]): WeightEdits {
  const known = new Set<string>();
  const all: number[] = [];
  const add = (a: number, b: number) => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`;
    if (a === b || known.has(key)) return;
    known.add(key);
    all.push(a, b);
  };
  for (let n = 0; n + 1 < edits.wires.length; n += 2) add(edits.wires[n], edits.wires[n + 1]);
  for (const [a, b] of pairs) add(a, b);
  return { ...edits, wires: Uint32Array.from(all) };
}

/** Takes away the links that end at one of these vertices. */
export function unwired(edits: WeightEdits, vertices: ArrayLike<number>): WeightEdits {
  const touched = new Set<number>(Array.from(vertices));
  const kept: number[] = [];
  for (let n = 0; n + 1 < edits.wires.length; n += 2) {
    const [a, b] = [edits.wires[n], edits.wires[n + 1]];
    if (!touched.has(a) && !touched.has(b)) kept.push(a, b);
  }
  return { ...edits, wires: Uint32Array.from(kept) };
}

/** Whether nothing steers the optimisation. Weights may still be painted or locked. */
export function steersNothing(edits: WeightEdits): boolean {
  const { holds, influences, attach, neumann, smooth, wires, importance } = edits;
  const lists = [holds, influences, attach, neumann, smooth];
  return (
    lists.every(({ vertices }) => vertices.length === 0) &&
    wires.length === 0 &&
    importance === null &&
    edits.droppedExemplars.length === 0 &&
    edits.addedExemplars.length === 0
  );
}

/** The edits with nothing that steers the optimisation. Painted and locked weights stay. */
export const steeringCleared = ({ painted, locked }: WeightEdits): WeightEdits => ({
  ...NO_WEIGHT_EDITS,
  painted,
  locked,
});

/** Nothing said is one thing, however it came about. */
export function settledEdits(edits: WeightEdits): WeightEdits {
  const isEmpty = steersNothing(edits) && edits.painted.length === 0 && edits.locked.length === 0;
  return isEmpty ? NO_WEIGHT_EDITS : edits;
}
