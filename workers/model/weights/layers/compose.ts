import type { SparseWeights } from "../../rig/sparse-weights";
import { Composer, type Composition, dependents } from "./composer";
import type { RowAccumulator } from "./row-accumulator";
import type { RowTable } from "./row-table";
import { RowsWriter, replaceRows, type SparseRows } from "./sparse-rows";
import { isShown, touchedBy } from "./weight-layers";

/** Rows of the composite. Weights are not negative and sum to 1; held bones keep theirs. @param vertices ascending. */
export function composedRows(of: Composition, vertices: Uint32Array): SparseRows {
  const composer = new Composer(of);
  return finishedRows(of, composer.row, composer.below(of.stack.layers.length, vertices));
}

/** The rows of a table, made valid: not negative, sum 1, with the weights of held bones. */
export function finishedRows(of: Composition, row: RowAccumulator, table: RowTable): SparseRows {
  const made = new RowsWriter();
  for (const i of table.vertices) {
    row.clear();
    table.addTo(row, i, 1);
    if (!row.finish(i, of.held)) {
      // No bone may take the rest of the weight, so the vertex gets an earlier row, which is valid.
      const { offsets, bones, values } = of.held?.weights ?? of.stack.base;
      made.add(i, bones, values, offsets[i], offsets[i + 1]);
      continue;
    }
    row.writeTo(made, i);
  }
  return made.rows;
}

/** The composite of all vertices. Rows that no layer and no held bone changes equal those of the base, bit for bit. */
export function composedWeights(of: Composition): SparseWeights {
  const { base } = of.stack;
  const shown = of.stack.layers.filter((layer) => isShown(of.stack, layer) && layer.opacity > 0);
  const touched = dependents(of.stack, of.rings, -1, touchedBy(shown));
  const vertices = of.held ? withDifferingHeld(of, touched) : touched;
  return vertices.length === 0 ? base : replaceRows(base, composedRows(of, vertices));
}

/** Adds the vertices where held bones have other weights than in the base. */
function withDifferingHeld({ stack: { base }, held }: Composition, touched: Uint32Array): Uint32Array {
  if (!held) return touched;
  const isIn = new Uint8Array(base.offsets.length - 1);
  for (const i of touched) isIn[i] = 1;
  const { locked, weights } = held;
  const found: number[] = [];
  for (let i = 0; i < isIn.length; i++) {
    if (isIn[i] || heldDiffers(i, base, weights, locked)) found.push(i);
  }
  return Uint32Array.from(found);
}

function heldDiffers(i: number, a: SparseWeights, b: SparseWeights, locked: Uint8Array): boolean {
  let [e, f] = [a.offsets[i], b.offsets[i]];
  const [aEnd, bEnd] = [a.offsets[i + 1], b.offsets[i + 1]];
  for (;;) {
    while (e < aEnd && !locked[a.bones[e]]) e++;
    while (f < bEnd && !locked[b.bones[f]]) f++;
    if (e === aEnd || f === bEnd) return e !== aEnd || f !== bEnd;
    if (a.bones[e] !== b.bones[f] || a.values[e] !== b.values[f]) return true;
    e++;
    f++;
  }
}
