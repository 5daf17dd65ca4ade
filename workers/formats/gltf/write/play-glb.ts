import type { FileRig } from "../../../export/prepare";
import type { PlayedFile } from "../../../export/written-error";
import { type Task, UNWATCHED } from "../../../model/task";
import { playSource } from "../../play-source";
import { bytesFile } from "../../source/source-file";
import { openGltf } from "../read/read";

/** Plays the clips of a GLB with our own reader at its frame rate. */
export async function playGlb(bytes: Uint8Array, content: FileRig, task: Task): Promise<PlayedFile> {
  const file = bytesFile("written.glb", bytes);
  const source = await openGltf([file], file, UNWATCHED);
  const { solverIndex } = content.sequence;
  const solver = content.surfaces.flatMap(({ vertices }) => Array.from(vertices, (d) => solverIndex[d]));
  return playSource(source, content, { solver, space: content.root }, task);
}
