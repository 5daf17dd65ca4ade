import type { SolverClient } from "../../../../workers/client";
import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import type { WeightEdits } from "../../../../workers/model/weights/weight-edits";
import { serviceKey } from "../../../actions/service";
import type { IconName } from "../../../common/icon-names";
import { settledEdits } from "../../../document/binding/weight-edit-strokes";
import type { History } from "../../../document/history/history";
import { patch } from "../../../document/patch";
import type { Stores } from "../../../document/stores";
import { letGoOf } from "../../../document/weights/painted-vertices";
import { sendDocumentEvents } from "./flow/document-events";
import { createBindingRunner } from "./flow/runner";

/** Finds weights for the document's mesh and skeleton, and follows the artist's edits. */
export interface Binding {
  /** Finds weights from scratch. */
  bind(): void;
  /** Optimises the current weights, from any method or file. */
  optimise(): void;
  togglePause(): void;
  /** Runs one iteration, then pauses. */
  step(): void;
  /** Ends the run with the current weights. */
  keep(): void;
  /** Ends the run and restores the weights from before. */
  cancel(): void;
  /**
   * Shows the edits of a stroke in progress. Null cancels the stroke and returns to the document's edits.
   * @param send whether the weights follow at once, or only after the stroke
   */
  preview(edits: WeightEdits | null, send?: boolean): void;
  /** Commits a stroke or another edit as one step; the weights that follow settle into that step. */
  edit(label: string, icon: IconName, edits: WeightEdits): void;
  /** Stops keeping the hand-painted weights of these vertices. If the mesh was bound, their weights are found again. */
  letGo(label: string, vertices: Uint32Array): void;
  /** Moves joints of the same skeleton as one step; the weights settle into it too. */
  moveJoints(label: string, skeleton: Skeleton): void;
}

export const BINDING = serviceKey<Binding>("binding");

/** Turns the artist's requests into events; `flow/reducer.ts` defines what follows from them. */
export function createBinding(stores: Stores, client: SolverClient, history: History): Binding {
  const { document, binding } = stores;
  const send = createBindingRunner(stores, { client, history, document, binding });
  sendDocumentEvents(document, history, send);

  const edit = (label: string, icon: IconName, edits: WeightEdits) =>
    send({ type: "edit", label, icon, weightEdits: settledEdits(edits) });

  return {
    edit,
    bind: () => send({ type: "bind" }),
    optimise: () => send({ type: "optimise" }),
    togglePause: () => send({ type: "togglePause" }),
    step: () => send({ type: "step" }),
    keep: () => send({ type: "keep" }),
    cancel: () => send({ type: "cancel" }),
    preview(edits, follows = true) {
      send(edits ? { type: "stroke", edits, follows } : { type: "dropStroke", follows });
    },
    letGo(label, vertices) {
      const weightEdits = letGoOf(document.getState().weightEdits, vertices);
      if (binding.getState().run) edit(label, "erase", weightEdits);
      else history.run(patch(stores, label, "erase", { weightEdits: settledEdits(weightEdits) }));
    },
    moveJoints(label, skeleton) {
      send({ type: "moveJoints", label, change: { skeleton } });
      document.setState({ liveSkeleton: null });
    },
  };
}
