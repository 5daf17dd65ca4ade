import type { StoreApi } from "zustand";
import type { SolverClient } from "../../../../../workers/client";
import type { LostWeights } from "../../../../../workers/model/weights/kept-weights";
import { plural } from "../../../../common/format";
import type { BindingState } from "../../../../document/binding/binding-state";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { patch } from "../../../../document/patch";
import { reportError } from "../../../../document/session/report-error";
import { toast } from "../../../../document/session/toasts";
import type { Stores } from "../../../../document/stores";
import { type BindingJob, startJob, tellJob } from "./engine-job";
import type { BindingEvent, Effect } from "./events";
import { type Flow, hasJob, UNBOUND } from "./flow";
import { bindingReducer } from "./reducer";
import { createWeightSteps } from "./weight-steps";

/** The parts of the studio that the effects of a binding act on. */
export interface BindingWorld {
  client: SolverClient;
  history: History;
  document: StoreApi<DocumentState>;
  binding: StoreApi<BindingState>;
}

type Performers = { [Type in Effect["type"]]: (effect: Extract<Effect, { type: Type }>) => void };

/**
 * Holds the state of the flow, and performs the effects that the reducer returns. @returns a function that takes
 * events.
 */
export function createBindingRunner(stores: Stores, world: BindingWorld): (event: BindingEvent) => void {
  const { history, document, binding } = world;
  let flow: Flow = UNBOUND;
  let job: BindingJob | null = null;
  const steps = createWeightSteps(stores, history, document);
  const link = { ...world, send };

  const performers: Performers = {
    startJob: (effect) => {
      job = startJob(stores, link, effect);
    },
    cancelJob: () => job?.cancel(),
    pauseJob: () => job?.pause(),
    resumeJob: () => job?.resume(),
    keepJob: () => job?.keep(),
    tell: (effect) => tellJob(link, effect),
    letGo: ({ lost, weightEdits }) => {
      // The layers keep the weights of the missing bones.
      const { weightLayers } = document.getState();
      history.run(patch(stores, letGoLabel(lost), "erase", { weightEdits, weightLayers }));
      tellLost(stores, lost);
    },
    show: ({ rig }) => document.setState({ liveRig: rig }),
    hide: () => document.setState({ liveRig: null }),
    settle: steps.settle,
    edit: steps.edit,
    forgetSteps: steps.forget,
    figures: ({ figures }) => binding.setState(figures),
    report: ({ error, doing }) => reportError(stores, error, doing),
  };

  /** Events that arrive while effects are performed wait here. */
  const queue: BindingEvent[] = [];
  let busy = false;

  function send(event: BindingEvent): void {
    queue.push(event);
    if (busy) return;
    busy = true;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) take(next);
    } finally {
      busy = false;
    }
  }

  function take(event: BindingEvent): void {
    const before = flow.run;
    const { flow: next, effects } = bindingReducer(flow, event, document.getState());
    flow = next;
    if (flow.run !== before) binding.setState({ run: flow.run });
    for (const effect of effects) {
      const perform = performers[effect.type] as (effect: Effect) => void;
      perform(effect);
    }
    if (!hasJob(flow)) job = null;
  }

  return send;
}

const lostVertices = ({ vertices }: LostWeights) =>
  plural(vertices.length, "painted vertex", "painted vertices");

const letGoLabel = (lost: LostWeights) => `Release ${lostVertices(lost)}`;

function tellLost(stores: Stores, lost: LostWeights): void {
  const { bones } = lost;
  const names = bones.length > 3 ? `${bones.slice(0, 3).join(", ")} and others` : bones.join(", ");
  toast(
    stores,
    `${lostVertices(lost)} cannot be kept`,
    `They have weights of ${names}, and the skeleton has no such bone. Their weights are computed again. Undo restores them.`,
  );
}
