import type { SparseWeights } from "../../rig/sparse-weights";
import { RowsWriter, type SparseRows } from "./sparse-rows";
import type { WeightLayer, WeightLayers } from "./weight-layers";

/** Layers over another base. */
interface Rebased {
  stack: WeightLayers;
  /** The bones that layers refer to and that the rig has no longer. */
  missing: readonly string[];
}

/**
 * Puts layers over other weights, possibly of other bones. Numbers of bones that are gone stay in the layers, marked by
 * their places behind the rig's bones; those of missing bones whose name is there again act again.
 * @param names of the new base's bones.
 * @param now the new name of a bone of the stack; by default a bone keeps its name.
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
  // Bones without numbers need no place.
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

/** 1 for each bone of the stack's table that a layer has numbers for. */
function usedBones({ bones, layers }: WeightLayers): Uint8Array {
  const used = new Uint8Array(bones.length);
  for (const { kind, rows, below } of layers) {
    if (kind === "smooth") continue;
    for (const j of rows.bones) used[j] = 1;
    if (below) for (const j of below.bones) used[j] = 1;
  }
  return used;
}

/** The rows with other numbers of bones. Entries that meet are added. */
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
