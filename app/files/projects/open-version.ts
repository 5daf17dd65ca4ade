import type { ProjectsClient } from "../../../workers/client";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { runsFrom, type StoredRun } from "../../document/compare/stored-runs";
import { fieldStep } from "../../document/field-step";
import type { History } from "../../document/history/history";
import type { Keeping } from "../../document/projects/keeping";
import { historyOf } from "../../document/projects/kept-chain";
import { restoreSteps } from "../../document/projects/kept-steps";
import { OpenProject } from "../../document/projects/open-project";
import type { ProjectHold } from "../../document/projects/project-hold";
import { restoreView } from "../../document/projects/view-record";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import type { Comparing } from "../../workspaces/compare/runs/comparing";
import type { ProjectFiles } from "./project-files";
import { type ReadVersion, readVersion, type VersionReader } from "./read-version";

export interface RestoringParts extends VersionReader {
  projects: Pick<ProjectsClient, "load" | "project" | "thin">;
  keeping: Keeping;
  hold: ProjectHold;
  history: History;
  comparing: Comparing;
  /** Whether the workspace exists and can be used with the open document. */
  canEnter(workspace: string): boolean;
  files: Pick<ProjectFiles, "restored">;
}

/** Opens a version of a project that is not open, and continues it. The project of a newer Sinew opens as a copy. */
export async function openVersion(
  stores: Stores,
  parts: RestoringParts,
  project: KeptProject,
  version: string,
): Promise<void> {
  const { projects, hold, comparing, canEnter } = parts;
  const isOurs = !project.isNewer;
  try {
    if (isOurs) await hold.take(project.id);
    // The history of another tab may need versions that would go.
    if (isOurs && !project.isOpen) await projects.thin(project.id, version);
    // Another tab may have saved more since the project was listed.
    const now = (isOurs && (await projects.project(project.id))) || project;
    const isNewest = version === project.versions[0]?.id;
    const read = await readVersion(stores, parts, now, isNewest ? now.versions[0].id : version);
    if (isOurs) goOn(stores, parts, now, read);
    else openCopy(stores, parts.history, project, read);
    comparing.restore(runsFrom(read.loaded.runs as StoredRun[], stores.document.getState().intent));
    restoreView(stores, read.loaded.view, canEnter);
  } catch (error) {
    if (isOurs) hold.letGo();
    throw error;
  }
}

function openCopy(stores: Stores, history: History, { name }: KeptProject, { fields }: ReadVersion): void {
  history.run({ ...fieldStep(stores, fields), label: `Open a copy of ${name}`, icon: "copy" });
  toast(stores, `${name} is open as a copy`, "A newer Sinew wrote the project, so it does not change.");
}

/** Continues the same project. */
function goOn(
  stores: Stores,
  parts: RestoringParts,
  project: KeptProject,
  { loaded, fields }: ReadVersion,
): void {
  const { keeping, history, files } = parts;
  const continued = new OpenProject(project.id);
  continued.loaded(loaded.version, loaded.parts, fields.sequence, project.versions[0].time);
  keeping.adopt(fields.sequence.frames, continued);
  // Undoing the first step leads to the closed document.
  restoreSteps(stores, history, {
    ...historyOf(project.versions, loaded.version.id),
    project: continued,
    fields,
    read: async (version) =>
      fieldsOf(stores, keeping, continued, await readVersion(stores, parts, project, version)),
    failed: (error) => reportError(stores, error, `Going back in ${project.name}`),
  });
  stores.document.setState(fields);
  files.restored(project, loaded.version.id, stores.document.getState());
}

/** The fields of a version of the open project. If its mesh is the one in memory, that one stays. */
export function fieldsOf(
  stores: Stores,
  keeping: Pick<Keeping, "belongs">,
  open: OpenProject,
  { loaded, fields }: ReadVersion,
): ReadVersion["fields"] {
  const { sequence } = stores.document.getState();
  if (sequence && open.hasMesh(sequence, loaded.parts)) return { ...fields, sequence };
  keeping.belongs(fields.sequence.frames, open);
  return fields;
}
