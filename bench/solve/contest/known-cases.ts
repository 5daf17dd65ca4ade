import { flag } from "../../../tools/samples/flag";
import { hound } from "../../../tools/samples/hound";
import { tentacle } from "../../../tools/samples/tentacle";
import { createRandom } from "../../../workers/math/random";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { someFrames } from "../../../workers/model/mesh/some-frames";
import { bendingBar, clothPatch, movingShells } from "../../../workers/testing/sequences";
import { strictCloth } from "../../../workers/testing/strict-rigs";

/** A generated sequence, and the number of bones to solve for. */
export interface ContestCase {
  name: string;
  bones: number;
  sequence: () => MeshSequence;
}

/** Positions moved by normal noise whose size is a share of the mesh's size. */
function noisy(sequence: MeshSequence, share: number): MeshSequence {
  const random = createRandom(11);
  const size = Math.hypot(...[0, 1, 2].map((axis) => extent(sequence.rest, axis)));
  return { ...sequence, frames: sequence.frames.map((x) => x + share * size * random.normal()) };
}

function extent(positions: Float32Array, axis: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return high - low;
}

/** `count` frames in random order: poses instead of a clip. */
export function poses(sequence: MeshSequence, count: number): MeshSequence {
  const random = createRandom(5);
  const order = Array.from({ length: sequence.frameCount }, (_, k) => k);
  for (let k = order.length - 1; k > 0; k--) {
    const other = random.integer(k + 1);
    [order[k], order[other]] = [order[other], order[k]];
  }
  return someFrames(sequence, order.slice(0, count));
}

/** Cloth, bars, creatures, shells and unordered poses, of 5 to 500 frames. */
export const CONTEST_CASES: readonly ContestCase[] = [
  { name: "cloth 17, 24 frames", bones: 8, sequence: () => clothPatch({ size: 17, frames: 24 }) },
  { name: "cloth 25, 20 frames", bones: 8, sequence: () => clothPatch({ size: 25, frames: 20 }) },
  { name: "cloth 25, 5 frames", bones: 6, sequence: () => clothPatch({ size: 25, frames: 5, seed: 2 }) },
  { name: "cloth 13, 500 frames", bones: 12, sequence: () => clothPatch({ size: 13, frames: 500, seed: 3 }) },
  { name: "cloth 33, 60 frames", bones: 20, sequence: () => clothPatch({ size: 33, frames: 60, seed: 4 }) },
  {
    name: "cloth 25, poses",
    bones: 10,
    sequence: () => poses(clothPatch({ size: 25, frames: 60, seed: 5 }), 12),
  },
  { name: "flag 21, 60 frames", bones: 12, sequence: () => flag({ size: 21, frames: 60 }) },
  { name: "flag 31, 120 frames", bones: 24, sequence: () => flag({ size: 31, frames: 120, seed: 7 }) },
  { name: "flag 25, poses", bones: 16, sequence: () => poses(flag({ size: 25, frames: 90, seed: 9 }), 15) },
  { name: "bar 4, 12 frames", bones: 4, sequence: () => bendingBar().sequence },
  { name: "bar 4 with 3 bones", bones: 3, sequence: () => bendingBar().sequence },
  {
    name: "bar 10, 40 frames",
    bones: 10,
    sequence: () => bendingBar({ bones: 10, frames: 40, length: 40 }).sequence,
  },
  {
    name: "bar 10 with 6 bones",
    bones: 6,
    sequence: () => bendingBar({ bones: 10, frames: 40, seed: 3 }).sequence,
  },
  {
    name: "bar 8 with noise",
    bones: 8,
    sequence: () => noisy(bendingBar({ bones: 8, frames: 30, seed: 4 }).sequence, 0.002),
  },
  {
    name: "tentacle, 48 frames",
    bones: 10,
    sequence: () => tentacle({ rings: 48, sectors: 16, frames: 48 }),
  },
  {
    name: "tentacle, 200 frames",
    bones: 16,
    sequence: () => tentacle({ rings: 40, sectors: 12, frames: 200 }),
  },
  {
    name: "tentacle, poses",
    bones: 12,
    sequence: () => poses(tentacle({ rings: 48, sectors: 16, frames: 96 }), 8),
  },
  { name: "hound, 24 frames", bones: 16, sequence: () => hound({ cell: 0.07, frames: 24 }) },
  { name: "hound, 120 frames", bones: 24, sequence: () => hound({ cell: 0.07, frames: 120 }) },
  { name: "hound, poses", bones: 20, sequence: () => poses(hound({ cell: 0.07, frames: 120 }), 10) },
  { name: "shells 6, 16 frames", bones: 6, sequence: () => movingShells().sequence },
  {
    name: "shells 12 with 9 bones",
    bones: 9,
    sequence: () => movingShells({ shells: 12, frames: 24, seed: 2 }).sequence,
  },
  { name: "strict cloth 8", bones: 8, sequence: () => strictCloth({ size: 15, frames: 24 }).sequence },
  {
    name: "strict cloth 12 with 8",
    bones: 8,
    sequence: () => strictCloth({ bones: 12, size: 15, frames: 60, seed: 2 }).sequence,
  },
];
