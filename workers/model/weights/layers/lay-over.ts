/** Puts layers and locks over newly found weights, possibly for other bones. */
import type { SparseWeights } from "../../rig/sparse-weights";
import { composedWeights } from "./compose";
import type { Rings } from "./composer";
import { heldVertices } from "./held-vertices";
import type { NamedWeights } from "./match-bones";
import { rebased } from "./rebase";
import type { HeldBones } from "./row-accumulator";
import { isRowOf, RowsWriter, replaceRows } from "./sparse-rows";
import { union, without } from "./vertex-sets";
import type { WeightLayers } from "./weight-layers";

/** The layers and locks to put over found weights. */
export interface Overlay {
  stack: WeightLayers | null;
  /** The weights of the same mesh until now; null if there were none. */
  before: NamedWeights | null;
  rings: Rings;
  /** The vertices whose rows were kept while weights were found, ascending. */
  painted: Uint32Array;
  /** The names, in the new rig, of bones that keep their weights. */
  locked: readonly string[];
  /** The new name of each renamed bone. */
  now?: ReadonlyMap<string, string>;
}

/** The composite, and its stack. */
export interface LaidOver {
  /** The found object itself if nothing differs. */
  weights: SparseWeights;
  stack: WeightLayers | null;
  /** The vertices that the layers hold from now on, and those that were painted without a layer. */
  painted: Uint32Array;
  /** The names of missing bones that layers refer to. */
  missing: readonly string[];
}

export function layOver(overlay: Overlay, found: NamedWeights): LaidOver {
  const { stack, before, rings, painted, now = new Map<string, string>() } = overlay;
  const boneCount = found.names.length;
  const to = before && placesIn(found.names, before.names, now);
  const held = before && to && carriedLocks(before.weights, to, found.names, overlay.locked);
  const below = stack && before && to ? withOwnBase(stack, before, found, to) : found.weights;
  const bare = { base: below, bones: found.names, layers: [] };
  const base = held ? composedWeights({ stack: bare, rings, boneCount, held }) : below;
  if (!stack) return { weights: base, stack: null, painted, missing: [] };
  const over = rebased(stack, base, found.names, now);
  const weights = composedWeights({ stack: over.stack, rings, boneCount, held });
  const wasHeld = heldVertices(stack, before?.names.length ?? stack.bones.length);
  return {
    weights,
    stack: over.stack,
    painted: union(without(painted, wasHeld), heldVertices(over.stack, boneCount)),
    missing: over.missing,
  };
}

/** The place of each old bone among the new ones; −1 if it is gone. */
function placesIn(
  names: readonly string[],
  old: readonly string[],
  now: ReadonlyMap<string, string>,
): number[] {
  const places = new Map(names.map((name, j) => [name, j]));
  return old.map((name) => places.get(now.get(name) ?? name) ?? -1);
}

/** The old weights of locked bones, for the new bones; null if no locked bone is left. */
function carriedLocks(
  weights: SparseWeights,
  to: readonly number[],
  names: readonly string[],
  locked: readonly string[],
): HeldBones | null {
  const came = new Set(to);
  // A locked bone that is new has no old weights to hold.
  const flags = Uint8Array.from(names, (name, j) => Number(locked.includes(name) && came.has(j)));
  return flags.includes(1) ? { locked: flags, weights: carried(weights, to) } : null;
}

/** Weights with other bone numbers. Leaves out entries of bones that are gone. @param to the new number; −1 if gone. */
export function carried({ offsets, bones, values }: SparseWeights, to: readonly number[]): SparseWeights {
  const made = new RowsWriter();
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row: { j: number; value: number }[] = [];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (to[bones[e]] >= 0) row.push({ j: to[bones[e]], value: values[e] });
    }
    row.sort((a, b) => a.j - b.j);
    made.add(
      i,
      row.map(({ j }) => j),
      row.map(({ value }) => value),
    );
  }
  const { offsets: begins, bones: ids, values: weights } = made.rows;
  return { version: 1, offsets: begins, bones: ids, values: weights };
}

/**
 * The found weights, but with the old base where a layer held the rows while they were found. There the found rows
 * contain the layer, which must not become part of the base.
 */
function withOwnBase(
  stack: WeightLayers,
  before: NamedWeights,
  found: NamedWeights,
  to: readonly number[],
): SparseWeights {
  const held = heldVertices(stack, before.names.length);
  if (held.length === 0) return found.weights;
  const base = carried(stack.base, to);
  const old = carried(before.weights, to);
  const rows = new RowsWriter();
  for (const i of held) {
    const isWhole = lengthAt(base, i) === lengthAt(stack.base, i);
    const { offsets, bones, values } = found.weights;
    if (!isWhole || !isRowOf(old, i, bones, values, offsets[i], offsets[i + 1])) continue;
    rows.add(i, base.bones, base.values, base.offsets[i], base.offsets[i + 1]);
  }
  const own = rows.rows;
  return own.vertices.length === 0 ? found.weights : replaceRows(found.weights, own);
}

const lengthAt = ({ offsets }: SparseWeights, i: number) => offsets[i + 1] - offsets[i];
