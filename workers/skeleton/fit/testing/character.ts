/** Generated characters, and fits onto their skeletons. */
import { type Turn, turnAt } from "../../../geometry/posing/turns";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { createRandom } from "../../../math/random";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { FitInput, FitSkeleton } from "../../../model/reports/fit-report";
import { boneRotations } from "../../../model/rig/bone-rotations";
import type { Rig } from "../../../model/rig/rig";
import { FIT_DEFAULTS, type FitSettings } from "../../../model/skeleton/fit/fit-settings";
import { UNWATCHED } from "../../../model/task";
import { limbs } from "../../testing/limbs";
import { orderOf, rigInTreeOrder } from "../../tree/skeleton-tree";
import { fitSkeleton } from "../fit";
import { relative } from "../motion/joint-axes";

export const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

const PARENTS = [-1, 0, 1, 1, 2, 3];

/** A generated character, with the skeleton that made it. */
export function character(seed: number, options: Parameters<typeof limbs>[2] = {}) {
  const { sequence, rig: loose, joints } = limbs(PARENTS, seed, { frames: 10, ...options });
  const tree = {
    parents: Int32Array.from(PARENTS),
    order: orderOf(PARENTS),
    joints: Float64Array.from(joints),
  };
  const { rig } = rigInTreeOrder(loose, tree);
  return { sequence, rig };
}

/** A character whose flesh shakes: each of its parts swells by a random amount in each frame. */
export function shaking(seed: number, parts = PARENTS.length) {
  const { sequence, rig } = character(seed);
  const random = createRandom(seed + 100);
  const frames = sequence.frames.slice();
  const V = sequence.vertexCount;
  for (let k = 0; k < sequence.frameCount; k++) {
    const swell = Array.from({ length: parts }, () => 0.05 * random.normal());
    for (let i = 0; i < V; i++) {
      const part = Math.floor((i * parts) / V);
      for (let c = 0; c < 3; c++) frames[3 * (k * V + i) + c] += swell[part] * (c + 1);
    }
  }
  return { sequence: { ...sequence, frames }, rig };
}

export const skeletonOf = ({ bones, motion, weights }: Rig): FitSkeleton => ({
  bones,
  motion,
  weights,
  rest: null,
});

export const fitted = (
  sequence: FitInput["sequence"],
  skeleton: FitSkeleton,
  settings: Partial<FitSettings>,
) => fitSkeleton({ sequence, skeleton, settings: { ...FIT_DEFAULTS, ...settings } }, makeSerial, UNWATCHED);

/**
 * The skeleton with some joints moved by a share of the mesh's diagonal, each in its own direction. Bones turn, and
 * joints open, as before.
 */
export function withMovedJoints(
  sequence: FitInput["sequence"],
  rig: Rig,
  which: readonly number[],
  share: number,
): Rig {
  const random = createRandom(5);
  const size = share * restDiagonal(sequence);
  const bones = rig.bones.slice();
  for (const j of which) {
    const way = [0, 1, 2].map(() => random.normal());
    const [x, y, z] = bones[j].head.map((at, c) => at + (size * way[c]) / Math.hypot(...way));
    bones[j] = { ...bones[j], head: [x, y, z] };
  }
  const motion = Float64Array.from(rig.motion);
  const B = bones.length;
  for (let frame = 0; frame < motion.length; frame += 12 * B) {
    bones.forEach(({ parent, head }, j) => {
      if (parent < 0) return;
      const own = frame + 12 * j;
      const above = frame + 12 * parent;
      for (let row = 0; row < 12; row += 4) {
        const was = gapOf(rig.motion, own + row, above + row, rig.bones[j].head);
        motion[own + row + 3] += was - gapOf(motion, own + row, above + row, head);
      }
    });
  }
  return { ...rig, bones, motion: Float32Array.from(motion) };
}

/** How far apart two bones carry a point along one axis. Row `a` is of one transform, row `b` of the other. */
const gapOf = (motion: ArrayLike<number>, a: number, b: number, point: readonly number[]) =>
  point.reduce((sum, x, c) => sum + (motion[a + c] - motion[b + c]) * x, motion[a + 3] - motion[b + 3]);

/** The rotation of each joint in each frame. */
export function jointTurns({ bones, motion }: Rig): Turn[][] {
  const size = 12 * bones.length;
  return Array.from({ length: motion.length / size }, (_, k) => {
    const rotations = boneRotations(motion.subarray(k * size, (k + 1) * size));
    return bones.map(({ parent }, j) =>
      parent < 0 ? turnAt(rotations, j) : relative(turnAt(rotations, parent), turnAt(rotations, j)),
    );
  });
}
