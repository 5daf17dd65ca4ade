import type { RowAccumulator } from "./row-accumulator";

/** Rows of some vertices in f64 while layers are composed. Rows can be overwritten. */
export class RowTable {
  readonly vertices: Uint32Array;
  private readonly places: Int32Array;
  private readonly begins: Uint32Array;
  private readonly ends: Uint32Array;
  private length = 0;
  private bones = new Uint16Array(1024);
  private values = new Float64Array(1024);

  /** @param vertices ascending. */
  constructor(vertices: Uint32Array, vertexCount: number) {
    this.vertices = vertices;
    this.begins = new Uint32Array(vertices.length);
    this.ends = new Uint32Array(vertices.length);
    this.places = new Int32Array(vertexCount).fill(-1);
    vertices.forEach((i, n) => {
      this.places[i] = n;
    });
  }

  has(vertex: number): boolean {
    return this.places[vertex] >= 0;
  }

  write(vertex: number, row: RowAccumulator): void {
    if (this.length + row.count > this.bones.length) this.grow(this.length + row.count);
    const n = this.places[vertex];
    this.begins[n] = this.length;
    for (let e = 0; e < row.count; e++) {
      this.bones[this.length] = row.used[e];
      this.values[this.length++] = row.values[row.used[e]];
    }
    this.ends[n] = this.length;
  }

  /** Adds a row times `scale` to an accumulator. */
  addTo(row: RowAccumulator, vertex: number, scale: number): void {
    const n = this.places[vertex];
    for (let e = this.begins[n]; e < this.ends[n]; e++) row.add(this.bones[e], scale * this.values[e]);
  }

  private grow(least: number): void {
    const size = Math.max(least, 2 * this.bones.length);
    const [bones, values] = [new Uint16Array(size), new Float64Array(size)];
    bones.set(this.bones);
    values.set(this.values);
    this.bones = bones;
    this.values = values;
  }
}
