import { finishedRows } from "./compose";
import { Composer, type Composition } from "./composer";
import { NEGLIGIBLE, RowAccumulator } from "./row-accumulator";
import type { RowTable } from "./row-table";
import { RowsWriter, replaceRows, type SparseRows } from "./sparse-rows";
import { type LayerKind, touchedBy, type WeightLayer, type WeightLayers } from "./weight-layers";

/**
 * Merges a layer into the one below it, or the lowest into the base. Both must show. The composite stays: layers that
 * add become one that adds, all others one that replaces, at full strength and without a mask. Where the base itself
 * takes a row, it is made valid first; layers above that counted on weights below 0 may then differ.
 * @param level the upper layer's place.
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
 * Gives a layer another kind, so that its effect at full strength stays. Any kind may become any other, except that
 * only an empty layer can become `smooth`.
 */
export function ofKind(of: Composition, level: number, kind: LayerKind): WeightLayer {
  const layer = of.stack.layers[level];
  const empty = layer.rows.vertices.length === 0;
  const next = { ...layer, kind, below: kind === "corrective" ? layer.rows : null };
  if (empty) return next;
  if (kind === "smooth") throw new Error("Only an empty layer can become a smoothing one.");
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
