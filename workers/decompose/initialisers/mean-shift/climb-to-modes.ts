import { kernels } from "../../../kernels/kernels.generated";
import { scratchNumbers } from "../../../kernels/scratch";
import type { Task } from "../../../model/task";
import type { StartContext } from "../start-context";
import type { RotationPoints } from "./rotation-points";

const MOST_STEPS = 100;
/** Two paths have met if they are nearer than this share of the bandwidth. */
const MEETING = 0.02;

/**
 * Finds the mode that each point climbs to, and the modes (rows like the points), densest first. Paths that meet
 * continue as one, so only a few remain after some steps.
 */
export async function climbToModes(
  { parallel }: Pick<StartContext, "parallel">,
  { triangles, rows, width }: RotationPoints,
  bandwidth: number,
  task: Task,
): Promise<{ labels: Int32Array; modes: Float32Array }> {
  const { arena, threads } = parallel;
  const positions = arena.f32(triangles.length * width);
  const [densities, order, merged, chosen] = [0, 1, 2, 3].map(() => arena.i32(triangles.length));
  const scratch = arena.f64(threads * scratchNumbers(kernels.meanShiftScratch, { width }));
  positions.set(rows);
  const labels = Int32Array.from(triangles.keys());
  let left = triangles.length;
  /** Merges positions that are near each other into the first of them in `sequence`. */
  const join = (reach: number, sequence: number[]) => {
    order.set(sequence);
    const found = parallel.call(kernels.mergeModes, {
      order,
      positions,
      count: left,
      width,
      reach,
      labels: merged,
      chosen,
    });
    const kept = new Float32Array(found * width);
    const dense = new Int32Array(found);
    for (let m = 0; m < found; m++) {
      kept.set(positions.subarray(chosen[m] * width, (chosen[m] + 1) * width), m * width);
      dense[m] = densities[chosen[m]];
    }
    positions.set(kept);
    densities.set(dense);
    for (let n = 0; n < labels.length; n++) labels[n] = merged[labels[n]];
    left = found;
  };
  for (let step = 0; step < MOST_STEPS; step++) {
    await parallel.run(task, kernels.meanShift, left, 16, {
      points: rows,
      count: triangles.length,
      width,
      bandwidth,
      positions,
      densities,
      scratch,
    });
    const moving = densities.subarray(0, left).some((density) => density > 0);
    if (!moving) break;
    join(
      MEETING * bandwidth,
      Array.from({ length: left }, (_, n) => n),
    );
  }
  const size = (n: number) => Math.abs(densities[n]);
  join(
    bandwidth / 2,
    Array.from({ length: left }, (_, n) => n).sort((a, b) => size(b) - size(a) || a - b),
  );
  return { labels, modes: positions.slice(0, left * width) };
}
