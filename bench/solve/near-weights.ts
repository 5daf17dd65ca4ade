// Weights for the hound's own skeleton and clip, found on its walk: anywhere, and near their bones. It prints their
// errors on the walk, and on clips to which they were not fitted.
import { hound, SCALE } from "../../tools/samples/hound";
import { HOUND_CLIPS } from "../../tools/samples/hound-gait";
import { houndRig } from "../../tools/samples/hound-rig";
import type { Engine } from "../../workers/jobs/engine";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { FIT_DEFAULTS, type FitSettings } from "../../workers/model/skeleton/fit/fit-settings";
import { UNWATCHED } from "../../workers/model/task";
import { errorOfRig } from "../../workers/skeleton/fit/report/measure-fit";

/** 1 425 vertices. */
const CELL = 0.08;

/** Frames first..last of a sequence and of a motion. */
function part(sequence: MeshSequence, { motion, bones }: Rig, first: number, last: number) {
  const size = 3 * sequence.vertexCount;
  return {
    sequence: {
      ...sequence,
      frameCount: last - first + 1,
      frames: sequence.frames.slice(size * first, size * (last + 1)),
    },
    motion: motion.slice(12 * bones.length * first, 12 * bones.length * (last + 1)),
  };
}

const CASES: [name: string, settings: Partial<FitSettings>][] = [
  ["anywhere", { spread: "anywhere" }],
  ["near, at most 5 % more error", { spreadCost: 0.05 }],
  ["near", {}],
];

export async function benchNearWeights(engine: Engine): Promise<void> {
  const sequence = hound({ cell: CELL, frames: 120 });
  const rig = houndRig(sequence, SCALE);
  const clips = HOUND_CLIPS.map(({ name, first, last }) => ({ name, ...part(sequence, rig, first, last) }));
  const [walk] = clips;
  for (const influences of [4, 8]) {
    for (const [name, own] of CASES) {
      const settings: FitSettings = { ...FIT_DEFAULTS, solve: "weights", influences, ...own };
      const skeleton = { bones: rig.bones, motion: walk.motion, weights: null, rest: null };
      const input = { sequence: walk.sequence, skeleton, settings };
      const { rig: found, report } = await engine.run("fitSkeleton", input, UNWATCHED);
      const words = [`${influences} influences ${name}:`];
      for (const clip of clips) {
        const { rmsePercent } = await errorOfRig(clip.sequence, { ...found, motion: clip.motion }, UNWATCHED);
        words.push(`${clip.name} ${rmsePercent.toFixed(4)}`);
      }
      if (report.nearness)
        words.push(`far ${report.nearness.farBefore.toFixed(3)}, ${report.nearness.farAfter.toFixed(3)}`);
      console.log(words.join("  "));
    }
  }
}
