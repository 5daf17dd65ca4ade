import { runsFrom } from "../document/compare/stored-runs";
import { useDocument } from "../document/document";
import { loadVersion } from "../document/project-store";
import { complain } from "../shell/complain";
import { type SavedProject, type SavedVersion, useShell } from "../shell/shell-state";
import type { Studio } from "../shell/studio";

/** Opens a kept state of a project, with what was kept beside it. */
export async function restoreVersion(
  { opening, comparing }: Pick<Studio, "opening" | "comparing">,
  project: SavedProject,
  version: SavedVersion,
): Promise<void> {
  try {
    const { blob, settings, locks, runs } = await loadVersion(project.id, version.file);
    const isOpen = await opening.openProject(blob, project.name, { settings, locks });
    if (!isOpen) return;
    useShell.setState({ restorable: null });
    comparing.restore(runsFrom(runs, useDocument.getState().intent));
  } catch (error) {
    complain(error, `Restoring ${project.name}`);
  }
}
