import { type Rig, withoutCorrection } from "../rig/rig";
import type { MeshSequence } from "./mesh-sequence";

/** The sequence with some of its frames, ascending. Clips keep their names; empty ones are removed. */
export function someFrames(sequence: MeshSequence, chosen: readonly number[]): MeshSequence {
  if (chosen.length === sequence.frameCount) return sequence;
  const n = 3 * sequence.vertexCount;
  const frames = new Float32Array(chosen.length * n);
  chosen.forEach((k, at) => {
    frames.set(sequence.frames.subarray(k * n, (k + 1) * n), at * n);
  });
  let first = 0;
  const clips = sequence.clips.flatMap((clip) => {
    const count = chosen.filter((k) => k >= clip.first && k <= clip.last).length;
    first += count;
    return count > 0 ? [{ name: clip.name, first: first - count, last: first - 1 }] : [];
  });
  const shapes = sequence.shapes?.map((shape) => ({
    ...shape,
    weights: Float32Array.from(chosen, (k) => shape.weights[k]),
  }));
  return { ...sequence, frameCount: chosen.length, frames, clips, ...(shapes && { shapes }) };
}

/** The rig in some of its frames, without a correction. */
export function rigInFrames(rig: Rig, chosen: readonly number[]): Rig {
  const n = 12 * rig.bones.length;
  if (chosen.length * n === rig.motion.length) return rig;
  const motion = new Float32Array(chosen.length * n);
  chosen.forEach((k, at) => {
    motion.set(rig.motion.subarray(k * n, (k + 1) * n), at * n);
  });
  return { ...withoutCorrection(rig), motion };
}
