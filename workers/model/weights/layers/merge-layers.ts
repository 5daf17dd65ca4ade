import { finishedRows } from "./compose";
import { Composer, type Composition } from "./composer";
import { NEGLIGIBLE, RowAccumulator } from "./row-accumulator";
import type { RowTable } from "./row-table";
import { RowsWriter, replaceRows, type SparseRows } from "./sparse-rows";
import { type LayerKind, touchedBy, type WeightLayer, type WeightLayers } from "./weight-layers";

/**
 * Merges a layer into the layer below it, or the lowest layer into the base. Both must show. The composite stays the
 * same. Two adding or corrective layers become an adding one, others a replacing one, at full strength and without a
 * mask. Rows are made valid before they go into the base; layers above may then act differently where weights were
 * below 0.
 * @param level the place of the upper layer.
 */
export function mergeDown(of: Composition, level: number): WeightLayers {
  const { stack } = of;
  const upper = stack.layers[level];
  const composer = new Composer(of);
  if (level === 0) {
    const rows = finishedRows({ ...of, held: null }, composer.row, composer.below(1, touchedBy([upper])));
    return { ...stack, base: replaceRows(stack.base, rows), layers: stack.layers.slice(1) };
  }
  const lower = stack.layers[level - 1];
  const vertices = touchedBy([lower, upper]);
  const below = composer.below(level - 1, vertices);
  const above = composer.below(level + 1, vertices);
  const adds = [lower, upper].every(({ kind }) => kind === "add" || kind === "corrective");
  const merged: WeightLayer = {
    ...lower,
    ...{ kind: adds ? "add" : "replace", opacity: 1, mask: null },
    rows: adds ? differences(of, above, below) : rowsOfTable(of, above),
    below: null,
    strokes: lower.strokes + upper.strokes,
    time: Math.max(lower.time, upper.time),
  };
  const layers = stack.layers.flatMap((layer) =>
    layer === lower ? [merged] : layer === upper ? [] : [layer],
  );
  return { ...stack, layers };
}

/**
 * Gives a layer another kind with the same effect at full strength. Any kind may become any other, but only an empty
 * layer can become `smooth`.
 */
export function ofKind(of: Composition, level: number, kind: LayerKind): WeightLayer {
  const layer = of.stack.layers[level];
  const empty = layer.rows.vertices.length === 0;
  const next = { ...layer, kind, below: kind === "corrective" ? layer.rows : null };
  if (empty) return next;
  if (kind === "smooth") throw new Error("Only an empty layer can become a smoothing layer.");
  const whole = { ...layer, opacity: 1, mask: null, muted: false, solo: true };
  const layers = of.stack.layers.map((each) =>
    each === layer ? whole : { ...each, solo: !each.muted && (each.solo || !of.stack.layers.some(isSolo)) },
  );
  const composer = new Composer({ ...of, stack: { ...of.stack, layers } });
  const { vertices } = layer.rows;
  const [below, above] = [composer.below(level, vertices), composer.below(level + 1, vertices)];
  return {
    ...next,
    rows: kind === "replace" ? rowsOfTable(of, above) : differences(of, above, below),
    below: kind === "corrective" ? rowsOfTable(of, below) : null,
  };
}

const isSolo = ({ solo }: WeightLayer) => solo;

function rowsOfTable({ boneCount }: Composition, table: RowTable): SparseRows {
  return written(boneCount, table.vertices, (row, i) => table.addTo(row, i, 1));
}

function differences({ boneCount }: Composition, above: RowTable, below: RowTable): SparseRows {
  return written(boneCount, above.vertices, (row, i) => {
    above.addTo(row, i, 1);
    below.addTo(row, i, -1);
  });
}

function written(
  boneCount: number,
  vertices: Uint32Array,
  fill: (row: RowAccumulator, vertex: number) => void,
): SparseRows {
  const made = new RowsWriter();
  const row = new RowAccumulator(boneCount);
  for (const i of vertices) {
    row.clear();
    fill(row, i);
    row.writeTo(made, i, NEGLIGIBLE);
  }
  return made.rows;
}
