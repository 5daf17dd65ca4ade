import { fitRigid, type Goals } from "../../../decompose/edit/rigid-fit";
import { Nearest } from "../../../decompose/problem/nearest";
import { IDENTITY } from "../../../math/affine";
import type { MeshSequence } from "../../../model/mesh/mesh-sequence";
import type { Task } from "../../../model/task";

/** A patch has this share of the vertices of an average bone, but at least so many. */
const PATCH = 0.67;
const LEAST_PATCH = 12;
/** Every n-th vertex has a patch around it. */
const STRIDE = 3;
/** Bends are told apart down to this share of the average one. */
const SLIGHT = 0.1;

/**
 * How little the surface bends around each vertex: 1 / (d² + ε²), where d is how far the patches around it are from
 * rigid ones, relative to the average patch. With these weights, a bone that hardly turns leaves as much error as one
 * that swings.
 * @returns V.
 */
export async function stillnessOf(
  sequence: MeshSequence,
  bones: number,
  task: Pick<Task, "checkpoint">,
): Promise<Float32Array> {
  const { vertexCount: V, frameCount: F, rest } = sequence;
  const size = Math.min(V, Math.max(LEAST_PATCH, Math.round((PATCH * V) / bones)));
  const nearest = new Nearest(
    Float64Array.from({ length: 4 * V }, (_, at) => (at % 4 < 3 ? rest[3 * (at >> 2) + (at % 4)] : 1)),
  );
  const [sums, counts] = [new Float64Array(V), new Float64Array(V)];
  const lean = Float64Array.from({ length: 12 * F }, (_, at) => IDENTITY[at % 12]);
  const labels = new Int32Array(size);
  for (let i = 0; i < V; i += STRIDE) {
    await task.checkpoint();
    const patch = nearest.around(i, size).slice();
    const goals = goalsOf(sequence, patch);
    const bend = squaredMiss(goals, fitRigid(goals, labels, 0, lean));
    for (const j of patch) {
      sums[j] += bend;
      counts[j]++;
    }
  }
  const bends = sums.map((x, i) => (counts[i] > 0 ? x / counts[i] : 0));
  const usual = bends.reduce((sum, x) => sum + x, 0) / V || 1;
  return Float32Array.from(bends, (x) => 1 / (x / usual + SLIGHT ** 2));
}

function goalsOf({ rest, frames, vertexCount: V, frameCount: F }: MeshSequence, patch: Uint32Array): Goals {
  const n = patch.length;
  const place = (from: Float32Array, first: number, at: number) =>
    from[3 * (first + patch[Math.floor(at / 3) % n]) + (at % 3)];
  return {
    count: n,
    frames: F,
    rest: Float64Array.from({ length: 3 * n }, (_, at) => place(rest, 0, at)),
    goals: Float64Array.from({ length: 3 * n * F }, (_, at) =>
      place(frames, V * Math.floor(at / (3 * n)), at),
    ),
    shares: new Float64Array(n).fill(1),
  };
}

function squaredMiss({ count, frames, rest, goals }: Goals, motion: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < goals.length; at++) {
    const [k, c] = [Math.floor(at / (3 * count)), at % 3];
    const [p, m] = [(at % (3 * count)) - c, 12 * k + 4 * c];
    const moved =
      motion[m] * rest[p] + motion[m + 1] * rest[p + 1] + motion[m + 2] * rest[p + 2] + motion[m + 3];
    sum += (goals[at] - moved) ** 2;
  }
  return sum / (count * frames);
}
