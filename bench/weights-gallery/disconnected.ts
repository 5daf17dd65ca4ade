/**
 * A skeleton in two trees: exemplars are assembled in alternation with the weights (Thiery & Eisemann 2018, Fig. 12).
 */

import { doll } from "../../tools/samples/bound/doll";
import { NO_WEIGHT_EDITS } from "../../workers/model/weights/weight-edits";
import { exemplarSet } from "../../workers/weights/binding/exemplar-set";
import { Binding } from "./binding";
import type { Colouring, WeightFigure, WeightShot } from "./figure";
import { poseAt, posed, resting } from "./posed";
import { percent } from "./words";

const SETTINGS = { exemplars: 20 };
const ITERATIONS = 8;
/** The exemplars in the pictures. */
const POSES = [3, 7];

export async function disconnected(): Promise<WeightFigure> {
  const model = doll();
  const { skeleton, sequence } = model;
  const binding = await Binding.of(model, SETTINGS);
  const drawn = exemplarSet(skeleton, binding.settings, NO_WEIGHT_EDITS);
  const torn: WeightShot[] = [];
  const bones = skeleton.segments.length;
  for (const k of POSES) {
    const pose = poseAt(drawn, k, bones);
    const caption = `strain ${percent(await binding.strainIn(pose, true))}`;
    torn.push(await posed(binding, pose, { label: "As drawn, heat weights", caption }));
  }
  const before = [percent(await binding.strainIn(drawn, true)), percent(await binding.strainIn(drawn))];
  await binding.iterate(ITERATIONS);
  const found = binding.exemplars();
  const whole: WeightShot[] = [];
  for (const k of POSES) {
    const pose = poseAt(found, k, bones);
    const caption = `strain ${percent(await binding.strainIn(pose, true))}`;
    whole.push(await posed(binding, pose, { label: `As found, after ${ITERATIONS}`, caption }));
  }
  const atRest = (label: string, colouring: Colouring) => resting(binding, { label, caption: "", colouring });
  const weightsOf = (name: string): Colouring => ({
    by: "weights",
    bone: skeleton.segments.findIndex((segment) => segment.name === name),
  });
  const camera = { yaw: 24, pitch: 8 };
  return {
    rows: [
      {
        label: "two of twenty exemplars",
        camera,
        sequence,
        ramp: 0.6,
        shots: [torn[0], whole[0], torn[1], whole[1]],
      },
      {
        label: "at rest",
        camera,
        sequence,
        shots: [
          atRest("Two trees", { by: "skeleton" }),
          atRest("Which bone moves what", { by: "bones" }),
          atRest("Weights of the chest", weightsOf("chest")),
          atRest("Weights of the pelvis", weightsOf("pelvis")),
        ],
      },
    ],
    table: {
      words: 1,
      head: ["poses", "weights", "strain over 20 exemplars"],
      lines: [
        ["as drawn at random", "heat", before[0]],
        ["trees shifted", "heat", before[1]],
        [
          `trees shifted, after ${ITERATIONS} iterations`,
          "as rigid as possible",
          percent(await binding.meanStrain()),
        ],
      ],
    },
  };
}
