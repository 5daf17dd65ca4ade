/** Measures the strain on screen: in one exemplar, and for the heat weights if the second view shows them. */

import type { SolverClient } from "../../../../../workers/client";
import type { Rig } from "../../../../../workers/model/rig/rig";
import { type BindingState, exemplarCount } from "../../../../document/binding/binding-state";
import { type DocumentState, shownRig } from "../../../../document/document";
import { setPaint } from "../../../../document/paint-settings";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { uploadedMesh } from "../uploaded-mesh";

/** A request for strain: in one exemplar, or in all of them if it is null. */
interface Question {
  of: Rig["weights"];
  exemplars: Float32Array;
  exemplar: number | null;
  bones: number;
}

const isSame = (a: Question | null, b: Question | null) =>
  a?.of === b?.of && a?.exemplars === b?.exemplars && a?.exemplar === b?.exemplar;

/** Handles one question at a time. A new one cancels the one before it. */
function createAsking(
  stores: Stores,
  client: SolverClient,
  answer: (question: Question, values: Float32Array) => void,
) {
  let asked: Question | null = null;
  let stop = () => {};
  return async (question: Question | null): Promise<void> => {
    const { sequence } = stores.document.getState();
    if (!question || !sequence || isSame(asked, question)) return;
    stop();
    asked = question;
    const { of: weights, exemplars, exemplar, bones } = question;
    const size = 12 * bones;
    const motions = exemplar === null ? exemplars : exemplars.slice(size * exemplar, size * (exemplar + 1));
    const job = client.strainOfPoses({
      mesh: uploadedMesh(stores, client, sequence),
      weights,
      bones,
      motions,
    });
    stop = () => job.cancel();
    try {
      const values = await job.result;
      if (asked === question) answer(question, values);
    } catch (error) {
      if (asked !== question) return;
      asked = null;
      if (!isCancel(error)) reportError(stores, error, "Measuring the strain");
    }
  };
}

/**
 * The request for the current weights; null if none is needed, because strain over all exemplars comes with the
 * weights.
 */
function ownQuestion(stores: Stores, document: DocumentState, { exemplars }: BindingState): Question | null {
  const { workspace, paint } = stores.view.getState();
  const rig = shownRig(document);
  const isWanted = workspace === "paint" && paint.colours === "energy" && paint.exemplar !== null;
  if (!isWanted || !exemplars || !rig || document.liveRig) return null;
  return { of: rig.weights, exemplars, exemplar: paint.exemplar, bones: rig.bones.length };
}

/** The request for the heat weights; null if they are not on screen. */
function heatQuestion(stores: Stores, { exemplars, heat }: BindingState): Question | null {
  const { workspace, paint } = stores.view.getState();
  const isWanted = workspace === "paint" && paint.colours === "energy" && paint.beside === "heat";
  if (!isWanted || !exemplars || !heat) return null;
  return { of: heat.weights, exemplars, exemplar: paint.exemplar, bones: heat.bones.length };
}

/** Measures the strain on screen, once per set of weights and poses. */
export function followStrain(stores: Stores, client: SolverClient): void {
  const ask = createAsking(stores, client, ({ exemplar }, values) => {
    if (exemplar !== null) stores.binding.setState({ exemplarStrain: { exemplar, values } });
  });
  const askHeat = createAsking(stores, client, ({ exemplar }, values) =>
    stores.binding.setState({ heatStrain: { exemplar, values } }),
  );

  function look(): void {
    const binding = stores.binding.getState();
    const { paint } = stores.view.getState();
    if (paint.exemplar !== null && paint.exemplar >= exemplarCount(binding)) {
      setPaint(stores, { exemplar: null });
      return;
    }
    void ask(ownQuestion(stores, stores.document.getState(), binding));
    void askHeat(heatQuestion(stores, binding));
  }

  stores.view.subscribe((state, before) => {
    if (state.paint !== before.paint || state.workspace !== before.workspace) look();
  });
  stores.binding.subscribe((state, before) => {
    if (state.exemplars !== before.exemplars || state.heat !== before.heat) look();
  });
  stores.document.subscribe((state, before) => {
    if (state.rig !== before.rig || state.liveRig !== before.liveRig) look();
  });
}
