/**
 * Reduces influences without a new fit: the remaining weights keep their proportions.
 *
 * The choice minimises the cost wᵀGw / (Σw)² with the residual Gram matrix of the vertex. First it drops the influence
 * whose loss costs least, one after the other. Then it drops kept influences or swaps them for dropped ones while that
 * helps. It also tries the K largest weights, so the result is never worse than these.
 */
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { type PosedTargets, residualGram } from "../../reduce/residual-gram";
import type { BlendRows } from "../deformer";

/** Vertices between two checkpoints. */
const AT_ONCE = 64;

/** The influences that are kept so far. */
interface Choice {
  kept: Uint8Array;
  /** Σ of the kept weights. */
  sum: number;
  /** wᵀGw of the kept weights, not divided by the sum. */
  raw: number;
  /** Gw of the kept weights. */
  gradient: Float64Array;
}

const costOf = ({ raw, sum }: Pick<Choice, "raw" | "sum">) => (sum > 1e-12 ? raw / (sum * sum) : Infinity);

function choose(G: Float64Array, w: ArrayLike<number>, kept: Uint8Array): Choice {
  const n = kept.length;
  const gradient = new Float64Array(n);
  let [sum, raw] = [0, 0];
  for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) if (kept[b]) gradient[a] += G[n * a + b] * w[b];
  for (let a = 0; a < n; a++) {
    if (!kept[a]) continue;
    sum += w[a];
    raw += w[a] * gradient[a];
  }
  return { kept, sum, raw, gradient };
}

/** The cost of a choice without influence `out`, and with `entering` in its place unless that is −1. */
function costAfter(G: Float64Array, w: ArrayLike<number>, choice: Choice, out: number, entering: number) {
  const { gradient, kept } = choice;
  const n = kept.length;
  let sum = choice.sum - w[out];
  let raw = choice.raw - 2 * w[out] * gradient[out] + w[out] ** 2 * G[n * out + out];
  if (entering >= 0) {
    sum += w[entering];
    raw += 2 * w[entering] * (gradient[entering] - w[out] * G[n * entering + out]);
    raw += w[entering] ** 2 * G[n * entering + entering];
  }
  return costOf({ raw, sum });
}

function exchange(G: Float64Array, w: ArrayLike<number>, { kept }: Choice, out: number, entering: number) {
  const next = kept.slice();
  next[out] = 0;
  if (entering >= 0) next[entering] = 1;
  return choose(G, w, next);
}

/** The change with the least cost: dropping a kept influence, or swapping it for one that is not kept. */
function bestExchange(G: Float64Array, w: ArrayLike<number>, choice: Choice, entering: number[]) {
  let best = { out: -1, entering: -1, cost: Infinity };
  for (let a = 0; a < choice.kept.length; a++) {
    if (!choice.kept[a]) continue;
    for (const b of entering) {
      const cost = costAfter(G, w, choice, a, b);
      if (cost < best.cost) best = { out: a, entering: b, cost };
    }
  }
  return best;
}

function improve(G: Float64Array, w: ArrayLike<number>, from: Choice): Choice {
  let choice = from;
  for (let round = 0; round < choice.kept.length; round++) {
    const outside = [...choice.kept.keys()].filter((a) => !choice.kept[a]);
    const { out, entering, cost } = bestExchange(G, w, choice, [-1, ...outside]);
    if (!(cost < costOf(choice) * (1 - 1e-9))) break;
    choice = exchange(G, w, choice, out, entering);
  }
  return choice;
}

/**
 * @param G n x n, of `residualGram`.
 * @param w n weights, none negative.
 * @param most K, at least 1.
 * @returns 1 for each influence that stays, at most `most` of them.
 */
export function chooseKept(G: Float64Array, w: ArrayLike<number>, most: number): Uint8Array {
  const n = w.length;
  if (n <= most) return new Uint8Array(n).fill(1);
  const order = Array.from({ length: n }, (_, a) => a).sort((a, b) => w[b] - w[a] || a - b);
  const largest = new Uint8Array(n);
  for (const a of order.slice(0, most)) largest[a] = 1;
  const plain = improve(G, w, choose(G, w, largest));
  let greedy = choose(G, w, new Uint8Array(n).fill(1));
  for (let left = n; left > most; left--) {
    const { out } = bestExchange(G, w, greedy, [-1]);
    // No influence can be dropped if one has all the weight.
    if (out < 0) return plain.kept;
    greedy = exchange(G, w, greedy, out, -1);
  }
  const improved = improve(G, w, greedy);
  return costOf(improved) < costOf(plain) ? improved.kept : plain.kept;
}

/**
 * Keeps at most `most` influences per vertex and scales them to the sum 1.
 * @param posed the targets of the rows, and the bones that they blend.
 * @throws CancelledError if the task is cancelled.
 */
export async function cutWeights(
  weights: BlendRows,
  most: number,
  posed: PosedTargets,
  task: Task,
): Promise<SparseWeights> {
  const { offsets } = weights;
  const vertexCount = offsets.length - 1;
  const cut: { offsets: Uint32Array; bones: number[]; values: number[] } = {
    offsets: new Uint32Array(vertexCount + 1),
    bones: [],
    values: [],
  };
  for (let i = 0; i < vertexCount; i++) {
    if (i % AT_ONCE === 0) {
      task.progress({ phase: "Choosing influences", done: i / vertexCount, detail: "" });
      await task.checkpoint();
    }
    const { bones, values } = positiveEntries(weights, i);
    const kept =
      bones.length > most ? chooseKept(residualGram(posed, i, bones), values, most) : bones.map(() => 1);
    const sum = values.reduce((total, w, a) => total + (kept[a] ? w : 0), 0);
    bones.forEach((bone, a) => {
      if (!kept[a]) return;
      cut.bones.push(bone);
      cut.values.push(values[a] / sum);
    });
    cut.offsets[i + 1] = cut.bones.length;
  }
  return {
    version: 1,
    offsets: cut.offsets,
    bones: Uint16Array.from(cut.bones),
    values: Float32Array.from(cut.values),
  };
}

function positiveEntries({ offsets, bones, values }: BlendRows, i: number) {
  const row: { bones: number[]; values: number[] } = { bones: [], values: [] };
  for (let e = offsets[i]; e < offsets[i + 1]; e++) {
    if (!(values[e] > 0)) continue;
    row.bones.push(bones[e]);
    row.values.push(values[e]);
  }
  return row;
}
