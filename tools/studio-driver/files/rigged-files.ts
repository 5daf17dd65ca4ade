/** The skinned files of the shared measurements, if they exist. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { assemble } from "../../../workers/formats/assemble/assemble-sequence";
import { inspect } from "../../../workers/formats/open";
import { nodeFiles } from "../../../workers/formats/source/node-file";
import type { Rig } from "../../../workers/model/rig/rig";
import { UNWATCHED } from "../../../workers/model/task";

const DATA = resolve(process.cwd(), "../shared/data/gltf");

export const RIGGED_FILES = [
  "Fox.glb",
  "cesium_man.gltf",
  "fox-animations.glb",
  "dragon-animations.glb",
  "RobotExpressive.glb",
];

export const isThere = (file: string) => existsSync(`${DATA}/${file}`);

/** A file's own rig and the solver vertices of its triangles, 3T. @param clips indices; empty is all. */
export async function rigOfFile(
  file: string,
  clips: number[],
): Promise<{ rig: Rig; triangles: Uint32Array }> {
  const options = { clips, fps: null, upAxis: null, metresPerUnit: null, restFrame: null, keepRig: true };
  const [source] = await inspect(await nodeFiles([`${DATA}/${file}`]), UNWATCHED);
  const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
  if (!rig) throw new Error(`${file} has no rig`);
  return { rig, triangles: sequence.triangles.map((d) => sequence.solverIndex[d]) };
}
