import { Composer, type Composition } from "./composer";
import { NEGLIGIBLE, RowAccumulator } from "./row-accumulator";
import { placeOf, RowsWriter, rowsAt, type SparseRows, withRows } from "./sparse-rows";
import { isShown, strengthAt, type WeightLayer, WHOLE } from "./weight-layers";

/** Nothing can be painted on a layer below this strength, because it would not show. */
const FAINT = 1e-6;

/** New content of a layer at some vertices. */
export interface LayerRows {
  rows: SparseRows;
  /** For `corrective` layers; otherwise null. */
  below: SparseRows | null;
  /** The number of vertices where the layer is masked or covered, so it cannot produce the wanted weights. */
  refused: number;
}

/**
 * The content that a layer needs so that the composite has the given rows. Layers above are undone, except smoothing
 * layers, which smooth the result.
 * @param level the layer's place in the stack. The layer must show, and not be of kind `smooth`.
 * @param target valid rows of the composite.
 */
export function rowsForTarget(of: Composition, level: number, target: SparseRows): LayerRows {
  const { layers } = of.stack;
  const layer = layers[level];
  const composer = new Composer(of);
  const below = composer.below(level, target.vertices);
  const undo = new Undoing(of, composer, level, target.vertices);
  const [row, under] = [new RowAccumulator(of.boneCount), new RowAccumulator(of.boneCount)];
  const [rows, kept] = [new RowsWriter(), new RowsWriter()];
  let refused = 0;
  target.vertices.forEach((i, n) => {
    row.clear();
    for (let e = target.offsets[n]; e < target.offsets[n + 1]; e++)
      row.add(target.bones[e], target.values[e]);
    const m = strengthAt(layer, i);
    if (m < FAINT || !undo.above(row, i)) {
      refused++;
      return;
    }
    under.clear();
    below.addTo(under, i, 1);
    contentFor(layer, row, under, m);
    row.writeTo(rows, i, NEGLIGIBLE);
    if (layer.kind === "corrective") under.writeTo(kept, i, NEGLIGIBLE);
  });
  return {
    rows: rows.rows,
    below: layer.kind === "corrective" ? kept.rows : null,
    refused,
  };
}

/**
 * Turns the wanted row after a layer into the layer's content.
 * @param under the row below it.
 * @param m its strength.
 */
function contentFor({ kind }: WeightLayer, row: RowAccumulator, under: RowAccumulator, m: number): void {
  if (kind === "replace" && m >= WHOLE) return;
  for (let n = 0; n < under.count; n++) row.add(under.used[n], -under.values[under.used[n]]);
  row.scale(1 / m);
  if (kind !== "replace") return;
  // At this strength, the exact row may need weights below 0. Takes a valid row near it.
  for (let n = 0; n < under.count; n++) row.add(under.used[n], under.values[under.used[n]]);
  row.finish(0, null);
}

/** Removes the effect of the layers above a layer from rows. */
class Undoing {
  private readonly layers: {
    layer: WeightLayer;
    /** For `corrective`: how much it acts at each vertex, N. */
    presence: Float64Array | null;
  }[];
  private readonly vertices: Uint32Array;
  private readonly composer: Composer;

  constructor({ stack }: Composition, composer: Composer, level: number, vertices: Uint32Array) {
    this.vertices = vertices;
    this.composer = composer;
    this.layers = [];
    for (let at = stack.layers.length - 1; at > level; at--) {
      const layer = stack.layers[at];
      if (!isShown(stack, layer) || layer.kind === "smooth") continue;
      const presence = layer.kind === "corrective" ? this.presences(at, layer) : null;
      this.layers.push({ layer, presence });
    }
  }

  private presences(level: number, layer: WeightLayer): Float64Array {
    const below = this.composer.below(level, this.vertices);
    const { row } = this.composer;
    return Float64Array.from(this.vertices, (i) => {
      row.clear();
      below.addTo(row, i, 1);
      return this.composer.presence(layer, i);
    });
  }

  /** Removes it from one row. @returns false if a layer above covers the vertex. */
  above(row: RowAccumulator, i: number): boolean {
    for (const { layer, presence } of this.layers) {
      const { vertices, offsets, bones, values } = layer.rows;
      const at = placeOf(vertices, i);
      if (at < 0) continue;
      let m = strengthAt(layer, i);
      if (presence) m *= presence[placeOf(this.vertices, i)];
      const left = layer.kind === "replace" ? 1 - m + m * this.composer.gone(layer.rows, at) : 1;
      if (left < 1 - WHOLE) return false;
      for (let e = offsets[at]; e < offsets[at + 1]; e++) row.add(bones[e], -m * values[e]);
      row.scale(1 / left);
    }
    return true;
  }
}

/** A layer with new content at some vertices. */
export function withContent(layer: WeightLayer, { rows, below }: Omit<LayerRows, "refused">): WeightLayer {
  return {
    ...layer,
    rows: withRows(layer.rows, rows),
    below: layer.below && below ? withRows(layer.below, belowOf(rows, below)) : layer.below,
  };
}

/** The content of a layer at some vertices; empty rows where it has none. */
export const contentAt = (layer: WeightLayer, vertices: Uint32Array): Omit<LayerRows, "refused"> => ({
  rows: rowsAt(layer.rows, vertices),
  below: layer.below && rowsAt(layer.below, vertices),
});

/** The rows below, empty where a corrective layer has no numbers. */
function belowOf(rows: SparseRows, below: SparseRows): SparseRows {
  const made = new RowsWriter();
  rows.vertices.forEach((i, n) => {
    const isEmpty = rows.offsets[n] === rows.offsets[n + 1];
    made.add(
      i,
      below.bones,
      below.values,
      isEmpty ? 0 : below.offsets[n],
      isEmpty ? 0 : below.offsets[n + 1],
    );
  });
  return made.rows;
}
