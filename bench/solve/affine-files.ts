// E_RMS of affine rigs after the solve, and of their files, in which bones that shear are pairs of nodes.
// npm run bench -- affine-files [--only horse] [--bones 20] [--iterations 10] [--threads 2]
import { parseArgs } from "node:util";
import { prepareFileRig } from "../../workers/export/prepare";
import { measureWritten } from "../../workers/export/written-error";
import { playGlb } from "../../workers/formats/gltf/write/play-glb";
import { WRITERS } from "../../workers/formats/writers";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { ExportOptions } from "../../workers/model/files/export/export-options";
import { type MeshSequence, restDiagonal } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { SEQUENCE_CASES } from "./sequence-cases";
import { sharedSequence } from "./sequences";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    bones: { type: "string", default: "20" },
    iterations: { type: "string", default: "10" },
    threads: { type: "string", default: "2" },
  },
});
const engine = createEngine(nodeParallel, Number(flags.threads));
const OPTIONS: ExportOptions = { influences: 4, clips: [], upAxis: "y", shear: "pairs" };

/** Errors of a GLB, read back from its bytes by Sinew's reader. */
async function readBack(sequence: MeshSequence, rig: Rig) {
  const content = await prepareFileRig(sequence, rig, OPTIONS, UNWATCHED);
  const { bytes } = await WRITERS.glb.write(content, OPTIONS, UNWATCHED);
  const file = await playGlb(bytes, content, UNWATCHED);
  const { nodeCount, joints } = content.clips[0].tracks;
  return {
    ...(await measureWritten(content, file, UNWATCHED)),
    pairs: nodeCount - joints.length,
    between: content.between,
  };
}

const cell = (text: string, width: number) => text.padStart(width);
console.log(
  `${"".padEnd(24)}${cell("bones", 6)}${cell("pairs", 6)}${cell("E_RMS", 9)}${cell("in the file", 13)}` +
    `${cell("farthest, %", 13)}${cell("nearest", 9)}${cell("between", 9)}${cell("blended", 9)}`,
);
for (const { files } of SEQUENCE_CASES) {
  if (!files[0].includes(flags.only)) continue;
  const sequence = await sharedSequence(engine, files);
  if (!sequence) continue;
  const settings = {
    ...SOLVE_DEFAULTS,
    ...{ boneKind: "affine" as const, bones: Number(flags.bones), influences: 4 },
    iterations: Number(flags.iterations),
  };
  const { rig } = await engine.run("decompose", { sequence, settings, from: null, locks: null }, UNWATCHED);
  const pairs = await readBack(sequence, rig);
  const options: ExportOptions = { ...OPTIONS, shear: "nearest" };
  const nearest = await engine.run("exportFile", { sequence, rig, options }, UNWATCHED);
  const farthest = (100 * pairs.largestAdded) / restDiagonal(sequence);
  const name = files[0].replace(/.*\//, "");
  console.log(
    `${name.padEnd(24)}${cell(String(rig.bones.length), 6)}${cell(String(pairs.pairs), 6)}` +
      `${cell(pairs.eRmsNow.toFixed(4), 9)}${cell(pairs.eRmsInFile.toFixed(4), 13)}${cell(farthest.toFixed(5), 13)}` +
      `${cell(nearest.eRmsInFile.toFixed(3), 9)}${cell(pairs.between?.inFile.toFixed(3) ?? "", 9)}` +
      `${cell(pairs.between?.blended.toFixed(3) ?? "", 9)}`,
  );
}
process.exit(0);
