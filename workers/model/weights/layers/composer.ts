import { type HeldBones, RowAccumulator } from "./row-accumulator";
import { RowTable } from "./row-table";
import { firstFrom, placeOf, type SparseRows } from "./sparse-rows";
import { FADED_AT, isShown, strengthAt, type WeightLayer, type WeightLayers } from "./weight-layers";

/** Neighbours along edges: vertex i has neighbours[offsets[i] .. offsets[i + 1]]. */
export interface Rings {
  offsets: Uint32Array;
  neighbours: Uint32Array;
}

/** Everything that decides a composite. */
export interface Composition {
  stack: WeightLayers;
  rings: Rings;
  /** B: the rig's bones. Layers may refer to others after these, which have no effect. */
  boneCount: number;
  held: HeldBones | null;
}

/** Computes the weights of a stack of layers at some vertices. */
export class Composer {
  readonly row: RowAccumulator;
  private readonly of: Composition;
  private readonly vertexCount: number;
  /** Where the last row of each layer was found. Vertices come in ascending order. */
  private readonly cursors: number[];

  constructor(of: Composition) {
    this.of = of;
    this.row = new RowAccumulator(of.boneCount);
    this.vertexCount = of.stack.base.offsets.length - 1;
    this.cursors = of.stack.layers.map(() => 0);
  }

  /** The rows after the lowest `level` layers, before they are made valid. @param vertices ascending. */
  below(level: number, vertices: Uint32Array): RowTable {
    const { layers } = this.of.stack;
    const start = layers.findLastIndex((layer, n) => n < level && this.smooths(layer));
    const from = start < 0 ? null : this.smoothed(start, vertices);
    const table = new RowTable(vertices, this.vertexCount);
    this.cursors.fill(0);
    for (const i of vertices) {
      this.row.clear();
      if (from) from.addTo(this.row, i, 1);
      else this.addBase(i);
      for (let n = start + 1; n < level; n++) this.apply(n, i);
      table.write(i, this.row);
    }
    return table;
  }

  private smooths(layer: WeightLayer): boolean {
    return layer.kind === "smooth" && layer.rows.vertices.length > 0 && isShown(this.of.stack, layer);
  }

  private addBase(i: number): void {
    const { offsets, bones, values } = this.of.stack.base;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) this.row.add(bones[e], values[e]);
  }

  /** Applies a layer other than `smooth` to the row of a vertex. */
  private apply(level: number, i: number): void {
    const { stack } = this.of;
    const layer = stack.layers[level];
    const { vertices, offsets, bones, values } = layer.rows;
    const at = firstFrom(vertices, i, this.cursors[level]);
    this.cursors[level] = at;
    if (vertices[at] !== i || !isShown(stack, layer)) return;
    let m = strengthAt(layer, i);
    if (layer.kind === "replace") this.row.scale(1 - m + m * this.gone(layer.rows, at));
    else if (layer.kind === "corrective") m *= this.presence(layer, i);
    for (let e = offsets[at]; e < offsets[at + 1]; e++) this.row.add(bones[e], m * values[e]);
  }

  /** The weight of missing bones in a row of a replacing layer. The weights below keep this share. */
  gone({ offsets, bones, values }: SparseRows, at: number): number {
    let sum = 0;
    for (let e = offsets[at]; e < offsets[at + 1]; e++) if (bones[e] >= this.of.boneCount) sum += values[e];
    return sum;
  }

  /** How much a corrective layer acts, 0 to 1: fully if `row` is still what it was painted on. */
  presence({ below }: WeightLayer, vertex: number): number {
    const at = below ? placeOf(below.vertices, vertex) : -1;
    if (!below || at < 0) return 1;
    const { offsets, bones, values } = below;
    const distance = this.row.distanceTo(bones, values, offsets[at], offsets[at + 1]);
    return Math.max(0, 1 - distance / FADED_AT);
  }

  /** The rows after a smoothing layer, at some vertices. */
  private smoothed(level: number, vertices: Uint32Array): RowTable {
    const layer = this.of.stack.layers[level];
    const passes = passesOf(layer);
    const most = passes.reduce((all, n) => Math.max(all, n), 0);
    const rounds = Math.ceil(most);
    const needed = reached(this.of.rings, vertices, layer, rounds, this.vertexCount);
    const table = this.below(level, needed);
    for (let round = 0; round < rounds; round++) this.pass(table, layer, passes, round);
    return table;
  }

  /** One pass over the vertices whose neighbours are all in the table. Reads all rows before it writes any. */
  private pass(table: RowTable, layer: WeightLayer, passes: Float32Array, round: number): void {
    const { offsets, neighbours } = this.of.rings;
    const after = new RowTable(layer.rows.vertices, this.vertexCount);
    const done: number[] = [];
    layer.rows.vertices.forEach((i, n) => {
      const amount = strengthAt(layer, i) * Math.min(1, passes[n] - round);
      const degree = offsets[i + 1] - offsets[i];
      if (amount <= 0 || degree === 0 || !table.has(i)) return;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) if (!table.has(neighbours[e])) return;
      this.row.clear();
      table.addTo(this.row, i, 1 - amount);
      for (let e = offsets[i]; e < offsets[i + 1]; e++) table.addTo(this.row, neighbours[e], amount / degree);
      after.write(i, this.row);
      done.push(i);
    });
    for (const i of done) {
      this.row.clear();
      after.addTo(this.row, i, 1);
      table.write(i, this.row);
    }
  }
}

/** The number of passes at each vertex of a smoothing layer. */
const passesOf = ({ rows }: WeightLayer): Float32Array =>
  rows.values.length === rows.vertices.length
    ? rows.values
    : Float32Array.from(rows.vertices, (_, n) => rows.values[rows.offsets[n]] ?? 0);

/**
 * The vertices whose rows below a smoothing layer decide the rows of some vertices above it, ascending: these vertices,
 * and as many rings around the smoothed ones as there are passes.
 */
function reached(
  { offsets, neighbours }: Rings,
  vertices: Uint32Array,
  layer: WeightLayer,
  rounds: number,
  vertexCount: number,
): Uint32Array {
  const isIn = new Uint8Array(vertexCount);
  const smooths = new Uint8Array(vertexCount);
  for (const i of layer.rows.vertices) smooths[i] = 1;
  for (const i of vertices) isIn[i] = 1;
  let front = vertices.filter((i) => smooths[i]);
  for (let round = 0; round < rounds && front.length > 0; round++) {
    const next: number[] = [];
    for (const i of front) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const l = neighbours[e];
        if (isIn[l]) continue;
        isIn[l] = 1;
        if (smooths[l]) next.push(l);
      }
    }
    front = Uint32Array.from(next);
  }
  return Uint32Array.from(isIn.keys()).filter((i) => isIn[i]);
}

/**
 * The vertices whose composite may change when a layer, or the base (−1), changes at some vertices: these vertices, and
 * those around them that smoothing layers above can change. Ascending.
 */
export function dependents(
  { layers }: WeightLayers,
  { offsets, neighbours }: Rings,
  level: number,
  vertices: Uint32Array,
): Uint32Array {
  let all = vertices;
  for (const layer of layers.slice(level + 1)) {
    if (layer.kind !== "smooth") continue;
    const rounds = Math.ceil(passesOf(layer).reduce((most, n) => Math.max(most, n), 0));
    const found = new Set(all);
    const smooths = new Set(layer.rows.vertices);
    let front: number[] = [...all];
    for (let round = 0; round < rounds && front.length > 0; round++) {
      const next: number[] = [];
      for (const i of front) {
        for (let e = offsets[i]; e < offsets[i + 1]; e++) {
          const l = neighbours[e];
          if (!smooths.has(l) || found.has(l)) continue;
          found.add(l);
          next.push(l);
        }
      }
      front = next;
    }
    all = Uint32Array.from(found).sort();
  }
  return all;
}
