import type { SparseWeights } from "../../rig/sparse-weights";
import type { RowsWriter } from "./sparse-rows";

/** Smaller weights are dropped, as by the brush. */
export const DROPPED_BELOW = 1e-6;
/** Changes of a weight up to this are dropped. They are far below what f32 weights tell apart. */
export const NEGLIGIBLE = 1e-8;
/** A row whose sum is this close to the wanted sum is not scaled, so rows of a single layer keep every bit. */
const CLOSE = 1e-6;

/** Bones whose weights a composite keeps. */
export interface HeldBones {
  /** B: 1 for bones whose weights stay. */
  locked: Uint8Array;
  /** Weights in which these bones have the values to keep. */
  weights: SparseWeights;
}

/** A row under construction: dense values, and the list of the bones in use. */
export class RowAccumulator {
  readonly values: Float64Array;
  /** The used bones, in any order. */
  readonly used: Uint16Array;
  count = 0;
  private readonly inUse: Uint8Array;

  /** @param boneCount entries of other bones are ignored. */
  constructor(boneCount: number) {
    this.values = new Float64Array(boneCount);
    this.used = new Uint16Array(boneCount);
    this.inUse = new Uint8Array(boneCount);
  }

  clear(): void {
    for (let n = 0; n < this.count; n++) {
      this.values[this.used[n]] = 0;
      this.inUse[this.used[n]] = 0;
    }
    this.count = 0;
  }

  add(bone: number, value: number): void {
    if (bone >= this.values.length) return;
    if (!this.inUse[bone]) {
      this.inUse[bone] = 1;
      this.used[this.count++] = bone;
    }
    this.values[bone] += value;
  }

  scale(by: number): void {
    for (let n = 0; n < this.count; n++) this.values[this.used[n]] *= by;
  }

  /** Half of the sum of absolute differences from a row: the share of the weight that is on other bones there. */
  distanceTo(bones: ArrayLike<number>, values: ArrayLike<number>, first: number, end: number): number {
    let sum = 0;
    for (let n = 0; n < this.count; n++) sum += Math.abs(this.values[this.used[n]]);
    for (let e = first; e < end; e++) {
      const own = bones[e] < this.values.length ? this.values[bones[e]] : 0;
      sum += Math.abs(values[e] - own) - Math.abs(own);
    }
    return sum / 2;
  }

  /** Adds the row to a list of rows, without numbers of size `least` and smaller. */
  writeTo(rows: RowsWriter, vertex: number, least = 0): void {
    const [bones, values]: number[][] = [[], []];
    for (const j of this.used.subarray(0, this.count).sort()) {
      if (Math.abs(this.values[j]) <= least) continue;
      bones.push(j);
      values.push(this.values[j]);
    }
    rows.add(vertex, bones, values);
  }

  /**
   * Makes the row valid: locked bones get their held weights, the others are not negative and share the rest.
   * @returns false if no bone may take the rest; the row is then unusable.
   */
  finish(vertex: number, held: HeldBones | null): boolean {
    const { values, used } = this;
    let free = 1;
    if (held) free = this.hold(vertex, held);
    let sum = 0;
    for (let n = 0; n < this.count; n++) {
      const j = used[n];
      if (held?.locked[j]) continue;
      if (values[j] < DROPPED_BELOW) values[j] = 0;
      sum += values[j];
    }
    if (sum <= 0) return free <= DROPPED_BELOW;
    if (Math.abs(sum - free) <= CLOSE) return true;
    for (let n = 0; n < this.count; n++) if (!held?.locked[used[n]]) values[used[n]] *= free / sum;
    return true;
  }

  /** @returns the weight that locked bones leave. */
  private hold(vertex: number, { locked, weights: { offsets, bones, values } }: HeldBones): number {
    for (let n = 0; n < this.count; n++) if (locked[this.used[n]]) this.values[this.used[n]] = 0;
    let sum = 0;
    for (let e = offsets[vertex]; e < offsets[vertex + 1]; e++) {
      if (!locked[bones[e]]) continue;
      this.add(bones[e], values[e]);
      sum += values[e];
    }
    return Math.max(0, 1 - sum);
  }
}
