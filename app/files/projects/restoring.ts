import type { KeptProject } from "../../../workers/model/files/kept-project";
import { serviceKey } from "../../actions/service";
import { formatWhen } from "../../common/format";
import { fieldStep } from "../../document/field-step";
import type { OpenProject } from "../../document/projects/open-project";
import { closeDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import type { Stores } from "../../document/stores";
import { fieldsOf, openVersion, type RestoringParts } from "./open-version";
import { readVersion } from "./read-version";

/** Opens projects that the browser has saved. */
export interface Restoring {
  /**
   * Opens a version of a project and continues that project, with its versions and its history, also if another tab has
   * it open. Opens a copy if a newer Sinew wrote it. For the open project, this is a step that can be undone.
   */
  restore(project: KeptProject, version: string): Promise<void>;
}

export const RESTORING = serviceKey<Restoring>("restoring");

export function createRestoring(stores: Stores, parts: RestoringParts): Restoring {
  const { keeping, history } = parts;

  /** Opens a version of the open project as a step. */
  async function goBack(project: KeptProject, version: string, open: OpenProject): Promise<void> {
    const read = await readVersion(stores, parts, project, version);
    const fields = fieldsOf(stores, keeping, open, read);
    const label = `Version of ${formatWhen(read.loaded.version.time)}`;
    history.run({ ...fieldStep(stores, fields), label, icon: "clock" });
  }

  async function restoreNow(project: KeptProject, version: string): Promise<void> {
    closeDialog(stores);
    try {
      const { sequence } = stores.document.getState();
      const current = sequence && keeping.projectOf(sequence.frames);
      if (current?.id === project.id) await goBack(project, version, current);
      else await openVersion(stores, parts, project, version);
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
