import type { SolverClient } from "../../../../workers/client";
import type { Skeleton } from "../../../../workers/model/skeleton/skeleton";
import type { WeightEdits } from "../../../../workers/model/weights/weight-edits";
import { serviceKey } from "../../../actions/service";
import type { IconName } from "../../../common/icon-names";
import { settledEdits } from "../../../document/binding/weight-edit-strokes";
import { patch } from "../../../document/commands";
import type { History } from "../../../document/history";
import type { Stores } from "../../../document/stores";
import { letGoOf } from "../../../document/weights/painted-vertices";
import { followDocument } from "./flow/document-events";
import { createBindingRunner } from "./flow/runner";

/** Finds weights for the document's mesh and skeleton, and follows what the artist does to them. */
export interface Binding {
  /** Finds weights from nothing. */
  bind(): void;
  /** Optimises the weights that there are, of whatever method or file. */
  optimise(): void;
  togglePause(): void;
  /** One iteration, then it pauses. */
  step(): void;
  /** Ends with the weights at hand. */
  keep(): void;
  /** Ends, and the weights from before come back. */
  cancel(): void;
  /**
   * What is wanted while a stroke goes on; null is what the document has: the stroke was given up.
   * @param send whether the weights follow at once, or wait for the stroke's end
   */
  preview(edits: WeightEdits | null, send?: boolean): void;
  /** The outcome of a stroke or of another edit, as one step; the weights settle into it. */
  edit(label: string, icon: IconName, edits: WeightEdits): void;
  /** Weights of vertices that were painted by hand are no longer kept; where they were bound they are found anew. */
  letGo(label: string, vertices: Uint32Array): void;
  /** The same skeleton with joints elsewhere, as one step; weights settle into it too. */
  moveJoints(label: string, skeleton: Skeleton): void;
}

export const BINDING = serviceKey<Binding>("binding");

/** What the artist can ask of weights, as events; `flow/reducer.ts` says what follows from them. */
export function createBinding(stores: Stores, client: SolverClient, history: History): Binding {
  const { document, binding } = stores;
  const send = createBindingRunner(stores, { client, history, document, binding });
  followDocument(document, history, send);

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
