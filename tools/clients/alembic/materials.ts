/** Reads the materials of an archive that the Alembic library wrote (write.cpp). */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { openAlembic } from "../../../workers/formats/alembic/read";
import { nodeFiles } from "../../../workers/formats/source/node-file";
import { UNWATCHED } from "../../../workers/model/task";
import { buildWithAlembic } from "./alembic";

const AS_IT_IS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

/** The content that write.cpp wrote: material, colour and roughness of each part, and the values that exports omit. */
const WRITTEN = [
  "inherits: skin, 0.5 0.25 0.125, 0.75",
  "wet: wet, 0.5 0.25 0.125, 0.25",
  "own: own, 1 0 0, usual",
  "sets: default, 0.8 0.8 0.8, usual",
  "sets: net, 0 0.5 1, usual",
  "Values of the shaders of skin, wet, net: coat, Kd, map_name.",
];

/** @returns differences from what the library wrote, or its message if it failed. */
export async function materialsFromAlembic(folder: string): Promise<string[]> {
  const program = join(folder, "write-alembic");
  const trouble = buildWithAlembic("write.cpp", program);
  if (trouble) return [trouble];
  const archive = join(folder, "materials.abc");
  const written = spawnSync(program, [archive], { encoding: "utf8" });
  if (written.status !== 0) return [written.stderr];
  const [file] = await nodeFiles([archive]);
  const source = await openAlembic(file, UNWATCHED);
  const { parts, materials, lost = [] } = await source.read(AS_IT_IS, UNWATCHED);
  const read = parts.map(({ name, material }) => {
    const { name: called, baseColour, roughness } = materials[material];
    return `${name}: ${called}, ${baseColour.slice(0, 3).join(" ")}, ${roughness ?? "usual"}`;
  });
  const all = [...read, ...lost];
  return [
    ...WRITTEN.filter((line) => !all.includes(line)).map((line) => `misses ${line}`),
    ...all.filter((line) => !WRITTEN.includes(line)).map((line) => `reads ${line}`),
  ];
}
