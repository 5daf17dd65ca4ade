import type { SolveResult } from "../../../../../workers/client";
import type { PathMember } from "../../../../../workers/model/reports/solve-path";
import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import type { DocumentState } from "../../../../document/document";
import type { History } from "../../../../document/history/history";
import { OpenStep } from "../../../../document/history/open-step";
import { takeFromPath } from "../../../../document/solve/live-commands";
import type { Stores } from "../../../../document/stores";
import { PATH } from "./path-state";

export type PathGoal = Partial<Pick<SolveSettings, "errorTarget" | "knee">>;

/** A drag: the document before it, and its step of the history. */
interface Drag {
  start: DocumentState;
  step: OpenStep;
  goal: PathGoal;
}

/** Drags along the path. All rigs that a drag shows, and the refined one after it, are one step of the history. */
export class PathDrag {
  readonly #stores: Stores;
  readonly #history: History;
  #drag: Drag | null = null;
  /** The last drag, whose step gets the refined rig. */
  #last: Drag | null = null;

  constructor(stores: Stores, history: History) {
    this.#stores = stores;
    this.#history = history;
  }

  /** The document before the drag; null while nobody drags. */
  get start(): DocumentState | null {
    return this.#drag?.start ?? null;
  }

  /** Shows a rig of the path. The first one begins the drag. */
  show(member: PathMember, goal: PathGoal): void {
    const stores = this.#stores;
    this.#drag ??= { start: stores.document.getState(), step: new OpenStep(this.#history), goal };
    const { start, step } = this.#drag;
    this.#drag.goal = goal;
    stores.of(PATH).setState({ dragFrom: start.rig?.bones.length ?? null });
    const command = takeFromPath(stores, start, member, goal);
    if (!step.replace(command)) step.begin(command);
    this.#last = this.#drag;
  }

  /** Puts a refined rig into the step of the last drag. */
  refine(found: SolveResult): void {
    if (!this.#last) return;
    const { start, step, goal } = this.#last;
    step.replace(takeFromPath(this.#stores, start, found, goal));
  }

  /** Ends the drag. If it ends where it began, it leaves no step. @returns whether it left none. */
  end(): boolean {
    const { rig, settings } = this.#stores.document.getState();
    const { start } = this;
    if (start?.rig === rig && sameGoal(settings, start.settings)) return this.takeBack();
    this.forget();
    return false;
  }

  /** Ends the drag with the rig that it began with. @returns whether it had shown another. */
  takeBack(): boolean {
    const isStep = this.#drag?.step.isLast ?? false;
    this.forget();
    if (isStep) this.#history.undo();
    return isStep;
  }

  forget(): void {
    this.#drag = null;
    this.#stores.of(PATH).setState({ dragFrom: null });
  }
}

const sameGoal = (a: SolveSettings, b: SolveSettings): boolean =>
  a.bones === b.bones && a.errorTarget === b.errorTarget && a.knee === b.knee;
