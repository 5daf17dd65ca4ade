/** The model of a binding, with its joints where the weights give the least strain. */

import type { BoundModel } from "../../tools/samples/bound/bound-model";
import { UNWATCHED } from "../../workers/model/task";
import { bindableOf } from "../../workers/model/weights/bindable";
import { optimiseJoints } from "../../workers/weights/joints/optimise-joints";
import { type Binding, oneThread } from "./binding";

const ITERATIONS = 12;

/** Optimises joints as freely as possible while the weights stay fixed. */
export async function withBetterJoints(binding: Binding): Promise<BoundModel> {
  const { model, settings, edits } = binding;
  const { skeleton } = await optimiseJoints(
    {
      mesh: bindableOf(model.sequence),
      skeleton: model.skeleton,
      weights: binding.weights(),
      settings,
      edits,
      stiffness: new Float32Array(model.skeleton.segments.length),
      iterations: ITERATIONS,
    },
    oneThread,
    UNWATCHED,
  );
  return { ...model, skeleton };
}
