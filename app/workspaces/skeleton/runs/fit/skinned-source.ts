import type { DroppedFile, SolverClient } from "../../../../../workers/client";
import { type SkinnedMesh, skinnedMesh } from "../../../../../workers/model/files/skeleton-file";
import { watched } from "../../../../document/session/watched";
import type { Stores } from "../../../../document/stores";

/** Reading that takes longer than this shows its progress, ms. */
const SHOWN_AFTER_MS = 500;

/** Everything at the first clip, as the file has it. */
const FIRST_CLIP = { fps: null, upAxis: null, metresPerUnit: null, restFrame: null, keepRig: true };

/**
 * The skinned mesh of a skeleton's file, for its weights; null if it has none that can be read.
 * @param name of the skeleton's file.
 */
export async function readSkinned(
  stores: Stores,
  client: Pick<SolverClient, "inspect" | "read">,
  files: DroppedFile[],
  name: string,
): Promise<SkinnedMesh | null> {
  const title = `Reading ${name}`;
  try {
    const sources = await watched(stores, title, client.inspect({ files }), SHOWN_AFTER_MS);
    const [info] = sources;
    if (sources.length !== 1 || !info.skins) return null;
    const choice = { ...FIRST_CLIP, clips: info.clips.length > 0 ? [0] : [] };
    const job = client.read({ source: 0, choice });
    const { sequence, rig } = await watched(stores, title, job, SHOWN_AFTER_MS);
    return rig && skinnedMesh(sequence, rig);
  } catch {
    // A file with only a skeleton has no mesh to open. Faults of the skeleton were reported when it was read.
    return null;
  }
}
