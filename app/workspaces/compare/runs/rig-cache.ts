import type { SolveResult } from "../../../../workers/client";

/** Bytes that a rig and what its report holds for each vertex take. */
function bytesOfResult({ rig, report }: SolveResult): number {
  const { weights, motion, rest, correction } = rig;
  const arrays = [weights.offsets, weights.bones, weights.values, motion, rest, report.errorPerVertex];
  if (correction) arrays.push(correction.shapes, correction.weights);
  return arrays.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0);
}

/**
 * Rigs of a comparison, in memory: all of them up to a number of bytes, beyond it those that came last or were looked
 * at last. A rig that is let go can be solved again: figures are kept elsewhere.
 */
export class RigCache {
  private readonly most: number;
  /** The one that was used longest ago first. */
  private readonly results = new Map<number, SolveResult>();
  private bytes = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.most = most;
  }

  /**
   * Takes a result. Those that are used longest ago make room, but for the new one and what `keeps` names.
   * @returns the runs whose rigs were let go.
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

  /** The result of a run, or null where it was let go. It counts as looked at. */
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

  /** Lets go of all others. */
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
