import { kernels } from "../../../kernels/kernels.generated";
import { scratchNumbers } from "../../../kernels/scratch";
import type { Random } from "../../../math/random";
import { frameAt } from "../../../model/mesh/streamed-sequence";
import type { Task } from "../../../model/task";
import type { Problem } from "../../problem/problem";
import { axesBytes, principalAxes } from "../principal-axes";
import type { StartContext } from "../start-context";

const MOST_TRIANGLES = 3072;
const MOST_FRAMES = 96;
/** Frames whose triangles are in the arena at the same time. */
const STAGE = 8;
/** Number of principal axes for distances. */
const AXES = 32;

/** Triangles as points, sorted along the first axis. */
export interface RotationPoints {
  /** Triangle of each point. */
  triangles: Int32Array;
  /** In the arena, rows of `width` f32. */
  rows: Float32Array;
  width: number;
}

/** Arena bytes for finding points, and the most points. */
export function rotationPointBytes(frames: number, corners: number, threads: number) {
  const count = Math.min(MOST_TRIANGLES, Math.ceil(corners / 3));
  const size = 9 * Math.min(frames, MOST_FRAMES);
  const rows = 4 * count * AXES;
  const finding =
    8 * (count * size + threads * scratchNumbers(kernels.triangleRotationsScratch, {})) +
    36 * count * (STAGE + 1) +
    axesBytes(count, size, AXES);
  return { bytes: rows + finding + 1024, count, width: AXES };
}

/** Points of the triangles, or of a sample of them, in the arena. */
export async function rotationPoints(
  context: StartContext,
  random: Random,
  task: Task,
): Promise<RotationPoints> {
  const { parallel, problem } = context;
  const { arena } = parallel;
  const chosen = chooseTriangles(problem, random);
  const count = chosen.length;
  const [triangles, { frameCount }] = [Math.floor(problem.triangles.length / 3), problem];
  if (count === MOST_TRIANGLES || frameCount > MOST_FRAMES) {
    context.notes.add(
      `Mean shift looks at ${count} of ${triangles} triangles in ` +
        `${Math.min(frameCount, MOST_FRAMES)} of ${frameCount} frames.`,
    );
  }
  const width = 4 * Math.ceil(AXES / 4);
  const rows = arena.f32(count * width).fill(0);
  if (count === 0) return { triangles: chosen, rows, width };
  const mark = arena.mark();
  const { z } = await triangleRotations(context, chosen, task);
  const { points: coordinates } = await principalAxes(parallel, z, count, AXES, random, task);
  arena.release(mark);
  // If all triangles turn alike, there is no axis.
  const first = (n: number) => coordinates[n][0] ?? 0;
  const order = Array.from(chosen.keys()).sort((a, b) => first(a) - first(b) || a - b);
  order.forEach((n, place) => {
    rows.set(coordinates[n], place * width);
  });
  return { triangles: Int32Array.from(order, (n) => chosen[n]), rows, width };
}

/** Triangles that are not degenerate at rest: all of them, or one drawn from each run. */
function chooseTriangles({ rest, triangles }: Problem, random: Random): Int32Array {
  const usable: number[] = [];
  for (let t = 0; 3 * t + 2 < triangles.length; t++) {
    const [a, b, c] = [0, 1, 2].map((n) => 4 * triangles[3 * t + n]);
    const side = (to: number, axis: number) => rest[to + axis] - rest[a + axis];
    const normal = [0, 1, 2].map((x) => {
      const [y, z] = [(x + 1) % 3, (x + 2) % 3];
      return side(b, y) * side(c, z) - side(b, z) * side(c, y);
    });
    if (Math.hypot(...normal) > 1e-12) usable.push(t);
  }
  const count = Math.min(usable.length, MOST_TRIANGLES);
  const step = usable.length / Math.max(count, 1);
  return Int32Array.from({ length: count }, (_, n) => {
    const [from, to] = [Math.floor(n * step), Math.floor((n + 1) * step)];
    return usable[from + (to - from > 1 ? random.integer(to - from) : 0)];
  });
}

/**
 * Rotations of triangles in evenly chosen frames, in the arena: a row of 9 numbers a frame, over the square root of the
 * number of frames.
 */
export async function triangleRotations(
  { parallel, problem }: Pick<StartContext, "parallel" | "problem">,
  chosen: Int32Array,
  task: Task,
): Promise<{ z: Float64Array; frames: number }> {
  const { arena, threads } = parallel;
  const { frameCount, rest, centre, scale, triangles } = problem;
  const count = chosen.length;
  const used = Math.min(frameCount, MOST_FRAMES);
  const z = arena.f64(count * 9 * used);
  const mark = arena.mark();
  const scratch = arena.f64(threads * scratchNumbers(kernels.triangleRotationsScratch, {}));
  const still = arena.f32(9 * count);
  const posed = arena.f32(9 * count * STAGE);
  chosen.forEach((t, n) => {
    for (let e = 0; e < 9; e++) still[9 * n + e] = rest[4 * triangles[3 * t + Math.floor(e / 3)] + (e % 3)];
  });
  for (let first = 0; first < used; first += STAGE) {
    const stage = Math.min(STAGE, used - first);
    for (let k = 0; k < stage; k++) {
      const frame = await frameAt(problem, Math.floor(((first + k) * frameCount) / used));
      for (let n = 0; n < count; n++) {
        for (let c = 0; c < 3; c++) {
          const at = 3 * triangles[3 * chosen[n] + c];
          const to = 9 * (k * count + n) + 3 * c;
          for (let a = 0; a < 3; a++) posed[to + a] = (frame[at + a] - centre[a]) * scale;
        }
      }
    }
    await parallel.run(task, kernels.triangleRotations, count, 32, {
      rest: still,
      posed,
      count,
      frames: stage,
      scale: 1 / Math.sqrt(used),
      out: z.byteOffset + 72 * first,
      ldOut: 9 * used,
      scratch,
    });
  }
  arena.release(mark);
  return { z, frames: used };
}
