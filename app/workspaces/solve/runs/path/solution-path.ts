import type { SolverClient } from "../../../../../workers/client";
import type { PathEnd, PathMember } from "../../../../../workers/model/reports/solve-path";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { respecting } from "../solve/continuation";
import { PathDrag, type PathGoal } from "./path-drag";
import { isOnPath, NO_PATH, PATH } from "./path-state";
import { Refining } from "./refining";

/** The path goes to this multiple of the rig's bones. */
export const REACH = 2;

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

export function createSolutionPath(stores: Stores, client: SolverClient, history: History): SolutionPath {
  const path = stores.of(PATH);
  const current = new CurrentJob<PathEnd, PathMember>();
  const drag = new PathDrag(stores, history);
  const refining = new Refining(stores, client, (before, found) => {
    if (stores.document.getState().rig !== before.rig) return;
    put({ ...before, ...found });
    drag.refine(found);
  });

  const put = (member: PathMember) =>
    path.setState(({ members, rigs }) => ({
      members: new Map(members).set(member.rig.bones.length, member),
      rigs: new Set(rigs).add(member.rig),
    }));

  function start(byItself = false): void {
    const { sequence, rig, report, settings } = stores.document.getState();
    if (!sequence || !rig || !report) return;
    leave();
    const most = Math.min(REACH * rig.bones.length, sequence.vertexCount);
    const job = client.solvePath({
      ...{ sequence, rig, settings, most, foundBy: report.method },
      ...respecting(stores, rig),
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
    drag.forget();
    refining.cancel();
    path.setState(NO_PATH);
  }

  function togglePause(): void {
    const { run } = path.getState();
    const { job } = current;
    if (!job || !run) return;
    if (run.paused) job.resume();
    else job.pause();
    path.setState({ run: { ...run, paused: !run.paused } });
  }

  function show(bones: number, goal: PathGoal = {}): void {
    const member = path.getState().members.get(bones);
    if (!member || !has(bones)) return;
    refining.cancel();
    drag.show(member, goal);
    refining.startSoon(member);
  }

  function has(bones: number): boolean {
    const state = path.getState();
    const { rig, partial } = stores.document.getState();
    return partial === null && isOnPath(state, drag.start?.rig ?? rig) && state.members.has(bones);
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
    togglePause,
    stop: () => current.job?.keep(),
    stopRefining: () => refining.keep(),
    has,
    show,
    release: () => drag.end() && refining.cancel(),
    giveUp: () => drag.takeBack() && refining.cancel(),
  };
}
