import type { HeldWeight } from "../../../workers/model/reports/weight-report";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../../workers/model/weights/weight-edits";
import { entriesWhere, positionsOf, withEntries } from "./vertex-bone-values";

/**
 * Strokes of the constraint brushes. Each function takes the edits before a stroke that touched `vertices` and returns
 * the edits after it. `bone` is a segment of the skeleton.
 */

/** The holds of a vertex may not add up to more than this, because rows sum to 1. */
const MOST = 1 + 1e-6;

/** Holds a bone's weights at a value, 0 to 1; null releases them. Removes holds of other bones that leave no room. */
export function held(
  edits: WeightEdits,
  bone: number,
  vertices: ArrayLike<number>,
  value: number | null,
): WeightEdits {
  const holds = withEntries(edits.holds, { bone, vertices, values: value });
  if (value === null) return { ...edits, holds };
  const touched = positionsOf(vertices);
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

/** Removes all holds of some vertices. */
export function withoutHoldsAt(edits: WeightEdits, vertices: Iterable<number>): WeightEdits {
  const gone = new Set(vertices);
  return { ...edits, holds: entriesWhere(edits.holds, (i) => !gone.has(i)) };
}

/** Allows a bone to act on the vertices, or forbids it; null leaves the choice to the sparsification. */
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
  const touched = positionsOf(vertices);
  return (i: number, j: number) => j !== bone || !(touched[i] > 0);
};

export type HeldKind = HeldWeight["kind"];

/** Adds attachments, or Neumann constraints at the border of the bone's region. */
export function attached(
  edits: WeightEdits,
  kind: HeldKind,
  bone: number,
  vertices: ArrayLike<number>,
): WeightEdits {
  return { ...edits, [kind]: withEntries(edits[kind], { bone, vertices, values: 1 }) };
}

/** Removes constraints: deletes those that the artist added, and marks automatic ones as released. */
export function released(edits: WeightEdits, gone: readonly HeldWeight[]): WeightEdits {
  let next = edits;
  for (const { kind, vertex, bone, added } of gone) {
    const list = withEntries(next[kind], { bone, vertices: [vertex], values: added ? null : 0 });
    next = { ...next, [kind]: list };
  }
  return next;
}

/** Pulls the Laplacian of a bone's weights to 0, with a strength of 0 to 1 for each vertex; null releases it. */
export function smoothedEdits(
  edits: WeightEdits,
  bone: number,
  vertices: ArrayLike<number>,
  strengths: ArrayLike<number> | null,
): WeightEdits {
  return { ...edits, smooth: withEntries(edits.smooth, { bone, vertices, values: strengths }) };
}

/** Replaces the importance of all vertices, V. Drops a map without effect. */
export function weighed(edits: WeightEdits, importance: Float32Array): WeightEdits {
  return { ...edits, importance: importance.some((x) => x !== 1) ? importance : null };
}

/** Links pairs of vertices. Ignores pairs that are already linked, and a vertex paired with itself. */
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

/** Removes the links that end at one of these vertices. */
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

/** The edits without anything that steers the optimisation. Keeps painted and locked weights. */
export const steeringCleared = ({ painted, locked }: WeightEdits): WeightEdits => ({
  ...NO_WEIGHT_EDITS,
  painted,
  locked,
});

/** Returns the one shared empty value for edits that say nothing. */
export function settledEdits(edits: WeightEdits): WeightEdits {
  const isEmpty = steersNothing(edits) && edits.painted.length === 0 && edits.locked.length === 0;
  return isEmpty ? NO_WEIGHT_EDITS : edits;
}
