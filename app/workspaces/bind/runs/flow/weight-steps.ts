import type { StoreApi } from "zustand";
import {
  editWeights,
  foundLabel,
  type Settling,
  settledTo,
  weightsFound,
} from "../../../../document/binding/weight-edit-commands";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import type { Stores } from "../../../../document/stores";
import type { Effect } from "./events";

type SettleEffect = Omit<Extract<Effect, { type: "settle" }>, "type">;
type EditEffect = Omit<Extract<Effect, { type: "edit" }>, "type">;

/** Writes weights into the history: into the step that requested them, as long as no other step follows it. */
export function createWeightSteps(stores: Stores, history: History, document: StoreApi<DocumentState>) {
  /**
   * The last step whose weights may still settle. The history assigns its number, so it is not in the reducer's state.
   */
  let open: { step: Settling; id: number; isEdit: boolean } | null = null;

  const run = (step: Settling, isEdit: boolean) => {
    history.run(step);
    open = { step, id: history.state.getState().steps.at(-1)?.id ?? 0, isEdit };
  };

  return {
    /** Puts settled weights into the open step if there is one, otherwise into a step of their own. */
    settle({ found, iterations }: SettleEffect): void {
      const label = foundLabel(document.getState().weighting, iterations);
      if (open) {
        const step = settledTo(stores, open.step, found, open.isEdit ? open.step.label : label);
        open = { ...open, step };
        if (history.settle(open.id, step)) return;
      }
      run(weightsFound(stores, label, found), false);
      document.setState({ liveRig: null });
    },
    /** Makes a step of an edit with the current weights. */
    edit({ label, icon, change, rig, settles }: EditEffect): void {
      const { weightReport } = document.getState();
      const found = rig && { rig, weightReport: settles ? null : weightReport };
      run(editWeights(stores, label, icon, change, found), true);
      if (!settles) open = null;
    },
    forget(): void {
      open = null;
    },
  };
}
