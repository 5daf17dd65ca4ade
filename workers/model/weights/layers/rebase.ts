import type { SparseWeights } from "../../rig/sparse-weights";
import { RowsWriter, type SparseRows } from "./sparse-rows";
import type { WeightLayer, WeightLayers } from "./weight-layers";

/** Layers over another base. */
interface Rebased {
  stack: WeightLayers;
  /** The names of bones that layers refer to and the rig no longer has. */
  missing: readonly string[];
}

/**
 * Puts layers over other weights, possibly of other bones. Numbers of missing bones stay in the layers; these bones get
 * places after the rig's bones. When a bone of that name is back, its numbers have their effect again.
 * @param names of the bones of the new base.
 * @param now the new names of renamed bones.
 */
export function rebased(
  stack: WeightLayers,
  base: SparseWeights,
  names: readonly string[],
  now: ReadonlyMap<string, string> = new Map(),
): Rebased {
  const places = new Map(names.map((name, j) => [name, j]));
  const wanted = stack.bones.map((name) => now.get(name) ?? name);
  const used = usedBones(stack);
  const missing = [...new Set(wanted.filter((name, j) => used[j] && !places.has(name)))];
  for (const [n, name] of missing.entries()) places.set(name, names.length + n);
  // Missing bones without numbers need no place.
  const to = wanted.map((name) => places.get(name) ?? 0);
  const stays = to.every((j, old) => j === old || !used[old]);
  const layers = stays
    ? stack.layers
    : stack.layers.map((layer): WeightLayer => {
        if (layer.kind === "smooth") return layer;
        return { ...layer, rows: moved(layer.rows, to), below: layer.below && moved(layer.below, to) };
      });
  return { stack: { base, bones: [...names, ...missing], layers }, missing };
}

/** 1 for each of the stack's bones for which a layer has numbers. */
function usedBones({ bones, layers }: WeightLayers): Uint8Array {
  const used = new Uint8Array(bones.length);
  for (const { kind, rows, below } of layers) {
    if (kind === "smooth") continue;
    for (const j of rows.bones) used[j] = 1;
    if (below) for (const j of below.bones) used[j] = 1;
  }
  return used;
}

/** The rows with other bone numbers. Entries that get the same bone are added. */
function moved(rows: SparseRows, to: readonly number[]): SparseRows {
  const made = new RowsWriter();
  rows.vertices.forEach((i, n) => {
    const sums = new Map<number, number>();
    for (let e = rows.offsets[n]; e < rows.offsets[n + 1]; e++) {
      const j = to[rows.bones[e]];
      sums.set(j, (sums.get(j) ?? 0) + rows.values[e]);
    }
    const entries = [...sums].sort(([a], [b]) => a - b);
    made.add(
      i,
      entries.map(([j]) => j),
      entries.map(([, value]) => value),
    );
  });
  return made.rows;
}
