import type { SparseWeights } from "../../../model/rig/sparse-weights";
import type { WeightEdits } from "../../../model/weights/weight-edits";
import type { SegmentTree } from "../../segment-tree";
import type { DenseWeights } from "../../simple/dense-weights";
import { largestAllowed } from "../influence-supports";

/** The weights of a vertex, by bone. */
type Row = Map<number, number>;

/**
 * Sets held weights on any bones, even if a vertex did not have them. The result is shown until there is a system in
 * which those bones act. The other weights of the vertex share the rest of 1 in their proportions. If there are none,
 * the bone with the next largest heat weight gets it. Rows without holds stay unchanged.
 * @param weights over the segments, rows sum to 1.
 */
export function imposeHeldWeights(
  weights: SparseWeights,
  heat: DenseWeights,
  tree: SegmentTree,
  edits: Pick<WeightEdits, "holds" | "attach">,
): SparseWeights {
  const { offsets, bones, values } = weights;
  const rows = new Map<number, [number, number][]>();
  let entries = bones.length;
  for (const [i, held] of heldRows(tree, edits)) {
    const own = new Map<number, number>();
    for (let e = offsets[i]; e < offsets[i + 1]; e++) own.set(bones[e], values[e]);
    const row = [...imposed(own, held, heat, tree, i)].sort(([a], [b]) => a - b);
    rows.set(i, row);
    entries += row.length - own.size;
  }
  const out: SparseWeights = {
    version: 1,
    offsets: new Uint32Array(offsets.length),
    bones: new Uint16Array(entries),
    values: new Float32Array(entries),
  };
  let at = 0;
  for (let i = 0; i + 1 < offsets.length; i++) {
    const row = rows.get(i);
    for (const [n, [bone, value]] of row?.entries() ?? []) {
      out.bones[at + n] = bone;
      out.values[at + n] = value;
    }
    if (!row) {
      out.bones.set(bones.subarray(offsets[i], offsets[i + 1]), at);
      out.values.set(values.subarray(offsets[i], offsets[i + 1]), at);
    }
    at += row?.length ?? offsets[i + 1] - offsets[i];
    out.offsets[i + 1] = at;
  }
  return out;
}

/** The held weights of each vertex. A brush takes precedence over attachments, as in the system. */
function heldRows(tree: SegmentTree, { holds, attach }: Pick<WeightEdits, "holds" | "attach">) {
  const rows = new Map<number, Row>();
  const brushed = new Set(holds.vertices);
  for (const [entries, least] of [
    [attach, 0],
    [holds, -1],
  ] as const) {
    entries.vertices.forEach((i, n) => {
      const [bone, value] = [entries.bones[n], entries.values[n]];
      if (tree.owner[bone] !== bone || !(value > least) || (entries === attach && brushed.has(i))) return;
      rows.set(i, (rows.get(i) ?? new Map<number, number>()).set(bone, value));
    });
  }
  return rows;
}

function imposed(own: Row, held: Row, { bones: B, values }: DenseWeights, tree: SegmentTree, i: number): Row {
  const total = [...held.values()].reduce((sum, w) => sum + w, 0);
  const rest = 1 - total;
  const others = [...own].filter(([j, w]) => !held.has(j) && w > 0);
  const sum = others.reduce((all, [, w]) => all + w, 0);
  const row: Row = new Map([...held].filter(([, w]) => w > 0));
  if (rest <= 0) return new Map([...row].map(([j, w]) => [j, w / total]));
  for (const [j, w] of others) row.set(j, (w * rest) / sum);
  if (others.length > 0) return row;
  const next = largestAllowed(
    values.subarray(B * i, B * (i + 1)),
    (j) => !held.has(j) && tree.owner[j] === j,
  );
  if (next >= 0) return row.set(next, rest);
  return total > 0 ? new Map([...row].map(([j, w]) => [j, w / total])) : own;
}
