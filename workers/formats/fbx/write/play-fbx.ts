import { fileSpace } from "../../../export/file-space";
import { meshPieces } from "../../../export/meshes/mesh-pieces";
import type { FileRig } from "../../../export/prepare";
import type { PlayedFile } from "../../../export/written-error";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { unitScale } from "../../../model/files/export/skeleton-export";
import { type Task, UNWATCHED } from "../../../model/task";
import { sceneSource } from "../../gltf/read/read";
import { playSource } from "../../play-source";
import { LARGEST_FBX, loadFbx } from "../load";

/**
 * Plays the clips of an FBX with our own reader at its frame rate.
 * @returns null for a file that is too large for the reader.
 */
export async function playFbx(
  bytes: Uint8Array,
  content: FileRig,
  { upAxis, unit = "cm" }: ExportOptions,
  task: Task,
): Promise<PlayedFile | null> {
  if (bytes.length > LARGEST_FBX) return null;
  const { sequence } = content;
  const { scene, format } = await loadFbx(bytes, "written.fbx", UNWATCHED);
  const source = sceneSource(scene, "written.fbx", ["written.fbx"], format);
  const solver = meshPieces(sequence).flatMap(({ points }) => [...points]);
  const space = fileSpace(sequence, upAxis, unitScale(unit, sequence));
  return playSource(source, content, { solver, space }, task);
}
