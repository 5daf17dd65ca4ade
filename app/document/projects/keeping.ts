import type { ProjectsClient } from "../../../workers/client";
import type { KeptProject, KeptVersion } from "../../../workers/model/files/kept-project";
import type { OpenedFrames } from "../../../workers/model/mesh/streamed-sequence";
import { storedRuns } from "../compare/stored-runs";
import type { DocumentState } from "../document";
import type { History } from "../history/history";
import type { Stores } from "../stores";
import type { OpenProject } from "./open-project";
import { isSameProject, tookLong } from "./project-changes";
import type { ProjectHold } from "./project-hold";
import { ProjectOwners } from "./project-owners";
import { NoStorage, Saving, type Snapshot } from "./saving";

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

export function createKeeping(stores: Stores, { projects, history, hold }: KeepingParts): Keeping {
  const owners = new ProjectOwners();
  const listeners: Parameters<Keeping["onKept"]>[0][] = [];
  const able = projects.canStore().catch(() => false);
  const saving = new Saving(stores, { now, write });

  function now(): Snapshot {
    const { steps, position } = history.state.getState();
    return { state: stores.document.getState(), steps: steps.slice(0, position) };
  }

  /** Writes a version to the project that its sequence belongs to. */
  async function write({ state, steps }: Snapshot): Promise<void> {
    if (!(await able)) throw new NoStorage();
    if (!state.sequence) return;
    const project = owners.projectOf(state.sequence.frames);
    await hold.take(project.id);
    const runs = storedRuns(stores.compare.getState().runs);
    const keep = () => projects.keep(project.id, project.inputFor(stores, state, steps, runs)!);
    let kept = await keep();
    if ("missing" in kept) {
      project.forget();
      kept = await keep();
    }
    if ("missing" in kept) throw new Error("Its parts were removed while it was saved");
    const { version, parts, ofOthers } = kept;
    project.kept(version, parts, state, steps.at(-1)?.id ?? 0);
    for (const listen of listeners) listen(project, { version, state, ofOthers });
  }

  /** Called when the project was closed: other tabs may open it now. */
  function leave(): void {
    stores.work.setState({ saved: null });
    void saving.settled.then(() => stores.document.getState().sequence === null && hold.letGo());
  }

  let stepsBefore = now().steps;
  stores.document.subscribe((state, before) => {
    const frames = state.sequence?.frames ?? null;
    const left = before.sequence && before.sequence.frames !== frames;
    // Saves the closed project's last changes, so that the artist can come back to it.
    if (left && saving.isPending) void saving.save({ state: before, steps: stepsBefore });
    if (!frames) leave();
    else if (owners.takeAdopted(frames)) saving.opened();
    else if (!isSameProject(state, before)) saving.changed(tookLong(state, before));
  });
  history.state.subscribe(() => {
    stepsBefore = now().steps;
  });

  // Saves the figures of a comparison as they arrive, and the artist's notes on them.
  stores.compare.subscribe(
    ({ runs }) => runs.flatMap(({ report, note }) => (report ? [`• ${note ?? ""}`] : [])).join("\n"),
    (results) => results !== "" && stores.document.getState().sequence && saving.changed(),
  );

  // Saves at once when the artist leaves the page.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && saving.isPending) void saving.save();
  });

  return {
    projectOf: (frames) => owners.projectOf(frames),
    async current() {
      const { sequence } = stores.document.getState();
      const project = sequence && owners.find(sequence.frames);
      return project ? projects.project(project.id) : null;
    },
    adopt: (frames, project) => owners.adopt(frames, project),
    belongs: (frames, project) => owners.belongs(frames, project),
    onKept: (kept) => void listeners.push(kept),
    savedAsFile: () => saving.savedElsewhere(),
    flush: () => (saving.isPending ? saving.save() : saving.settled),
    saveAgain: () => saving.save(),
    settled: () => saving.settled,
  };
}
