import type { Rig } from "../../../workers/model/rig";
import type { IconName } from "../../ui/icon-names";
import { useDocument } from "../document";
import type { History } from "../history";
import { isOnTop } from "./history-watch";
import {
  editWeights,
  type Found,
  foundLabel,
  type SettlingStep,
  type WeightChange,
  weightsFound,
} from "./weight-edit-commands";

/** Puts weights that were found into the history: into the step that asked for them, while nothing came after it. */
export function createSettling(history: History) {
  /** The last step whose weights may still settle. */
  let open: { step: SettlingStep; id: number; isEdit: boolean } | null = null;

  const run = (step: SettlingStep, isEdit: boolean) => {
    history.run(step.command);
    open = { step, id: history.state.getState().steps.at(-1)?.id ?? 0, isEdit };
  };

  return {
    /** Weights that have settled: those of the last step where it asked for them, else a step of their own. */
    settle(found: Found, iterations: number): void {
      const label = foundLabel(useDocument.getState().weighting, iterations);
      if (open && isOnTop(history, open.id)) {
        open.step.settle(found);
        if (!open.isEdit) history.relabel(open.id, label);
      } else {
        run(weightsFound(label, found), false);
        useDocument.setState({ liveRig: null });
      }
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
