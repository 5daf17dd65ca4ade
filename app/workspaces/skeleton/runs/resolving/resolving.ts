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
import { isCancel, reportError } from "../../../../document/session/report-error";
import { toast } from "../../../../document/session/toasts";
import { Lineage, movesAlike } from "../../../../document/skeleton/carried-edit";
import { hierarchyWords, resolvedSkeleton } from "../../../../document/skeleton/resolve-commands";
import { hasNewerRig } from "../../../../document/solve/newer-rig";
import type { Stores } from "../../../../document/stores";
import { baseRig } from "../../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../../document/weights/painted-changes";
import { EditCard } from "./edit-card";
import { createEditTrial } from "./edit-trial";
import { lookAt } from "./look-at-edit";
import { nothingResolved } from "./nothing-resolved";
import { unsolved } from "./unsolved-edit";

/** Whether an edit of this document's tree can be solved: rigid bones, and motion to fit them to. */
export const canResolve = ({ sequence, rig }: Pick<DocumentState, "sequence" | "rig">): boolean =>
  sequence !== null && sequence.frameCount > 1 && rig?.boneKind === "rigid";

/** The cost of an edit: "Error 0.171 % → 0.184 % of the diagonal". */
export const costWords = ({ before, rmsePercent }: Pick<ResolveResult, "before" | "rmsePercent">): string =>
  `Error ${formatFinePercent(before)} → ${formatFinePercent(rmsePercent)} of the diagonal`;

/** An edit that waits while another one is being solved. */
interface WaitingEdit {
  edit: HierarchyEdit;
  /** The rig whose bones it names. */
  of: Rig;
  done(): void;
}

/**
 * Solves edits of the skeleton, shows them, and puts each into the history as one step. While one is being solved,
 * further edits wait. Each starts from the result of the one before.
 */
export function createResolving(stores: Stores, client: SolverClient, history: History): TreeEditing {
  const { document, work } = stores;
  const queue: WaitingEdit[] = [];
  let isPumping = false;
  /** The card of the edit that is being solved. */
  let card: EditCard | null = null;
  const lineage = new Lineage();

  const ask = (edit: HierarchyEdit) => {
    const state = document.getState();
    const { sequence, extraction: settings, locks } = state;
    const rig = baseRig(state.rig, state);
    return sequence && rig ? client.resolveSkeleton({ sequence, rig, edit, settings, locks }) : null;
  };

  const trial = createEditTrial(stores, ask);

  const titleOf = (doing: string) => (queue.length > 0 ? `${doing}, ${queue.length} more waiting` : doing);

  /**
   * Solves an edit and makes it a step. @returns the renamed rig if bones were renamed meanwhile; solve the edit on it
   * again.
   */
  async function solved(edit: HierarchyEdit, rig: Rig): Promise<Rig | null> {
    const { sequence } = document.getState();
    const solve = ask(edit);
    if (!solve || !sequence) return null;
    const { doing } = hierarchyWords(edit, rig.bones);
    let job: { cancel(): void } = solve;
    const mine = new EditCard(stores, titleOf(doing), () => job.cancel());
    card = mine;
    work.setState({ resolving: doing });
    const stop = solve.onProgress((progress) => mine.progress(progress));
    try {
      const result = await solve.result;
      const measuring = client.measureRig({ sequence, rig: result.rig });
      job = measuring;
      return take(edit, rig, result, await measuring.result);
    } catch (error) {
      if (!isCancel(error)) reportError(stores, error, doing);
      return null;
    } finally {
      stop();
      card = null;
      mine.close();
      work.setState({ resolving: null });
      trial.end();
    }
  }

  /** Makes a solved edit a step. @returns as `solved` does. */
  function take(edit: HierarchyEdit, rig: Rig, result: ResolveResult, measures: Measures): Rig | null {
    if (hasNewerRig(stores, rig)) {
      const now = document.getState().rig;
      if (now && movesAlike(now, rig)) return now;
      sayNotDone(edit, rig);
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

  function sayNotDone(
    edit: HierarchyEdit,
    { bones }: Rig,
    why = "The skeleton has changed meanwhile. Repeat the edit.",
  ): void {
    toast(stores, `${hierarchyWords(edit, bones).label}: not done`, why);
  }

  /** Performs the waiting edits in turn. */
  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      for (let next = queue.shift(); next; next = queue.shift()) {
        if (work.getState().resolving) await nothingResolved(stores);
        await perform(next.edit, next.of).catch((error) =>
          reportError(stores, error, "Editing the skeleton"),
        );
        next.done();
      }
    } finally {
      isPumping = false;
    }
  }

  async function perform(asked: HierarchyEdit, of: Rig): Promise<void> {
    const { rig } = document.getState();
    const edit = rig && lineage.carry(asked, of, rig);
    const refusal = solving(stores);
    if (!rig || !edit || refusal) return sayNotDone(asked, of, refusal ?? undefined);
    if (canResolve(document.getState())) {
      for (let on: Rig | null = rig; on; ) on = await solved(edit, on);
      return;
    }
    const command = unsolved(stores, edit);
    if (command) history.run(command);
  }

  return {
    perform(edit, of = document.getState().rig) {
      if (!of) return Promise.resolve();
      trial.stop();
      const done = new Promise<void>((resolve) => queue.push({ edit, of, done: resolve }));
      const { resolving } = work.getState();
      if (resolving) card?.title(titleOf(resolving));
      void pump();
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
