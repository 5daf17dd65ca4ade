import type { MakeParallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import { treeOfRig } from "../tree/skeleton-tree";
import { solveMotion } from "./motion-only";
import { StrictBench } from "./strict-bench";

/**
 * Poses a skeleton to follow a sequence. It finds the rotations of all bones and the motion of the roots, for given
 * joints, weights and rest pose.
 * @param rig with a motion for every frame of the sequence, which is used as a start.
 * @returns the rig with the motion found.
 */
export async function poseFrames(
  makeParallel: MakeParallel,
  task: Task,
  sequence: MeshSequence,
  rig: Rig,
): Promise<Rig> {
  const influences = Math.max(1, maxInfluences(rig.weights));
  const bench = await StrictBench.open(makeParallel, sequence, rig, influences, task);
  try {
    const state = bench.stateOf(treeOfRig(rig), true);
    const squares = squaresOf(sequence, bench.problem);
    const options = { openings: null, locked: null };
    await solveMotion(bench.room, state, await bench.statistics(task), squares, options, task);
    bench.blend.bones.set(bench.room.bones);
    return { ...rig, motion: bench.rigOf(state, true).motion };
  } finally {
    bench.parallel.dispose();
  }
}

/** F: Σ |y|² of each frame in normalised coordinates. */
export function squaresOf(
  { frames, vertexCount, frameCount }: MeshSequence,
  { centre, scale }: { centre: readonly number[]; scale: number },
): Float64Array {
  const n = 3 * vertexCount;
  return Float64Array.from({ length: frameCount }, (_, k) => {
    let sum = 0;
    for (let at = 0; at < n; at++) sum += ((frames[k * n + at] - centre[at % 3]) * scale) ** 2;
    return sum;
  });
}
