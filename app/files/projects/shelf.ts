import { createStore } from "zustand/vanilla";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import type { Studio } from "../../actions/studio";
import { downloadBlob, safeFileName } from "../../common/download";
import { formatBytes } from "../../common/format";
import { newProjectId } from "../../document/projects/project-id";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { storeKey } from "../../document/stores";

interface ShelfState {
  /** Counts the artist's changes to saved projects. Lists read the projects again after each. */
  changes: number;
  /** The project that was moved to the bin last, until it is brought back. */
  deleted: { id: string; name: string } | null;
}

/** The saved projects, as the artist arranges them on the start page. */
export const SHELF = storeKey(() => createStore<ShelfState>()(() => ({ changes: 0, deleted: null })));

/** Changes a project, reports a failure, and lets the lists read the projects again. */
async function changing(studio: Studio, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    reportError(studio, error, what);
  }
  studio.of(SHELF).setState(({ changes }) => ({ changes: changes + 1 }));
}

const openElsewhere = (studio: Studio, name: string) =>
  toast(studio, `${name} is still there`, "Another tab has it open.", { kind: "warning" });

/** Moves a project to the bin. A message offers to undo that. */
export const deleteProject = (studio: Studio, { id, name }: KeptProject): Promise<void> =>
  changing(studio, `Deleting ${name}`, async () => {
    if (!(await studio.projects.remove(id))) return openElsewhere(studio, name);
    studio.of(SHELF).setState({ deleted: { id, name } });
    toast(studio, `${name} is in the bin`, "It stays there for 30 days.", {
      offer: { action: "file.undo-delete", label: "Undo" },
    });
  });

/** Takes a project out of the bin. */
export const bringBack = (studio: Studio, { id, name }: Pick<KeptProject, "id" | "name">): Promise<void> =>
  changing(studio, `Bringing ${name} back`, async () => {
    await studio.projects.bringBack(id);
    if (studio.of(SHELF).getState().deleted?.id === id) studio.of(SHELF).setState({ deleted: null });
  });

/** Removes a project with all its versions. */
export const deleteForGood = (studio: Studio, { id, name }: KeptProject): Promise<void> =>
  changing(studio, `Deleting ${name}`, async () => {
    if (!(await studio.projects.removeForGood(id))) openElsewhere(studio, name);
  });

export const pinProject = (studio: Studio, { id, name, pinned }: KeptProject): Promise<void> =>
  changing(studio, `Pinning ${name}`, () => studio.projects.describe(id, { pinned: !pinned }));

export const renameProject = (studio: Studio, project: KeptProject, name: string): Promise<void> =>
  changing(studio, `Renaming ${project.name}`, () => studio.projects.describe(project.id, { name }));

/** Copies the newest version of a project as a new one. */
export const duplicateProject = (studio: Studio, { id, name }: KeptProject): Promise<void> =>
  changing(studio, `Duplicating ${name}`, async () => {
    await studio.projects.duplicate(id, newProjectId(), `${name} copy`);
  });

/** Downloads the newest version of a project as a .sinew file. */
export const exportProject = (studio: Studio, { id, name, versions }: KeptProject): Promise<void> =>
  changing(studio, `Exporting ${name}`, async () => {
    const { file } = await studio.projects.load(id, versions[0].id);
    const to = `${safeFileName(name)}.sinew`;
    downloadBlob(file, to);
    toast(studio, `Saved ${to}`, formatBytes(file.size));
  });
