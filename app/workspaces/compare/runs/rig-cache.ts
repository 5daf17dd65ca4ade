import type { SolveResult } from "../../../../workers/client";

/** Size of a rig and of the per-vertex part of its report, in bytes. */
function bytesOfResult({ rig, report }: SolveResult): number {
  const { weights, motion, rest, correction } = rig;
  const arrays = [weights.offsets, weights.bones, weights.values, motion, rest, report.errorPerVertex];
  if (correction) arrays.push(correction.shapes, correction.weights);
  return arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
}

/**
 * The rigs of a comparison in memory, up to a number of bytes; beyond it, the least recently used are released. A
 * released rig can be solved again. The figures are kept elsewhere.
 */
export class RigCache {
  private readonly most: number;
  /** Least recently used first. */
  private readonly results = new Map<number, SolveResult>();
  private bytes = 0;

  /** @param most capacity in bytes */
  constructor(most: number) {
    this.most = most;
  }

  /**
   * Adds a result. The least recently used results are released to make room, except the new one and those that `keeps`
   * selects.
   * @returns the runs whose rigs were released.
   */
  put(run: number, result: SolveResult, keeps: (run: number) => boolean): number[] {
    this.drop(run);
    this.results.set(run, result);
    this.bytes += bytesOfResult(result);
    const gone: number[] = [];
    for (const [other] of this.results) {
      if (this.bytes <= this.most) break;
      if (other === run || keeps(other)) continue;
      this.drop(other);
      gone.push(other);
    }
    return gone;
  }

  /** The result of a run, or null if it was released. Counts as a use. */
  get(run: number): SolveResult | null {
    const result = this.results.get(run);
    if (!result) return null;
    this.results.delete(run);
    this.results.set(run, result);
    return result;
  }

  has(run: number): boolean {
    return this.results.has(run);
  }

  /** Releases all other rigs. */
  keepOnly(runs: readonly (number | null)[]): void {
    for (const run of [...this.results.keys()]) if (!runs.includes(run)) this.drop(run);
  }

  drop(run: number): void {
    const result = this.results.get(run);
    if (!result) return;
    this.results.delete(run);
    this.bytes -= bytesOfResult(result);
  }
}
