import type { Job } from "../../../../../workers/client";
import type { ResolveResult } from "../../../../../workers/model/reports/skeleton-report";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { TRIAL } from "../../../../actions/guards/tree-editing";
import { LatestQuestion } from "../../../../document/session/jobs/latest-question";
import type { Stores } from "../../../../document/stores";

/** Shows what edits would do while the artist drags. */
export interface EditTrial {
  /** Shows an edit as soon as the one before is solved. A newer call replaces it. */
  show(edit: HierarchyEdit): void;
  /** Shows nothing new from now on. The last picture stays until `end`. */
  stop(): void;
  /** Shows the document's rig again. */
  end(): void;
}

/** @param ask solves an edit; null if there is nothing to solve. */
export function createEditTrial(
  stores: Stores,
  ask: (edit: HierarchyEdit) => Job<ResolveResult> | null,
): EditTrial {
  let current: Job<ResolveResult> | null = null;

  const questions = new LatestQuestion<HierarchyEdit>(async (edit) => {
    const mine = ask(edit);
    current = mine;
    if (!mine) return;
    try {
      const { rig, before, rmsePercent } = await mine.result;
      if (current !== mine) return;
      stores.document.setState({ liveRig: rig });
      stores.of(TRIAL).setState({ cost: { before, rmsePercent } });
    } catch {
      // A newer job ended this one, or the place cannot be solved. Keep the last picture.
    } finally {
      if (current === mine) current = null;
    }
  });

  const stop = () => {
    questions.forget();
    current = null;
  };
  return {
    show: (edit) => questions.ask(edit),
    stop,
    end() {
      current?.cancel();
      stop();
      stores.document.setState({ liveRig: null });
      stores.of(TRIAL).setState({ cost: null });
    },
  };
}
