import type { SolverClient } from "../../../../../workers/client";
import type { PathEnd, PathMember } from "../../../../../workers/model/reports/solve-path";
import { NO_INTENT, type SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { serviceKey } from "../../../../actions/service";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import { takeFromPath } from "../../../../document/solve/live-commands";
import type { Stores } from "../../../../document/stores";
import { withPainted } from "../solve/held-locks";
import { isOnPath, NO_PATH, PATH } from "./path-state";
import { Refining } from "./refining";

/** The path goes to this multiple of the rig's bones. */
export const REACH = 2;
/** Time without a change after which the rig on screen is refined, ms. */
const REST_MS = 250;

export type PathGoal = Partial<Pick<SolveSettings, "errorTarget" | "knee">>;

/** Finds the solution path of the document's rig in the background, and shows its rigs. */
export interface SolutionPath {
  /** @param byItself whether nobody asked for it: it then runs on one thread, and the strip stays as it is. */
  start(byItself?: boolean): void;
  togglePause(): void;
  /** Ends the work on the path. The rigs so far stay. */
  stop(): void;
  /** Ends the refinement of the rig on screen, with what it has reached. */
  stopRefining(): void;
  /** Whether the path has a rig with so many bones and may show it. */
  has(bones: number): boolean;
  /** Shows the rig with so many bones. Until `release`, all of them are one step of the history. */
  show(bones: number, goal?: PathGoal): void;
  /** Ends a drag. */
  release(): void;
  /** Ends a drag with the rig that it began with. */
  giveUp(): void;
}

export const SOLUTION_PATH = serviceKey<SolutionPath>("solution path");

/** A drag: the document before it, and its step of the history; null before the first change. */
interface Drag {
  start: DocumentState;
  step: number | null;
  goal: PathGoal;
}

export function createSolutionPath(stores: Stores, client: SolverClient, history: History): SolutionPath {
  const path = stores.of(PATH);
  const current = new CurrentJob<PathEnd, PathMember>();
  let drag: Drag | null = null;
  /** The last drag, whose step gets the refined rig. */
  let lastDrag: Drag | null = null;
  let restTimer: ReturnType<typeof setTimeout> | undefined;

  const put = (member: PathMember) =>
    path.setState(({ members, rigs }) => ({
      members: new Map(members).set(member.rig.bones.length, member),
      rigs: new Set(rigs).add(member.rig),
    }));

  function start(byItself = false): void {
    const { sequence, rig, report, settings, locks, intent } = stores.document.getState();
    if (!sequence || !rig || !report) return;
    leave();
    const count = rig.bones.length;
    const most = Math.min(REACH * count, sequence.vertexCount);
    const job = client.solvePath({
      ...{ sequence, rig, settings, most, foundBy: report.method },
      locks: withPainted(stores, locks, rig),
      ...(intent !== NO_INTENT && { intent }),
      ...(byItself && { oneThread: true }),
    });
    path.setState({ ...NO_PATH, most, run: { progress: null, paused: false, byItself } });
    put({ rig, report, changed: null, from: null });
    if (!byItself) stores.panels.setState({ solveStrip: "path" });
    current.follow(job, {
      progress: (progress) => path.setState(({ run }) => ({ run: run && { ...run, progress } })),
      partial: put,
      done: ({ knee, reason }) => path.setState({ run: null, knee, reason }),
      failed(error) {
        path.setState({ run: null });
        // Nobody waits for a path that started by itself. The list of jobs says why it failed.
        if (!byItself && !isCancel(error)) reportError(stores, error, "The solution path");
      },
    });
  }

  /** Forgets the path. */
  function leave(): void {
    current.release()?.cancel();
    drag = null;
    clearTimeout(restTimer);
    refining.cancel();
    path.setState(NO_PATH);
  }

  const refining = new Refining(stores, client, (before, found) => {
    if (stores.document.getState().rig !== before.rig || lastDrag?.step == null) return;
    put({ ...before, ...found });
    history.settle(lastDrag.step, takeFromPath(stores, lastDrag.start, found, lastDrag.goal));
  });

  function show(bones: number, goal: PathGoal = {}): void {
    const member = path.getState().members.get(bones);
    if (!member || !has(bones)) return;
    refining.cancel();
    drag ??= { start: stores.document.getState(), step: null, goal };
    drag.goal = goal;
    path.setState({ dragFrom: drag.start.rig?.bones.length ?? null });
    const command = takeFromPath(stores, drag.start, member, goal);
    const isSettled = drag.step !== null && history.settle(drag.step, command);
    if (!isSettled) {
      history.run(command);
      drag.step = history.state.getState().steps.at(-1)?.id ?? null;
    }
    lastDrag = drag;
    clearTimeout(restTimer);
    restTimer = setTimeout(() => refining.start(member), REST_MS);
  }

  function release(): void {
    if (!drag) return;
    const { start, step } = drag;
    drag = null;
    path.setState({ dragFrom: null });
    // A drag that ends where it began changes nothing.
    const { rig, settings } = stores.document.getState();
    const isSame = rig === start.rig && sameGoal(settings, start.settings);
    if (isSame && step !== null && history.state.getState().steps.at(-1)?.id === step) undo();
  }

  function giveUp(): void {
    if (!drag) return;
    const { step } = drag;
    drag = null;
    path.setState({ dragFrom: null });
    if (step !== null && history.state.getState().steps.at(-1)?.id === step) undo();
  }

  function undo(): void {
    clearTimeout(restTimer);
    refining.cancel();
    history.undo();
  }

  function has(bones: number): boolean {
    const state = path.getState();
    const { rig, partial } = stores.document.getState();
    return partial === null && isOnPath(state, drag?.start.rig ?? rig) && state.members.has(bones);
  }

  // A path belongs to the frames, intent and locks that it was found for.
  stores.document.subscribe(
    ({ sequence }) => sequence?.frames,
    () => leave(),
  );
  stores.document.subscribe(
    ({ rig }) => rig,
    (rig) => {
      if (!isOnPath(path.getState(), rig)) current.job?.cancel();
    },
  );

  return {
    start,
    togglePause() {
      const { run } = path.getState();
      const { job } = current;
      if (!job || !run) return;
      if (run.paused) job.resume();
      else job.pause();
      path.setState({ run: { ...run, paused: !run.paused } });
    },
    stop: () => current.job?.keep(),
    stopRefining: () => refining.keep(),
    has,
    show,
    release,
    giveUp,
  };
}

const sameGoal = (a: SolveSettings, b: SolveSettings): boolean =>
  a.bones === b.bones && a.errorTarget === b.errorTarget && a.knee === b.knee;
