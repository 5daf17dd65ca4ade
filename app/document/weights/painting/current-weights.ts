import type { Adjacency } from "../../../../workers/geometry/adjacency";

/** Weights whose rows can be replaced one by one. */
export interface WritableRows {
  /** The begin and the end of each vertex's row, 2V. */
  readonly ranges: Uint32Array;
  readonly bones: ArrayLike<number>;
  readonly values: ArrayLike<number>;
  write(i: number, count: number, bones: ArrayLike<number>, values: ArrayLike<number>): void;
}

/** Reads the weights that vertices and their neighbours have now. */
export class CurrentWeights {
  private readonly rows: Omit<WritableRows, "write">;
  private readonly rings: Adjacency;

  constructor(rows: Omit<WritableRows, "write">, rings: Adjacency) {
    this.rows = rows;
    this.rings = rings;
  }

  /** The total weight of some bones at a vertex. */
  of(i: number, bones: readonly number[]): number {
    let sum = 0;
    for (let n = 0; n < bones.length; n++) sum += this.ofBone(i, bones[n]);
    return sum;
  }

  private ofBone(i: number, bone: number): number {
    const { ranges, bones, values } = this.rows;
    for (let e = ranges[2 * i]; e < ranges[2 * i + 1]; e++) if (bones[e] === bone) return values[e];
    return 0;
  }

  /** The sum of a bone's weights at the neighbours of a vertex. */
  around(i: number, bone: number): number {
    const { offsets, neighbours } = this.rings;
    let sum = 0;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) sum += this.ofBone(neighbours[e], bone);
    return sum;
  }

  /** The mean over the neighbours of a vertex of the total weight of some bones; `own` without neighbours. */
  mean(i: number, bones: readonly number[], own: number): number {
    const { offsets, neighbours } = this.rings;
    const [first, end] = [offsets[i], offsets[i + 1]];
    let sum = 0;
    for (let e = first; e < end; e++) sum += this.of(neighbours[e], bones);
    return end > first ? sum / (end - first) : own;
  }
}
