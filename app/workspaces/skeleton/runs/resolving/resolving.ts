import type { SolverClient } from "../../../../../workers/client";
import type { ResolveResult } from "../../../../../workers/model/reports/skeleton-report";
import type { Measures } from "../../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../../../workers/model/skeleton/hierarchy-edit";
import { solving } from "../../../../actions/guards/guards";
import type { TreeEditing } from "../../../../actions/guards/tree-editing";
import { formatFinePercent } from "../../../../common/format";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { toast } from "../../../../document/session/toasts";
import { Lineage, movesAlike } from "../../../../document/skeleton/carried-edit";
import { hierarchyWords, resolvedSkeleton } from "../../../../document/skeleton/resolve-commands";
import { hasNewerRig } from "../../../../document/solve/newer-rig";
import type { Stores } from "../../../../document/stores";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { EditQueue } from "./edit-queue";
import { EditSolver } from "./edit-solver";
import { createEditTrial } from "./edit-trial";
import { lookAt } from "./look-at-edit";
import { unsolved } from "./unsolved-edit";

/** Whether an edit of this document's tree can be solved: rigid bones, and motion to fit them to. */
export const canResolve = ({ sequence, rig }: Pick<DocumentState, "sequence" | "rig">): boolean =>
  sequence !== null && sequence.frameCount > 1 && rig?.boneKind === "rigid";

/** The cost of an edit: "Error 0.171 % → 0.184 % of the diagonal". */
export const costWords = ({ before, rmsePercent }: Pick<ResolveResult, "before" | "rmsePercent">): string =>
  `Error ${formatFinePercent(before)} → ${formatFinePercent(rmsePercent)} of the diagonal`;

/**
 * Solves edits of the skeleton, shows them, and puts each into the history as one step. While one is being solved,
 * further edits wait. Each starts from the result of the one before.
 */
export function createResolving(stores: Stores, client: SolverClient, history: History): TreeEditing {
  const { document, work } = stores;
  const lineage = new Lineage();
  const queue = new EditQueue(stores, perform);
  const solver = new EditSolver(stores, client, (doing) =>
    queue.length > 0 ? `${doing}, ${queue.length} more waiting` : doing,
  );
  const trial = createEditTrial(stores, (edit) => solver.ask(edit));

  async function perform(asked: HierarchyEdit, of: Rig): Promise<void> {
    const { rig } = document.getState();
    const edit = rig && lineage.carry(asked, of, rig);
    const refusal = solving(stores);
    if (!rig || !edit || refusal) return sayNotDone(stores, asked, of, refusal ?? undefined);
    if (canResolve(document.getState())) {
      for (let on: Rig | null = rig; on; ) on = await solved(edit, on);
      return;
    }
    const command = unsolved(stores, edit);
    if (command) history.run(command);
  }

  /**
   * Solves an edit and makes it a step. @returns the renamed rig if bones were renamed meanwhile; solve the edit on it
   * again.
   */
  async function solved(edit: HierarchyEdit, rig: Rig): Promise<Rig | null> {
    const { doing } = hierarchyWords(edit, rig.bones);
    const renamed = await solver.solve(edit, doing, (result, measures) => take(edit, rig, result, measures));
    trial.end();
    return renamed;
  }

  /** Makes a solved edit a step. @returns as `solved` does. */
  function take(edit: HierarchyEdit, rig: Rig, result: ResolveResult, measures: Measures): Rig | null {
    if (hasNewerRig(stores, rig)) {
      const now = document.getState().rig;
      if (now && movesAlike(now, rig)) return now;
      sayNotDone(stores, edit, rig);
      return null;
    }
    const command = resolvedSkeleton(stores, edit, result, measures);
    runAndTell(stores, history, command);
    const after = document.getState().rig;
    if (after) lineage.add(rig, after, result.origin);
    // If more edits wait, the artist is already working on another bone, which stays selected.
    if (queue.length === 0) lookAt(stores, edit, rig, result);
    toast(stores, command.label, `${costWords(result)}.`);
    return null;
  }

  return {
    perform(edit, of = document.getState().rig) {
      if (!of) return Promise.resolve();
      trial.stop();
      const done = queue.add(edit, of);
      solver.nameAgain();
      return done;
    },
    preview(edit, of = document.getState().rig) {
      const { rig } = document.getState();
      if (!of || !rig || work.getState().resolving || !canResolve(document.getState())) return;
      const carried = lineage.carry(edit, of, rig);
      if (carried) trial.show(carried);
    },
    endPreview: () => trial.end(),
  };
}

function sayNotDone(
  stores: Stores,
  edit: HierarchyEdit,
  { bones }: Rig,
  why = "The skeleton has changed meanwhile. Repeat the edit.",
): void {
  toast(stores, `${hierarchyWords(edit, bones).label}: not done`, why);
}
