/** Shots of bound models that the engine poses and measures. */
import { poseMatrices, restPose } from "../../workers/model/rig/pose";
import type { Rig } from "../../workers/model/rig/rig";
import type { SparseWeights } from "../../workers/model/rig/sparse-weights";
import type { Skeleton } from "../../workers/model/skeleton/skeleton";
import { BEND } from "../../workers/weights/bend";
import { bonePoses } from "../../workers/weights/rig-of-weights";
import type { Binding, Poses } from "./binding";
import type { Colouring, WeightShot } from "./figure";

/** Pose number `k`. */
export const poseAt = ({ motions, bends }: Poses, k: number, bones: number): Poses => ({
  motions: motions.subarray(12 * bones * k, 12 * bones * (k + 1)),
  bends: bends.subarray(BEND * bones * k, BEND * bones * (k + 1)),
});

/** Segments rotated about their heads by degrees about an axis, by number; their children follow. Nothing bends. */
export function turned(
  { segments }: Skeleton,
  turns: { segment: number; axis: number[]; degrees: number }[],
): Poses {
  const pose = restPose(segments, "turned");
  for (const { segment, axis, degrees } of turns) {
    const half = (degrees * Math.PI) / 360;
    pose.rotations.set([...axis.map((x) => Math.sin(half) * x), Math.cos(half)], 4 * segment);
  }
  const bends = Float64Array.from(segments.flatMap(() => [1, 0, 0, 0, 1]));
  return { motions: Float64Array.from(poseMatrices(segments, pose)), bends };
}

/** Options of a shot besides its pose. */
interface Wish {
  label: string;
  caption: string;
  /** Default: the strain in this pose. */
  colouring?: Colouring;
  held?: WeightShot["held"];
}

/** A binding in one pose of its segments, coloured by its strain there by default. */
export async function posed(binding: Binding, pose: Poses, wish: Wish): Promise<WeightShot> {
  const { skeleton } = binding.model;
  const rig = binding.rig();
  const { spineBones } = binding.settings;
  const motion = bonePoses(skeleton, pose, spineBones);
  const colouring = wish.colouring ?? { by: "strain", squared: await binding.strain(pose) };
  const positions = blended(rig.rest, rig.weights, motion);
  return { held: [], ...wish, skeleton, rig: { ...rig, motion }, positions, colouring };
}

/** A binding at rest. */
export function resting(binding: Binding, wish: Wish & { colouring: Colouring }): WeightShot {
  const rig = binding.rig();
  return { held: [], ...wish, skeleton: binding.model.skeleton, rig, positions: rig.rest };
}

/** Linear blend skinning, 3V, in f64. */
function blended(
  rest: Float32Array,
  { offsets, bones, values }: SparseWeights,
  m: Rig["motion"],
): Float32Array {
  const out = new Float32Array(rest.length);
  for (let i = 0; 3 * i < rest.length; i++) {
    for (let r = 0; r < 3; r++) {
      let sum = 0;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const at = 12 * bones[e] + 4 * r;
        const x = m[at] * rest[3 * i] + m[at + 1] * rest[3 * i + 1] + m[at + 2] * rest[3 * i + 2] + m[at + 3];
        sum += values[e] * x;
      }
      out[3 * i + r] = sum;
    }
  }
  return out;
}
