import type { SparseWeights } from "../../../workers/model/rig/sparse-weights";
import { isRowOf, RowsWriter, type SparseRows } from "../../../workers/model/weights/layers/sparse-rows";

/** Rows of skinning weights for some vertices. */
export type WeightRows = SparseRows;

/** Collects the rows that differ from those of other weights, in the order of their vertices. */
export class RowsBuilder {
  private readonly but: SparseWeights;
  private readonly made = new RowsWriter();

  /** @param but weights to compare with; leaves out rows that equal theirs. */
  constructor(but: SparseWeights) {
    this.but = but;
  }

  add(vertex: number, bones: ArrayLike<number>, values: ArrayLike<number>, first: number, end: number): void {
    if (!isRowOf(this.but, vertex, bones, values, first, end))
      this.made.add(vertex, bones, values, first, end);
  }

  get rows(): WeightRows {
    return this.made.rows;
  }
}

/** The weight that each bone gained in some rows, summed over the vertices, B. */
export function gainedIn(
  { offsets, bones, values }: SparseWeights,
  rows: WeightRows,
  boneCount: number,
): Float64Array {
  const gained = new Float64Array(boneCount);
  for (let n = 0; n < rows.vertices.length; n++) {
    const i = rows.vertices[n];
    for (let e = rows.offsets[n]; e < rows.offsets[n + 1]; e++) gained[rows.bones[e]] += rows.values[e];
    for (let e = offsets[i]; e < offsets[i + 1]; e++) gained[bones[e]] -= values[e];
  }
  return gained;
}
