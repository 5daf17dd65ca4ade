import type { Adjacency } from "../../geometry/adjacency";
import { atOnce, type Steps } from "../../math/steps";
import { sumOf } from "../../math/sum";
import type { VertexBoneValues, WeightEdits } from "../../model/weights/weight-edits";
import { type KeptRows, lockedEntries, SUM_TOLERANCE } from "../kept/kept-rows";
import type { SegmentTree } from "../segment-tree";
import type { DenseWeights, Supports } from "../simple/dense-weights";
import { supportsOf } from "../sparsify";

/**
 * If a weight is held where its bone may not act yet, the bone may also act within this many rings. A stroke in
 * progress then does not need new supports at every sample, and the weight can fall off.
 */
const AROUND = 4;
/** Vertices between two steps, which take some milliseconds. */
const AT_ONCE = 2048;

/**
 * The bones that may move each vertex: those that sparsification keeps, closed, then changed by the artist. A vertex
 * without any keeps the bone with its largest weight. Holds override removals. If less than 1 is held of the only bone,
 * the bone with the next largest weight gets the rest. The result depends only on the current edits, not on their
 * history.
 * @param closed the supports of the settings.
 * @param stays fixed weights. Their bones may act wherever they have weight.
 */
export const influenceSupports = (...of: Parameters<typeof influenceSupportsSteps>): Supports =>
  atOnce(influenceSupportsSteps(...of));

/** `influenceSupports` in steps. */
export function* influenceSupportsSteps(
  closed: Supports,
  dense: DenseWeights,
  adjacency: Adjacency,
  tree: SegmentTree,
  { influences, holds, attach }: Pick<WeightEdits, "influences" | "holds" | "attach">,
  stays?: KeptRows,
): Steps<Supports> {
  const { bones: B, values } = dense;
  const vertexCount = closed.offsets.length - 1;
  const moves = (j: number) => tree.owner[j] === j;
  const allow = (needed: readonly Pair[]): Uint8Array => {
    const kept = new Uint8Array(values.length);
    for (let i = 0; i < vertexCount; i++) {
      for (let e = closed.offsets[i]; e < closed.offsets[i + 1]; e++) kept[B * i + closed.bones[e]] = 1;
    }
    openAround(kept, B, adjacency, needed);
    influences.vertices.forEach((i, n) => {
      if (moves(influences.bones[n])) kept[B * i + influences.bones[n]] = influences.values[n] > 0 ? 1 : 0;
    });
    for (const [i, j] of needed) kept[B * i + j] = 1;
    return kept;
  };
  const needed = [...pairsWith(holds, (w) => w > 0), ...pairsWith(attach, (w) => w > 0)].filter(([, j]) =>
    moves(j),
  );
  let kept = allow(needed);
  yield;
  const partners = pairsWith(holds, (w) => w < 1).flatMap(([i, j]): Pair[] => {
    const row = kept.subarray(B * i, B * (i + 1));
    if (row.some((k, other) => k === 1 && other !== j)) return [];
    const next = largestAllowed(values.subarray(B * i, B * (i + 1)), (other) => other !== j && moves(other));
    return next < 0 ? [] : [[i, next]];
  });
  if (partners.length > 0) kept = allow([...needed, ...partners]);
  for (let i = 0; i < vertexCount; i++) {
    if (i % AT_ONCE === 0) yield;
    const row = kept.subarray(B * i, B * (i + 1));
    if (stays) allowKept(stays, i, row, values.subarray(B * i, B * (i + 1)), moves);
    if (!row.includes(1)) row[largestAllowed(values.subarray(B * i, B * (i + 1)), moves)] = 1;
  }
  yield;
  return supportsOf(kept, B);
}

/** Allows the bones of fixed weights at a vertex, and a bone that gets the rest of 1 beside locked bones. */
function allowKept(
  kept: KeptRows,
  i: number,
  row: Uint8Array,
  heat: Float64Array,
  moves: (j: number) => boolean,
): void {
  const { weights, whole, locked } = kept;
  for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
    const j = weights.bones[e];
    if ((whole[i] || locked[j]) && weights.values[e] > 0) row[j] = 1;
  }
  if (whole[i] || !kept.anyLocked) return;
  const free = (j: number) => !locked[j] && moves(j);
  if (row.some((k, j) => k === 1 && free(j))) return;
  if (sumOf(lockedEntries(kept, i).values()) >= 1 - SUM_TOLERANCE) return;
  const next = largestAllowed(heat, free);
  if (next >= 0) row[next] = 1;
}

type Pair = [vertex: number, bone: number];

const pairsWith = ({ vertices, bones, values }: VertexBoneValues, fits: (value: number) => boolean): Pair[] =>
  Array.from(vertices, (i, n): Pair => [i, bones[n]]).filter((_, n) => fits(values[n]));

/** Allows bones around weights that are held where the bones may not act. */
function openAround(
  kept: Uint8Array,
  bones: number,
  { offsets, neighbours }: Adjacency,
  held: readonly Pair[],
): void {
  const outside = new Map<number, Set<number>>();
  for (const [i, j] of held) {
    if (!kept[bones * i + j]) outside.set(j, (outside.get(j) ?? new Set()).add(i));
  }
  for (const [j, reached] of outside) {
    let border = [...reached];
    for (let ring = 0; ring < AROUND; ring++) {
      const next: number[] = [];
      for (const i of border) {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          if (reached.has(neighbours[e])) continue;
          reached.add(neighbours[e]);
          next.push(neighbours[e]);
        }
      }
      border = next;
    }
    for (const i of reached) kept[bones * i + j] = 1;
  }
}

/** @returns the allowed place where the row is largest; −1 if none is allowed. */
export const largestAllowed = (row: Float64Array, allowed: (j: number) => boolean): number =>
  row.reduce((best, w, j) => (allowed(j) && (best < 0 || w > row[best]) ? j : best), -1);

/**
 * Whether supports contain the bones that these edits name, so the edits can be followed at once. Other changes of
 * `influenceSupports`, such as the surrounding rings, can wait until the artist rests. Only named bones are checked.
 */
export function allowNamed(
  { offsets, bones }: Supports,
  tree: SegmentTree,
  { influences, holds, attach }: Pick<WeightEdits, "influences" | "holds" | "attach">,
): boolean {
  const has = (i: number, j: number) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === j) return true;
    return tree.owner[j] !== j;
  };
  const named = (wishes: VertexBoneValues) =>
    wishes.vertices.every((i, n) => !(wishes.values[n] > 0) || has(i, wishes.bones[n]));
  const shared = holds.vertices.every(
    (i, n) =>
      !(holds.values[n] < 1) || offsets[i + 1] - offsets[i] > 1 || bones[offsets[i]] !== holds.bones[n],
  );
  return shared && named(influences) && named(holds) && named(attach);
}
