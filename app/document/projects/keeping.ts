import type { ProjectsClient } from "../../../workers/client";
import type { KeptProject, KeptVersion } from "../../../workers/model/files/kept-project";
import type { OpenedFrames } from "../../../workers/model/mesh/streamed-sequence";
import { storedRuns } from "../compare/stored-runs";
import type { DocumentState } from "../document";
import type { History } from "../history/history";
import type { SavedState } from "../session/work";
import type { Stores } from "../stores";
import { OpenProject } from "./open-project";
import type { ProjectHold } from "./project-hold";
import { SaveSchedule } from "./save-schedule";
import { guardUnload } from "./unload-guard";

/** A change of one of these fields is a change of the project. */
const KEPT = [
  ...(["sequence", "rig", "report", "settings", "locks", "intent", "deform", "poses"] as const),
  ...(["skeleton", "skeletonClips", "weighting", "weightEdits", "weightReport", "mirroring"] as const),
  ...(["vertexSelection", "weightLayers"] as const),
  ...(["extraction", "skeletonReport", "ownSkeleton", "fitting", "fitRecord", "scene"] as const),
];

/** Whether two states of the document would be saved as the same project. */
export const isSameProject = (a: Partial<DocumentState>, b: Partial<DocumentState>): boolean =>
  KEPT.every((key) => a[key] === b[key]);

/** A save of a version. */
interface Save {
  version: KeptVersion;
  state: DocumentState;
  /** The newest version of another tab that has the project open too; null if there is none. */
  ofOthers: KeptVersion | null;
}

/** Saves versions of the open project in the browser's private file system, so that closing the page loses nothing. */
export interface Keeping {
  /** The open project; null if none is saved. */
  current(): Promise<KeptProject | null>;
  /** The project that a sequence belongs to. Makes a new one if it has none yet. */
  projectOf(frames: OpenedFrames): OpenProject;
  /** Links a sequence with a project that was read from disk and is about to be opened. */
  adopt(frames: OpenedFrames, project: OpenProject): void;
  /** Links other frames with an open project: those of an earlier version. */
  belongs(frames: OpenedFrames, project: OpenProject): void;
  /** Calls `kept` after each version that is saved. */
  onKept(kept: (project: OpenProject, save: Save) => void): void;
  /** Notes that the open project was saved as a file, so that closing the page loses nothing. */
  savedAsFile(): void;
  /** Saves the latest changes now, if there are any. */
  flush(): Promise<void>;
  /** Saves the open project as its newest version, also without changes. */
  saveAgain(): Promise<void>;
  /** Resolves when nothing is left to save, or when saving failed. */
  settled(): Promise<void>;
}

export interface KeepingParts {
  projects: Pick<ProjectsClient, "canStore" | "keep" | "project">;
  history: History;
  hold: ProjectHold;
}

const NOT_HERE = "This browser cannot store projects. Save the project as a file instead.";

export function createKeeping(stores: Stores, { projects, history, hold }: KeepingParts): Keeping {
  // Frames identify a project: after an undo to another sequence, versions go to that sequence's project.
  const owners = new WeakMap<OpenedFrames, OpenProject>();
  const schedule = new SaveSchedule();
  const guard = guardUnload();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saves = Promise.resolve();
  let adopted: OpenedFrames | null = null;
  const listeners: Parameters<Keeping["onKept"]>[0][] = [];
  const able = projects.canStore().catch(() => false);

  function projectOf(frames: OpenedFrames): OpenProject {
    const project = owners.get(frames) ?? new OpenProject();
    owners.set(frames, project);
    return project;
  }

  const stepsDone = () => {
    const { steps, position } = history.state.getState();
    return steps.slice(0, position);
  };

  async function keep(state: DocumentState, steps: ReturnType<typeof stepsDone>): Promise<void> {
    if (!state.sequence) return;
    const project = projectOf(state.sequence.frames);
    await hold.take(project.id);
    const runs = storedRuns(stores.compare.getState().runs);
    let kept = await projects.keep(project.id, project.inputFor(stores, state, steps, runs)!);
    if ("missing" in kept) {
      project.forget();
      kept = await projects.keep(project.id, project.inputFor(stores, state, steps, runs)!);
    }
    if ("missing" in kept) throw new Error("Its parts were removed while it was saved");
    project.kept(kept.version, kept.parts, state, steps.at(-1)?.id ?? 0);
    const { version, ofOthers } = kept;
    for (const listen of listeners) listen(project, { version, state, ofOthers });
  }

  function save(state = stores.document.getState(), steps = stepsDone()): Promise<void> {
    schedule.started();
    saves = saves.then(async () => {
      sayWhat("saving");
      let message: string | null = null;
      try {
        if (!(await able)) throw new Error(NOT_HERE);
        await keep(state, steps);
      } catch (error) {
        message = whyNotSaved(error);
      }
      schedule.ended(message === null, Date.now());
      if (message !== null) sayWhat("failed", message);
      else if (!schedule.unsaved) sayWhat("saved");
      arrange();
    });
    return saves;
  }

  /** Shows whether the project is saved, with the time of the last save or failure. */
  function sayWhat(state: SavedState["state"], message = ""): void {
    if (!stores.document.getState().sequence) {
      stores.work.setState({ saved: null });
      return;
    }
    const since = stores.work.getState().saved;
    const time = state === "saving" && since ? since.time : Date.now();
    if (state !== since?.state || state !== "saving")
      stores.work.setState({ saved: { state, time, message } });
  }

  /** Sets the timer for the next save. */
  function arrange(): void {
    clearTimeout(timer);
    guard(schedule.unsaved);
    const due = schedule.due();
    if (due !== null) timer = setTimeout(() => void save(), Math.max(0, due - Date.now()));
  }

  function changed(urgent = false): void {
    schedule.changed(Date.now(), urgent);
    sayWhat("saving");
    arrange();
  }

  /** Called when the project was closed: other tabs may open it now. */
  function leave(): void {
    stores.work.setState({ saved: null });
    void saves.then(() => stores.document.getState().sequence === null && hold.letGo());
  }

  let stepsBefore = stepsDone();
  stores.document.subscribe((state, before) => {
    const frames = state.sequence?.frames ?? null;
    const left = before.sequence && before.sequence.frames !== frames;
    // Saves the closed project's last changes, so that the artist can come back to it.
    if (left && schedule.pending) void save(before, stepsBefore);
    if (!frames) leave();
    else if (adopted === frames) {
      adopted = null;
      sayWhat("saved");
    } else if (!isSameProject(state, before)) changed(tookLong(state, before));
  });
  history.state.subscribe(() => {
    stepsBefore = stepsDone();
  });

  // Saves the figures of a comparison as they arrive, and the artist's notes on them.
  stores.compare.subscribe(
    ({ runs }) => runs.flatMap(({ report, note }) => (report ? [`• ${note ?? ""}`] : [])).join("\n"),
    (results) => results !== "" && stores.document.getState().sequence && changed(),
  );

  // Saves at once when the artist leaves the page.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && schedule.pending) void save();
  });

  return {
    projectOf,
    async current() {
      const { sequence } = stores.document.getState();
      const project = sequence && owners.get(sequence.frames);
      return project ? projects.project(project.id) : null;
    },
    adopt(frames, project) {
      owners.set(frames, project);
      adopted = frames;
    },
    belongs: (frames, project) => void owners.set(frames, project),
    onKept: (kept) => void listeners.push(kept),
    savedAsFile() {
      schedule.clear();
      sayWhat("saved");
      arrange();
    },
    flush: () => (schedule.pending ? save() : saves),
    saveAgain: () => save(),
    settled: () => saves,
  };
}

/** Whether a change is the result of long work: a solve, weights, a bake, a correction, joints. */
function tookLong(state: DocumentState, before: DocumentState): boolean {
  const { rig, report, weightReport, skeleton } = state;
  if (report !== before.report || weightReport !== before.weightReport) return true;
  if (skeleton !== before.skeleton) return true;
  return rig?.motion !== before.rig?.motion || rig?.correction !== before.rig?.correction;
}

function whyNotSaved(error: unknown): string {
  if (error instanceof Error && "complaint" in error) {
    const { title, body } = error.complaint as { title: string; body: string };
    return `${title}. ${body}`;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (message === NOT_HERE) return message;
  return `The browser could not write it (${message}). Save the project as a file.`;
}
