import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { FitInput } from "../../model/reports/fit-report";
import type { Rig } from "../../model/rig/rig";
import { startWeights } from "./weights/start-weights";

/** The skeleton as a rig before a fit. Without a clip it stays at rest. Without weights it gets weights by distance. */
export function startRig({ sequence, skeleton, settings }: FitInput): Rig {
  const { bones, motion, weights } = skeleton;
  const rest = skeleton.rest ?? sequence.rest;
  return {
    version: 1,
    bones,
    boneKind: "rigid",
    weights: weights ?? startWeights(bones, rest, settings.influences),
    motion: motion ?? atRest(bones.length, sequence),
    rest,
  };
}

function atRest(B: number, { frameCount }: MeshSequence): Float32Array {
  const motion = new Float32Array(12 * B * frameCount);
  for (let at = 0; at < motion.length; at += 12) motion[at] = motion[at + 5] = motion[at + 10] = 1;
  return motion;
}
