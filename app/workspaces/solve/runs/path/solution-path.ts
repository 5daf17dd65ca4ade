import type { SolverClient } from "../../../../../workers/client";
import { serviceKey } from "../../../../actions/service";
import type { History } from "../../../../document/history/history";
import type { Stores } from "../../../../document/stores";
import { PathDrag, type PathGoal } from "./path-drag";
import { PathFinding } from "./path-finding";
import { isOnPath, NO_PATH, PATH, putMember } from "./path-state";
import { Refining } from "./refining";

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
  const finding = new PathFinding(stores, client);
  const drag = new PathDrag(stores, history);
  const refining = new Refining(stores, client, (before, found) => {
    if (stores.document.getState().rig !== before.rig) return;
    putMember(stores, { ...before, ...found });
    drag.refine(found);
  });

  function start(byItself = false): void {
    const { sequence, rig, report } = stores.document.getState();
    if (!sequence || !rig || !report) return;
    leave();
    finding.start(byItself);
  }

  /** Forgets the path. */
  function leave(): void {
    finding.leave();
    drag.forget();
    refining.cancel();
    path.setState(NO_PATH);
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
      if (!isOnPath(path.getState(), rig)) finding.cancel();
    },
  );

  return {
    ...{ start, has, show },
    togglePause: () => finding.togglePause(),
    stop: () => finding.keep(),
    stopRefining: () => refining.keep(),
    release: () => drag.end() && refining.cancel(),
    giveUp: () => drag.takeBack() && refining.cancel(),
  };
}
