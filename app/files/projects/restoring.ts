import type { ProjectsClient } from "../../../workers/client";
import type { KeptProject, LoadedVersion } from "../../../workers/model/files/kept-project";
import { serviceKey } from "../../actions/service";
import { formatWhen } from "../../common/format";
import { runsFrom, type StoredRun } from "../../document/compare/stored-runs";
import { fieldStep } from "../../document/field-step";
import type { History } from "../../document/history/history";
import type { Keeping } from "../../document/projects/keeping";
import { historyOf } from "../../document/projects/kept-chain";
import { restoreSteps } from "../../document/projects/kept-steps";
import { OpenProject } from "../../document/projects/open-project";
import type { ProjectHold } from "../../document/projects/project-hold";
import { restoreView } from "../../document/projects/view-record";
import { closeDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import type { Comparing } from "../../workspaces/compare/runs/comparing";
import type { Opening } from "../open/opening";
import type { ProjectFiles } from "./project-files";
import { type ReadVersion, readVersion } from "./read-version";

/** Opens projects that the browser has saved. */
export interface Restoring {
  /**
   * Opens a version of a project and continues that project, with its versions and its history, also if another tab has
   * it open. Opens a copy if a newer Sinew wrote it. For the open project, this is a step that can be undone.
   */
  restore(project: KeptProject, version: string): Promise<void>;
}

export const RESTORING = serviceKey<Restoring>("restoring");

export interface RestoringParts {
  projects: Pick<ProjectsClient, "load" | "project" | "thin">;
  opening: Pick<Opening, "readProject">;
  keeping: Keeping;
  hold: ProjectHold;
  history: History;
  comparing: Comparing;
  /** Whether the workspace exists and can be used with the open document. */
  canEnter(workspace: string): boolean;
  files: Pick<ProjectFiles, "restored">;
}

export function createRestoring(stores: Stores, parts: RestoringParts): Restoring {
  const { projects, keeping, hold, history, comparing, canEnter, files } = parts;
  const read = (project: KeptProject, version: string) => readVersion(stores, parts, project, version);

  /** Opens a version of the open project as a step. If the mesh is the same, uses the one in memory. */
  async function goBack(project: KeptProject, version: string, open: OpenProject): Promise<void> {
    const { loaded, fields } = await read(project, version);
    const { sequence } = stores.document.getState();
    const next = sequence && open.hasMesh(sequence, loaded.parts) ? { ...fields, sequence } : fields;
    if (next.sequence !== sequence) keeping.belongs(next.sequence.frames, open);
    history.run({
      ...fieldStep(stores, next),
      label: `Version of ${formatWhen(loaded.version.time)}`,
      icon: "clock",
    });
  }

  async function open(project: KeptProject, version: string): Promise<void> {
    const isOurs = !project.isNewer;
    try {
      if (isOurs) await hold.take(project.id);
      // The history of another tab may need versions that would go.
      if (isOurs && !project.isOpen) await projects.thin(project.id, version);
      // Another tab may have saved more since the project was listed.
      const now = (isOurs && (await projects.project(project.id))) || project;
      const isNewest = version === project.versions[0]?.id;
      const { loaded, fields } = await read(now, isNewest ? now.versions[0].id : version);
      if (isOurs) goOn(now, loaded, fields);
      else {
        const label = `Open a copy of ${project.name}`;
        history.run({ ...fieldStep(stores, fields), label, icon: "copy" });
        const why = "A newer Sinew wrote the project, so it does not change.";
        toast(stores, `${project.name} is open as a copy`, why);
      }
      comparing.restore(runsFrom(loaded.runs as StoredRun[], stores.document.getState().intent));
      restoreView(stores, loaded.view, canEnter);
    } catch (error) {
      if (isOurs) hold.letGo();
      throw error;
    }
  }

  /** Continues the same project. */
  function goOn(project: KeptProject, loaded: LoadedVersion, fields: ReadVersion["fields"]): void {
    const continued = new OpenProject(project.id);
    continued.loaded(loaded.version, loaded.parts, fields.sequence, project.versions[0].time);
    keeping.adopt(fields.sequence.frames, continued);
    // Undoing the first step leads to the closed document.
    const steps = historyOf(project.versions, loaded.version.id);
    restoreSteps(stores, history, {
      ...steps,
      project: continued,
      fields,
      read: async (version) => {
        const step = await read(project, version);
        const { sequence } = stores.document.getState();
        if (sequence && continued.hasMesh(sequence, step.loaded.parts)) return { ...step.fields, sequence };
        keeping.belongs(step.fields.sequence.frames, continued);
        return step.fields;
      },
      failed: (error) => reportError(stores, error, `Going back in ${project.name}`),
    });
    stores.document.setState(fields);
    files.restored(project, loaded.version.id, stores.document.getState());
  }

  async function restoreNow(project: KeptProject, version: string): Promise<void> {
    closeDialog(stores);
    try {
      const { sequence } = stores.document.getState();
      const current = sequence && keeping.projectOf(sequence.frames);
      if (current?.id === project.id) await goBack(project, version, current);
      else await open(project, version);
    } catch (error) {
      reportError(stores, error, `Opening ${project.name}`);
    }
  }

  /** The version that is being opened. Two at once would take the same project's frames from each other. */
  let running: { project: string; version: string; done: Promise<void> } | null = null;

  return {
    restore(project, version) {
      // A double click asks twice.
      if (running?.project === project.id && running.version === version) return running.done;
      const now = () => restoreNow(project, version);
      const done = running ? running.done.then(now) : now();
      const own = { project: project.id, version, done };
      running = own;
      return done.finally(() => {
        if (running === own) running = null;
      });
    },
  };
}
