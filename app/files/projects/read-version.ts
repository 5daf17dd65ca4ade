import type { OpenResult, ProjectsClient } from "../../../workers/client";
import type { KeptProject, LoadedVersion } from "../../../workers/model/files/kept-project";
import type { DocumentState } from "../../document/document";
import { openSequence } from "../../document/sequence-commands";
import { toast } from "../../document/session/toasts";
import type { Stores } from "../../document/stores";
import type { Opening } from "../open/opening";

export interface VersionReader {
  projects: Pick<ProjectsClient, "load">;
  opening: Pick<Opening, "readProject">;
}

export interface ReadVersion {
  loaded: LoadedVersion;
  /** The fields of the document that the version sets. */
  fields: Partial<DocumentState> & { sequence: OpenResult["sequence"] };
}

/** Reads a version of a saved project. A message names what could not be read and was left out. */
export async function readVersion(
  stores: Stores,
  { projects, opening }: VersionReader,
  project: KeptProject,
  version: string,
): Promise<ReadVersion> {
  const loaded = await projects.load(project.id, version);
  const { sequence, rig, report, ...extras } = await opening.readProject(loaded.file, project.name);
  const { settings, locks } = loaded;
  const opened = openSequence(stores, sequence, rig, report, { settings, locks }, extras);
  const fields = opened.after as ReadVersion["fields"];
  // The artist may have renamed the project since the version was saved.
  fields.sequence = { ...fields.sequence, name: project.name };
  if (loaded.dropped.length > 0) {
    toast(stores, `Not all of ${project.name} could be read`, loaded.dropped.join(" "), { kind: "warning" });
  }
  return { loaded, fields };
}
