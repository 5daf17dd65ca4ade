import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { CompressExamples } from "../../model/reports/compress-report";
import { blendPositions } from "../../model/rig/blend-positions";
import { poseMatrices } from "../../model/rig/pose";
import { type Rig, withoutCorrection } from "../../model/rig/rig";
import { testPoses } from "../../model/rig/trial-poses";
import type { LayerExamples } from "./layer-problem";

/** Whether a rig has a motion to compare with. */
export const hasFrames = ({ frameCount }: MeshSequence, { motion, bones }: Rig): boolean =>
  frameCount > 1 && motion.length === 12 * bones.length * frameCount;

/** The animation's own frames. */
export const frameExamples = (sequence: MeshSequence, rig: Rig): LayerExamples => ({
  sequence: { ...sequence, rest: rig.rest },
  motion: rig.motion,
});

/** Generated poses of the rig: bends and twists of every joint, and bends of several. The rig itself is the target. */
export function poseExamples(sequence: MeshSequence, rig: Rig, seed: number): LayerExamples {
  const poses = testPoses(rig.bones, seed);
  const size = 12 * rig.bones.length;
  const motion = new Float32Array(size * poses.length);
  poses.forEach((pose, k) => {
    motion.set(poseMatrices(rig.bones, pose), size * k);
  });
  const posed = { ...withoutCorrection(rig), motion };
  const frames = new Float32Array(rig.rest.length * poses.length);
  poses.forEach((_, k) => {
    blendPositions(posed, k, frames.subarray(rig.rest.length * k, rig.rest.length * (k + 1)));
  });
  const clips = [{ name: "poses", first: 0, last: poses.length - 1 }];
  return { sequence: { ...sequence, rest: rig.rest, frames, frameCount: poses.length, clips }, motion };
}

/** The examples that are used unless the artist chooses others. */
export const usualExamples = (sequence: MeshSequence, rig: Rig): CompressExamples =>
  hasFrames(sequence, rig) ? "frames" : "poses";
