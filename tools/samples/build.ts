// Makes the sample scenes: simulates them, solves them, and writes them as projects with a descriptive index.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decompose } from "../../workers/decompose/decompose";
import { readProject } from "../../workers/formats/project/read";
import { writeProject } from "../../workers/formats/project/write";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { type SampleEntry, samplePictures } from "../../workers/model/files/sample-entry";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { wholeSequence } from "../../workers/model/mesh/streamed-sequence";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { flag } from "./flag";
import { hound } from "./hound";
import { tentacle } from "./tentacle";

interface Sample {
  id: string;
  name: string;
  description: string;
  bones: number;
  make: () => MeshSequence;
}

const SAMPLES: Sample[] = [
  { id: "hound", name: "Hound", description: "Walking creature, soft belly", bones: 32, make: hound },
  { id: "flag", name: "Flag", description: "Cloth from a mass-spring solver", bones: 40, make: flag },
  {
    id: "tentacle",
    name: "Tentacle",
    description: "Bends and twists along its length",
    bones: 14,
    make: tentacle,
  },
];

/** 1 in 16384 of the box: a hundredth of a millimetre in these scenes, far below a rig's error. */
const QUANTISE = 14;

async function buildSample(sample: Sample, folder: string): Promise<SampleEntry> {
  const exact = writeProject({ sequence: sample.make(), rig: null, report: null }, { quantise: QUANTISE });
  // Solves exactly the contents of the file.
  const sequence = wholeSequence(readProject(exact).sequence);
  const settings = { ...SOLVE_DEFAULTS, bones: sample.bones };
  const { rig, report } = await decompose(
    { sequence, settings, from: null, locks: null },
    (bytes) => nodeParallel(bytes, availableParallelism()),
    { ...UNWATCHED, partial() {} },
  );
  const file = `${sample.id}.sinew`;
  const bytes = writeProject({ sequence, rig, report, settings }, { quantise: QUANTISE });
  await writeFile(join(folder, file), bytes);
  console.log(
    `${file}: ${sequence.vertexCount} vertices, ${sequence.frameCount} frames, ${report.bones} bones, ` +
      `E_RMS ${report.eRms.toFixed(2)} in ${report.seconds.toFixed(1)} s, ${(bytes.length / 1e6).toFixed(2)} MB`,
  );
  return {
    id: sample.id,
    name: sample.name,
    description: sample.description,
    file,
    images: samplePictures(sample.id),
    vertices: sequence.vertexCount,
    frames: sequence.frameCount,
    bones: report.bones,
    eRms: Number(report.eRms.toPrecision(3)),
  };
}

/** Writes all samples and their index into `folder`. */
export async function buildSamples(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entries: SampleEntry[] = [];
  for (const sample of SAMPLES) entries.push(await buildSample(sample, folder));
  await writeFile(join(folder, "index.json"), `${JSON.stringify(entries, null, 2)}\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder = "public/samples", ...more] = process.argv.slice(2);
  if (folder.startsWith("-") || more.length > 0) {
    process.stderr.write("Makes the samples again: npm run samples -- [folder, public/samples by default]\n");
    process.exitCode = folder === "--help" ? 0 : 2;
  } else await buildSamples(folder);
}
