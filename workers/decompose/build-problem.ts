import type { Parallel } from "../kernels/parallel";
import { boundsOf, type MeshSequence } from "../model/mesh-sequence";
import type { Task } from "../model/task";
import type { Problem } from "./problem";
import { forEachStage, STAGE_BYTES, VERTEX_BLOCK } from "./stage";

export interface ProblemOptions {
  /** B where it is known: what is left out is measured against the least error that so many bones can have. */
  bones: number | null;
  /** Bound of the E_RMS that the basis may leave out; null chooses one that cannot be seen in the result. */
  tailERms: number | null;
}

export const PROBLEM_DEFAULTS: ProblemOptions = { bones: null, tailERms: null };

const even = (n: number) => n + (n & 1);

/** Bytes of arena that `buildProblem` needs at most while it works; what it keeps is less. */
export function problemBytes(vertexCount: number, frameCount: number): number {
  const rows = 3 * frameCount;
  const stride = even(rows);
  const stage = Math.max(STAGE_BYTES, 12 * frameCount * VERTEX_BLOCK) + 4096;
  return 8 * (5 * vertexCount + vertexCount * stride + rows * stride) + stage;
}

/** Centre of the rest pose's bounding box, and what brings its diagonal to 2 (1 where it has none). */
function normalisation(rest: Float32Array): { centre: [number, number, number]; scale: number } {
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  const diagonal = Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  return { centre: [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2], scale: diagonal > 0 ? 2 / diagonal : 1 };
}

function normalisedRest(
  parallel: Parallel,
  rest: Float32Array,
  centre: readonly number[],
  scale: number,
): Float64Array {
  const count = rest.length / 3;
  const out = parallel.arena.f64(4 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) out[4 * i + c] = (rest[3 * i + c] - centre[c]) * scale;
    out[4 * i + 3] = 1;
  }
  return out;
}

/**
 * The statement of a decomposition: normalised rest pose and trajectories, in the arena of `parallel`.
 * Everything that stays is handed out first, so that a `mark` after it frees what comes later.
 */
export async function buildProblem(
  parallel: Parallel,
  sequence: MeshSequence,
  _options: ProblemOptions,
  task: Task,
): Promise<Problem> {
  const { vertexCount, frameCount } = sequence;
  const { arena } = parallel;
  const { centre, scale } = normalisation(sequence.rest);
  const rest = normalisedRest(parallel, sequence.rest, centre, scale);
  const norms = arena.f64(vertexCount);
  const rank = 3 * frameCount;
  const stride = even(rank);
  const basis = arena.f64(rank * stride).fill(0);
  for (let row = 0; row < rank; row++) basis[row * stride + row] = 1;
  const trajectories = arena.f64(vertexCount * stride);
  await forEachStage(parallel, sequence, task, async (staged, first, count) => {
    const out = trajectories.byteOffset + 8 * first * stride;
    const normsAt = norms.byteOffset + 8 * first;
    const args = [staged, count, frameCount, ...centre, scale, out, stride, normsAt];
    await parallel.run(task, "gatherTrajectories", count, VERTEX_BLOCK, args);
    task.progress({ phase: "Reading motion", done: (first + count) / vertexCount, detail: "" });
  });
  return {
    vertexCount,
    frameCount,
    rest,
    rank,
    stride,
    trajectories,
    norms,
    basis,
    tail: 0,
    centre,
    scale,
    frames: sequence.frames,
    triangles: sequence.triangles.map((v) => sequence.solverIndex[v]),
  };
}
