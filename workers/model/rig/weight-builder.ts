import type { SparseWeights } from "./sparse-weights";

const byBone = ([a]: readonly [number, number], [b]: readonly [number, number]) => a - b;

/** Builds sparse weights vertex by vertex. Entries keep the order in which they were added: add them sorted by bone. */
export class WeightBuilder {
  private readonly offsets = [0];
  private readonly bones: number[] = [];
  private readonly values: number[] = [];

  /** Adds an influence to the current vertex. */
  add(bone: number, weight: number): void {
    this.bones.push(bone);
    this.values.push(weight);
  }

  /** Adds all influences of a vertex of other weights to the current vertex. */
  copy({ offsets, bones, values }: SparseWeights, vertex: number): void {
    for (let e = offsets[vertex]; e < offsets[vertex + 1]; e++) this.add(bones[e], values[e]);
  }

  /** Adds a whole row, sorted by bone. */
  addRow(influences: Iterable<readonly [bone: number, weight: number]>): void {
    for (const [bone, weight] of [...influences].sort(byBone)) this.add(bone, weight);
    this.endRow();
  }

  /** Adds a whole row, sorted by bone and scaled to the sum 1. */
  addScaledRow(influences: Iterable<readonly [bone: number, weight: number]>): void {
    const sorted = [...influences].sort(byBone);
    const sum = sorted.reduce((total, [, weight]) => total + weight, 0);
    for (const [bone, weight] of sorted) this.add(bone, weight / sum);
    this.endRow();
  }

  /** Continues with the next vertex. */
  endRow(): void {
    this.offsets.push(this.bones.length);
  }

  weights(): SparseWeights {
    return {
      version: 1,
      offsets: Uint32Array.from(this.offsets),
      bones: Uint16Array.from(this.bones),
      values: Float32Array.from(this.values),
    };
  }
}
