// Bytes and error of a rig's GLB for the shared sequences, compared with the source's cache. With gltfpack (npm install
// gltfpack, in a folder of its own), it also prints gltfpack's file with `-c`.
//   npm run bench -- sizes [--only horse] [--iterations 10] [--threads 2] [--gltfpack …/gltfpack/cli.js]
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { ExportOptions } from "../../workers/model/files/export/export-options";
import { type MeshSequence, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { errorOfFile, packedBy } from "./gltfpack";
import { SEQUENCE_CASES } from "./sequence-cases";
import { sharedSequence } from "./sequences";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    iterations: { type: "string", default: "10" },
    threads: { type: "string", default: "2" },
    gltfpack: { type: "string" },
  },
});
const engine = createEngine(nodeParallel, Number(flags.threads));

/**
 * The files that are written for each rig. The fourth has the bits of gltfpack's defaults for positions and weights.
 */
const WAYS: [name: string, options: Partial<ExportOptions>, tolerance: number][] = [
  ["floats", {}, 0],
  ["quantised, fine", { compression: "quantised" }, 0],
  ["meshopt, fine", { compression: "meshopt" }, 0],
  ["meshopt, 14 and 8 bits", { compression: "meshopt", precision: "medium" }, 0],
  ["… and keys within 0.01 %", { compression: "meshopt", precision: "medium" }, 1e-4],
  ["meshopt, 12 and 8 bits, keys 0.05 %", { compression: "meshopt", precision: "coarse" }, 5e-4],
];

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`.padStart(12);

async function measured(sequence: MeshSequence, rig: Rig): Promise<void> {
  const { vertexCount: V, frameCount: F } = sequence;
  const line = (name: string, bytes: number, eRms: string) => {
    const bits = ((8 * bytes) / (V * F)).toFixed(2).padStart(8);
    console.log(`  ${name.padEnd(38)}${kilobytes(bytes)}${bits}${eRms.padStart(10)}`);
  };
  line("the cache, 32 bits a number", 12 * V * F, "0");
  for (const [name, way, tolerance] of WAYS) {
    const options: ExportOptions = {
      influences: 4,
      clips: [],
      upAxis: "y",
      keyTolerance: tolerance * restDiagonal(sequence),
      ...way,
    };
    const { bytes, eRmsInFile } = await engine.run("exportFile", { sequence, rig, options }, UNWATCHED);
    line(name, bytes.length, eRmsInFile.toFixed(3));
    if (name !== "floats" || flags.gltfpack === undefined) continue;
    const packed = packedBy(flags.gltfpack, bytes);
    line("gltfpack -c, from those floats", packed.length, (await errorOfFile(sequence, packed)).toFixed(3));
  }
}

console.log(`${"".padEnd(40)}${"size".padStart(12)}${"bpvf".padStart(8)}${"E_RMS".padStart(10)}`);
for (const { files, bones } of SEQUENCE_CASES) {
  if (!files[0].includes(flags.only)) continue;
  const sequence = await sharedSequence(engine, files);
  if (!sequence) continue;
  const settings = {
    ...SOLVE_DEFAULTS,
    bones: bones.at(-1)!,
    influences: 4,
    iterations: Number(flags.iterations),
  };
  const { rig } = await engine.run("decompose", { sequence, settings, from: null, locks: null }, UNWATCHED);
  const { vertexCount, frameCount } = sequence;
  console.log(`${files[0]}, ${rig.bones.length} bones, ${vertexCount} vertices, ${frameCount} frames`);
  await measured(sequence, rig);
}
process.exit(0);
