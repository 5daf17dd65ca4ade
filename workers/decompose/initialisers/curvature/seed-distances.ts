import type { FrameSource } from "../../../model/mesh/streamed-sequence";
import type { Task } from "../../../model/task";

/** Weight of the mean distance of two seeds relative to its change. */
const APART = 0.05;
/** Seeds to process between two checkpoints. */
const STRIDE = 8;

/**
 * Measures how differently seeds move: the variance of their distance over the frames, plus the square of a share of
 * their mean distance. So distant parts that move alike by chance do not join. Writes the lower triangle of n·n squares
 * into `out`.
 * @param frames F·3V, or read when they are needed.
 */
export async function seedDistances(
  frames: ArrayLike<number> | FrameSource,
  vertexCount: number,
  seeds: readonly number[],
  out: Float64Array,
  task: Task,
): Promise<void> {
  const n = seeds.length;
  const isRead = "frame" in frames;
  const F = isRead ? frames.frameCount : frames.length / (3 * vertexCount);
  const paths = new Float64Array(3 * F * n);
  for (let k = 0; k < F; k++) {
    const posed = isRead ? await frames.frame(k) : frames;
    const from = isRead ? 0 : 3 * k * vertexCount;
    seeds.forEach((seed, a) => {
      for (let c = 0; c < 3; c++) paths[3 * (a * F + k) + c] = posed[from + 3 * seed + c];
    });
  }
  for (let a = 0; a < n; a++) {
    if (a % STRIDE === 0) await task.checkpoint();
    for (let b = 0; b < a; b++) {
      let sum = 0;
      let squares = 0;
      for (let k = 0; k < F; k++) {
        const [p, q] = [3 * (a * F + k), 3 * (b * F + k)];
        const square =
          (paths[p] - paths[q]) ** 2 +
          (paths[p + 1] - paths[q + 1]) ** 2 +
          (paths[p + 2] - paths[q + 2]) ** 2;
        sum += Math.sqrt(square);
        squares += square;
      }
      const mean = sum / F;
      out[a * n + b] = Math.max(0, squares / F - mean * mean) + (APART * mean) ** 2;
    }
    out[a * n + a] = 0;
  }
}
