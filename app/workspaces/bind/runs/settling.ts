import type { Rig } from "../../../../workers/model/rig/rig";
import type { IconName } from "../../../common/icon-names";
import {
  editWeights,
  type Found,
  foundLabel,
  type Settling,
  settledTo,
  type WeightChange,
  weightsFound,
} from "../../../document/binding/weight-edit-commands";
import { useDocument } from "../../../document/document";
import type { History } from "../../../document/history";

/** Puts weights that were found into the history: into the step that asked for them, while nothing came after it. */
export function createSettling(history: History) {
  /** The last step whose weights may still settle. */
  let open: { step: Settling; id: number; isEdit: boolean } | null = null;

  const run = (step: Settling, isEdit: boolean) => {
    history.run(step);
    open = { step, id: history.state.getState().steps.at(-1)?.id ?? 0, isEdit };
  };

  /** @returns whether the open step took the weights. */
  function settleOpen(found: Found, label: string): boolean {
    if (!open) return false;
    const step = settledTo(open.step, found, open.isEdit ? open.step.label : label);
    open = { ...open, step };
    return history.settle(open.id, step);
  }

  return {
    /** Weights that have settled: those of the last step where it asked for them, else a step of their own. */
    settle(found: Found, iterations: number): void {
      const label = foundLabel(useDocument.getState().weighting, iterations);
      if (settleOpen(found, label)) return;
      run(weightsFound(label, found), false);
      useDocument.setState({ liveRig: null });
    },
    /** An edit with the weights as they are now. @param settles whether an optimisation goes on from it. */
    edit(label: string, icon: IconName, change: WeightChange, rig: Rig | null, settles: boolean): void {
      const { weightReport } = useDocument.getState();
      run(
        editWeights(label, icon, change, rig && { rig, weightReport: settles ? null : weightReport }),
        true,
      );
      if (!settles) open = null;
    },
    forget(): void {
      open = null;
    },
  };
}
