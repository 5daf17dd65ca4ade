import type { Parallel } from "../kernels/parallel";
import type { MeshSequence } from "../model/mesh/mesh-sequence";
import { rigInFrames, someFrames } from "../model/mesh/some-frames";
import { perClip } from "../model/reports/per-clip";
import type { Measures, SolveReport } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import { measure } from "./measure";

/**
 * Measures a rig on the frames that were not held out, and separately on the held-out ones. `errorPerFrame` covers all
 * frames of the sequence. It needs `measureBytes` of the whole sequence in the arena.
 * @param held frames that were held out, ascending; empty for an ordinary measurement.
 */
export async function measureHeldOut(
  parallel: Parallel,
  sequence: MeshSequence,
  rig: Rig,
  held: readonly number[],
  task: Task,
): Promise<Measures & Pick<SolveReport, "heldOut" | "errorPerClip">> {
  if (held.length === 0) {
    const measures = await measure(parallel, sequence, rig, task);
    return { ...measures, ...perClip(sequence, measures.errorPerFrame) };
  }
  const out = new Set(held);
  const seen = Array.from({ length: sequence.frameCount }, (_, k) => k).filter((k) => !out.has(k));
  const of = (frames: readonly number[]) =>
    measure(parallel, someFrames(sequence, frames), rigInFrames(rig, frames), task);
  const measures = await of(seen);
  const unseen = await of(held);
  /** Values of the seen and the held-out frames, in the order of the sequence. */
  const inOrder = (ofSeen: readonly number[], ofHeld: readonly number[]) => {
    const all = new Array<number>(sequence.frameCount);
    for (const [n, k] of seen.entries()) all[k] = ofSeen[n];
    for (const [n, k] of held.entries()) all[k] = ofHeld[n];
    return all;
  };
  const errorPerFrame = inOrder(measures.errorPerFrame, unseen.errorPerFrame);
  const [fitted, apart] = [measures.distancePerFrame, unseen.distancePerFrame];
  // The size of the rig includes the motion of all frames.
  const rigBytes = measures.rigBytes + unseen.rigBytes - weightsBytes(rig);
  return {
    ...measures,
    errorPerFrame,
    ...(fitted &&
      apart && {
        distancePerFrame: {
          mean: inOrder(fitted.mean, apart.mean),
          deviation: inOrder(fitted.deviation, apart.deviation),
        },
      }),
    rigBytes,
    bitsPerVertexFrame: (8 * rigBytes) / (sequence.vertexCount * sequence.frameCount),
    sequenceBytes: sequence.frames.byteLength,
    heldOut: { frames: [...held], eRms: unseen.eRms, maxErrorPercent: unseen.maxErrorPercent },
    ...perClip(sequence, errorPerFrame),
  };
}

function weightsBytes({ weights: { offsets, bones, values } }: Rig): number {
  return offsets.byteLength + bones.byteLength + values.byteLength;
}
