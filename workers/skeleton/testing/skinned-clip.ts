import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { nodeFiles } from "../../formats/source/node-file";
import type { Engine } from "../../jobs/engine";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { wholeSequence } from "../../model/mesh/streamed-sequence";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { movingTruth } from "./moving-truth";

/** An animation, and the skeleton that made it without the bones that it does not show. */
export interface Known {
  sequence: MeshSequence;
  truth: Rig;
}

/**
 * A clip of a skinned file among the real data beside the project, baked at 30 frames per second.
 * @returns null if the data are not there, or the file has no rig.
 */
export async function skinnedClip(engine: Engine, file: string, clip: number): Promise<Known | null> {
  const path = fileURLToPath(sharedData(`gltf/${file}`));
  if (!existsSync(path)) return null;
  await engine.run("inspect", { files: await nodeFiles([path]) }, UNWATCHED);
  const choice = {
    clips: [clip],
    fps: 30,
    upAxis: null,
    metresPerUnit: null,
    restFrame: null,
    keepRig: true,
  };
  const { sequence: opened, rig } = await engine.run("read", { source: 0, choice }, UNWATCHED);
  const sequence = wholeSequence(opened);
  return rig && { sequence, truth: movingTruth(sequence, rig) };
}
