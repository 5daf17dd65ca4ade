import type { Job, SolverClient } from "../../../../workers/client";
import type { ResolveResult } from "../../../../workers/model/reports/skeleton-report";
import type { Measures } from "../../../../workers/model/reports/solve-report";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../../workers/model/skeleton/hierarchy-edit";
import { solving } from "../../../actions/guards/guards";
import { TRIAL, type TreeEditing } from "../../../actions/guards/tree-editing";
import { formatPercent } from "../../../common/format";
import type { DocumentState } from "../../../document/document";
import type { Command, History } from "../../../document/history/history";
import { selectBones } from "../../../document/selection";
import { isCancel, reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { chooseRoot, removeIdleBones, setParent } from "../../../document/skeleton/bone-tree-commands";
import { Lineage, movesAlike } from "../../../document/skeleton/carried-edit";
import { hierarchyWords, resolvedSkeleton } from "../../../document/skeleton/resolve-commands";
import { hasNewerRig } from "../../../document/solve/newer-rig";
import type { Stores } from "../../../document/stores";
import { baseRig } from "../../../document/weights/layers/base-rig";
import { runAndTell } from "../../../document/weights/painted-changes";

/** An edit that takes longer than this shows its progress, and can be cancelled. */
const SHOWN_AFTER_MS = 200;

/** Whether an edit of this document's tree can be solved: rigid bones, and motion to fit them to. */
export const canResolve = ({ sequence, rig }: Pick<DocumentState, "sequence" | "rig">): boolean =>
  sequence !== null && sequence.frameCount > 1 && rig?.boneKind === "rigid";

/** The cost of an edit: "Error 0.171 % → 0.184 % of the diagonal". */
export const costWords = ({ before, rmsePercent }: Pick<ResolveResult, "before" | "rmsePercent">): string =>
  `Error ${formatPercent(before)} → ${formatPercent(rmsePercent)} of the diagonal`;

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
  /** The edit to show next, while another one is being solved; null if there is none. */
  let wanted: HierarchyEdit | null = null;
  let trial: Job<ResolveResult> | null = null;
  const queue: WaitingEdit[] = [];
  let isPumping = false;
  /** Updates the number of waiting edits on the card of the running one. */
  let tellWaiting: (() => void) | null = null;
  const lineage = new Lineage();

  const ask = (edit: HierarchyEdit) => {
    const state = document.getState();
    const { sequence, extraction: settings, locks } = state;
    const rig = baseRig(state.rig, state);
    return sequence && rig ? client.resolveSkeleton({ sequence, rig, edit, settings, locks }) : null;
  };

  /**
   * Solves an edit and makes it a step. @returns the renamed rig if bones were renamed meanwhile; solve the edit on it
   * again.
   */
  async function solved(edit: HierarchyEdit, rig: Rig): Promise<Rig | null> {
    const { sequence } = document.getState();
    const { doing } = hierarchyWords(edit, rig.bones);
    let job: Job<ResolveResult> | Job<Measures> | null = ask(edit);
    const mine = job as Job<ResolveResult> | null;
    if (!mine || !sequence) return null;
    const title = () => (queue.length > 0 ? `${doing}, ${queue.length} more waiting` : doing);
    let waiting = { title: title(), progress: null, cancel: () => job?.cancel() };
    const show = (change: Partial<typeof waiting>) => {
      const isShown = work.getState().waiting === waiting;
      waiting = { ...waiting, ...change };
      if (isShown) work.setState({ waiting });
    };
    work.setState({ resolving: doing });
    tellWaiting = () => show({ title: title() });
    const timer = setTimeout(() => work.setState({ waiting }), SHOWN_AFTER_MS);
    const stop = mine.onProgress((progress) => show({ progress } as object));
    try {
      const result = await mine.result;
      const measuring = client.measureRig({ sequence, rig: result.rig });
      job = measuring;
      const measures = await measuring.result;
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
      // If more edits wait, the artist has moved on to another bone. Keep that selection.
      if (queue.length === 0) lookAt(stores, edit, rig, result);
      toast(stores, command.label, `${costWords(result)}.`);
    } catch (error) {
      if (!isCancel(error)) reportError(stores, error, doing);
    } finally {
      stop();
      clearTimeout(timer);
      tellWaiting = null;
      const isShown = work.getState().waiting === waiting;
      work.setState({ resolving: null, ...(isShown && { waiting: null }) });
      endTrial();
    }
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
        await take(next.edit, next.of).catch((error) => reportError(stores, error, "Editing the skeleton"));
        next.done();
      }
    } finally {
      isPumping = false;
    }
  }

  async function take(asked: HierarchyEdit, of: Rig): Promise<void> {
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

  function endTrial(): void {
    wanted = trial = null;
    document.setState({ liveRig: null });
    stores.of(TRIAL).setState({ cost: null });
  }

  async function follow(): Promise<void> {
    while (wanted) {
      const edit = wanted;
      wanted = null;
      const mine = ask(edit);
      trial = mine;
      if (!mine) return;
      try {
        const { rig, before, rmsePercent } = await mine.result;
        if (trial !== mine) return;
        document.setState({ liveRig: rig });
        stores.of(TRIAL).setState({ cost: { before, rmsePercent } });
      } catch {
        // A newer job ended this one, or the place cannot be solved. Keep the last picture.
        if (trial !== mine) return;
      }
    }
    trial = null;
  }

  return {
    perform(edit, of = document.getState().rig) {
      if (!of) return Promise.resolve();
      wanted = trial = null;
      const done = new Promise<void>((resolve) => queue.push({ edit, of, done: resolve }));
      tellWaiting?.();
      void pump();
      return done;
    },
    preview(edit, of = document.getState().rig) {
      const { rig } = document.getState();
      if (!of || !rig || work.getState().resolving || !canResolve(document.getState())) return;
      wanted = lineage.carry(edit, of, rig);
      if (!trial) void follow();
    },
    endPreview() {
      trial?.cancel();
      endTrial();
    },
  };
}

/** Resolves when neither an edit nor a pull of joints is being solved. */
const nothingResolved = ({ work }: Stores): Promise<void> =>
  new Promise((resolve) => {
    const stop = work.subscribe(
      ({ resolving }) => resolving,
      (resolving) => {
        if (resolving) return;
        stop();
        resolve();
      },
    );
  });

/** The edit as a command without a solve, for a mesh without motion; null if the edit needs a solve. */
function unsolved(stores: Stores, edit: HierarchyEdit): Command | null {
  if (edit.kind === "reparent") return setParent(stores, edit.bone, edit.parent, edit.alone ?? false);
  if (edit.kind === "root") return chooseRoot(stores, edit.bone);
  return edit.kind === "delete" ? removeIdleBones(stores) : null;
}

/** Selects the bones that an edit has made, or the bone whose joint it has moved. */
function lookAt(stores: Stores, edit: HierarchyEdit, before: Rig, { rig, origin }: ResolveResult): void {
  const made = [...origin.keys()].filter((j) => origin[j] < 0);
  if (edit.kind === "split") selectBones(stores, [origin.indexOf(edit.bone), ...made]);
  else if (edit.kind === "merge") {
    const { name } = before.bones[edit.bones[0]];
    selectBones(stores, [rig.bones.findIndex((bone) => bone.name === name)]);
  } else if (edit.kind === "move") selectBones(stores, [origin.indexOf(edit.bone)]);
  else if (made.length > 0) selectBones(stores, made);
}
