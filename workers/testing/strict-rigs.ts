/** Rigs with a strict skeleton: bones only turn about joints that their parents carry, and roots also move. */
import { createRandom, type Random } from "../math/random";
import { poseMatrices, restPose } from "../model/rig/pose";
import type { Bone, Rig } from "../model/rig/rig";
import { packWeights, skinInto } from "./rigs";
import { clothPatch, type GroundTruth } from "./sequences";

interface StrictOptions {
  bones?: number;
  /** Trees of bones; bones 0, 1 … are their roots. */
  roots?: number;
  frames?: number;
  /** Vertices along one edge of the cloth that the bones move. */
  size?: number;
  /** How far the first root travels over the whole clip; the cloth is 1 wide. */
  travel?: [number, number, number];
  /** Whether the last frame repeats the first, except for the travel. */
  loops?: boolean;
  seed?: number;
}

/** Heads on random vertices, each bone below a random earlier one. */
function tree(rest: Float32Array, count: number, roots: number, random: Random): Bone[] {
  return Array.from({ length: count }, (_, j) => {
    const i = 3 * random.integer(rest.length / 3);
    return {
      name: `bone_${j + 1}`,
      parent: j < roots ? -1 : random.integer(j),
      head: [rest[i], rest[i + 1], rest[i + 2]],
    };
  });
}

/** Each vertex follows the four nearest heads. */
function weightsNear(rest: Float32Array, bones: Bone[]): Rig["weights"] {
  const rows = Array.from({ length: rest.length / 3 }, (_, i): [number, number][] =>
    bones
      .map(({ head }, j): [number, number] => {
        const d = Math.hypot(...head.map((x, c) => x - rest[3 * i + c]));
        return [j, (d + 0.01) ** -3];
      })
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, 4),
  );
  return packWeights(rows);
}

/** A cloth that a rig with a strict skeleton moves exactly. Its joints turn smoothly. */
export function strictCloth({
  bones: count = 8,
  roots = 1,
  frames: F = 24,
  size = 9,
  travel = [0, 0, 0],
  loops = true,
  seed = 1,
}: StrictOptions = {}): GroundTruth {
  const random = createRandom(seed);
  const cloth = clothPatch({ size, frames: F, seed });
  const bones = tree(cloth.rest, count, roots, random);
  const waves = bones.map(() => ({
    axis: [random.normal(), random.normal(), random.normal()],
    angle: 0.3 + 0.5 * random.next(),
    beats: loops ? 1 + random.integer(2) : 0.3 + 0.4 * random.next(),
    begin: 2 * Math.PI * random.next(),
  }));
  const motion = new Float32Array(12 * count * F);
  for (let k = 0; k < F; k++) {
    const pose = restPose(bones);
    const time = k / Math.max(1, F - 1);
    waves.forEach(({ axis, angle, beats, begin }, j) => {
      const turned = angle * Math.sin(begin + 2 * Math.PI * beats * time);
      const length = Math.hypot(...axis);
      pose.rotations.set(
        [...axis.map((x) => (x / length) * Math.sin(turned / 2)), Math.cos(turned / 2)],
        4 * j,
      );
    });
    pose.translations.set(
      travel.map((x) => x * time),
      0,
    );
    motion.set(poseMatrices(bones, pose), 12 * count * k);
  }
  const rig: Rig = {
    version: 1,
    bones,
    boneKind: "rigid",
    weights: weightsNear(cloth.rest, bones),
    motion,
    rest: cloth.rest,
  };
  const frames = new Float32Array(cloth.frames.length);
  for (let k = 0; k < F; k++) {
    skinInto(frames.subarray(k * cloth.rest.length, (k + 1) * cloth.rest.length), rig, k);
  }
  return { sequence: { ...cloth, frames }, rig };
}
