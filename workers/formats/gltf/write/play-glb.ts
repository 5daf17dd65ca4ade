import type { FileRig } from "../../../export/prepare";
import type { PlayedClip } from "../../../export/written-error";
import { UNWATCHED } from "../../../model/task";
import { bytesFile } from "../../source/source-file";
import { openGltf } from "../read/read";

/** A clip of a GLB, read by our own reader at the rate of its frames. */
export async function playGlb(bytes: Uint8Array, { sequence }: FileRig, clip: number): Promise<PlayedClip> {
  const file = bytesFile("written.glb", bytes);
  const source = await openGltf([file], file, UNWATCHED);
  const clips = source.info.clips.length > 0 ? [clip] : [];
  const options = { clips, fps: sequence.fps, upAxis: null, metresPerUnit: null, restFrame: null };
  return source.read(options, UNWATCHED);
}
