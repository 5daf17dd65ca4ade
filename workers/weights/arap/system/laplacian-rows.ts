/**
 * Laplacians of bones' weights that are pulled to 0 (Thiery & Eisemann 2018, equation 13 and section 6): Σ c |Σ_k s_ik
 * w_kj − w_ij|² for some vertices i and bones j, with shares s_ik by cotangents. Each is a row over the entries of the
 * supports at and around its vertex; a neighbour without the bone has weight 0. Rows couple vertices that no edge
 * joins. The blocks of the system have no room for that, so rows are applied separately. Only their diagonal goes into
 * the diagonal blocks.
 */
import type { ArapPlan } from "../arap-plan";
import { supportEntry } from "../constraints/constraint-set";
import { laplacianShares } from "./laplacian-shares";

/** A Laplacian that is pulled to 0. */
export interface NullLaplacian {
  vertex: number;
  /** The entry of the bone in the vertex's support. */
  entry: number;
  /** c, above 0. */
  stiffness: number;
}

export class LaplacianRows {
  private readonly plan: ArapPlan;
  /** Shares of neighbours by cotangents; null until the first rows need them. */
  private shares: Float64Array | null = null;
  private offsets = new Uint32Array(1);
  private entries = new Uint32Array(0);
  private factors = new Float64Array(0);
  private stiffness = new Float64Array(0);
  /** Vertices that rows couple, ascending. */
  private reached: number[] = [];
  private readonly weights: Float64Array;
  private readonly slopes: Float64Array;
  /** The rows' part of the diagonal, and of minus half of the gradient at x = 0, for each entry. */
  readonly diagonal: Float64Array;
  readonly pull: Float64Array;

  constructor(plan: ArapPlan) {
    this.plan = plan;
    const entries = plan.input.heat.bones.length;
    [this.weights, this.slopes] = [new Float64Array(entries), new Float64Array(entries)];
    [this.diagonal, this.pull] = [new Float64Array(entries), new Float64Array(entries)];
  }

  get count(): number {
    return this.stiffness.length;
  }

  /** Replaces all rows. Returns the vertices whose diagonal or pull changed. */
  set(rows: readonly NullLaplacian[]): number[] {
    const { ring, input, vertexCount } = this.plan;
    const before = [this.diagonal.slice(), this.pull.slice()];
    const [offsets, entries, factors]: number[][] = [[0], [], []];
    const reached = new Set<number>();
    if (rows.length > 0) this.shares ??= laplacianShares(input.mesh, ring);
    for (const { vertex, entry } of rows) {
      entries.push(entry);
      factors.push(-1);
      reached.add(vertex);
      for (let e = ring.offsets[vertex]; e < ring.offsets[vertex + 1]; e++) {
        const k = ring.neighbours[e];
        const other = supportEntry(this.plan, k, input.heat.bones[entry]);
        if (other < 0 || k === vertex) continue;
        entries.push(other);
        factors.push(this.shares![e]);
        reached.add(k);
      }
      offsets.push(entries.length);
    }
    this.offsets = Uint32Array.from(offsets);
    this.entries = Uint32Array.from(entries);
    this.factors = Float64Array.from(factors);
    this.stiffness = Float64Array.from(rows, ({ stiffness }) => stiffness);
    this.reached = [...reached].sort((a, b) => a - b);
    this.diagonal.fill(0);
    for (let n = 0; n < rows.length; n++) {
      for (let e = offsets[n]; e < offsets[n + 1]; e++) {
        this.diagonal[entries[e]] += rows[n].stiffness * factors[e] ** 2;
      }
    }
    this.firstWeights();
    this.applyRows();
    for (let e = 0; e < this.pull.length; e++) this.pull[e] = 0 - this.slopes[e];
    const changed: number[] = [];
    for (let i = 0; i < vertexCount; i++) {
      for (let e = input.heat.offsets[i]; e < input.heat.offsets[i + 1]; e++) {
        if (this.diagonal[e] === before[0][e] && this.pull[e] === before[1][e]) continue;
        changed.push(i);
        break;
      }
    }
    return changed;
  }

  /** The weights at x = 0. */
  private firstWeights(): void {
    const { offsets } = this.plan.input.heat;
    this.weights.fill(0);
    for (const i of this.reached) this.weights[offsets[i]] = 1;
  }

  /** slopes = Uᵀ c U weights; returns weights·slopes, the cost of the rows. */
  private applyRows(): number {
    const { offsets, entries, factors, stiffness, weights, slopes } = this;
    slopes.fill(0);
    let cost = 0;
    for (let n = 0; n < stiffness.length; n++) {
      let sum = 0;
      for (let e = offsets[n]; e < offsets[n + 1]; e++) sum += factors[e] * weights[entries[e]];
      const scaled = stiffness[n] * sum;
      cost += scaled * sum;
      for (let e = offsets[n]; e < offsets[n + 1]; e++) slopes[entries[e]] += scaled * factors[e];
    }
    return cost;
  }

  /** out += the rows' part of A·v without its diagonal. Returns that part of v·A·v. */
  addProduct(v: Float64Array, out: Float64Array): number {
    if (this.count === 0) return 0;
    const { offsets } = this.plan.input.heat;
    const { weights, slopes, diagonal } = this;
    for (const i of this.reached) {
      let first = 0;
      for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) {
        weights[e] = v[e - i - 1];
        first -= weights[e];
      }
      weights[offsets[i]] = first;
    }
    let inner = this.applyRows();
    for (const i of this.reached) {
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        slopes[e] -= diagonal[e] * weights[e];
        inner -= diagonal[e] * weights[e] ** 2;
      }
      for (let e = offsets[i] + 1; e < offsets[i + 1]; e++) out[e - i - 1] += slopes[e] - slopes[offsets[i]];
    }
    return inner;
  }

  /** Σ c |Laplacian|² of weights; null means x = 0. */
  cost(values: Float64Array | null): number {
    if (this.count === 0) return 0;
    if (values) this.weights.set(values);
    else this.firstWeights();
    return this.applyRows();
  }
}
