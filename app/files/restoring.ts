import { loadVersion } from "../document/project-store";
import { complain } from "../shell/complain";
import { type SavedProject, type SavedVersion, useShell } from "../shell/shell-state";
import type { Opening } from "./opening";

/** Opens a kept state of a project, with the settings and locks that were kept beside it. */
export async function restoreVersion(
  opening: Opening,
  project: SavedProject,
  version: SavedVersion,
): Promise<void> {
  try {
    const { blob, settings, locks } = await loadVersion(project.id, version.file);
    const isOpen = await opening.openProject(blob, project.name, { settings, locks });
    if (isOpen) useShell.setState({ restorable: null });
  } catch (error) {
    complain(error, `Restoring ${project.name}`);
  }
}
