// Two layers against four influences a vertex, in the layout of Table 3 of Le & Deng 2014: npm run bench -- two-layer
// [--only horse] [--threads 2] [--rigs folder]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import {
  COMPRESS_DEFAULTS,
  type CompressReport,
  type CompressSettings,
} from "../../workers/model/reports/compress-report";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { REDUCTION_CASES, ssdrRig } from "./dense-rigs";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    rigs: { type: "string" },
    lines: { type: "string", default: "" },
  },
});
const engine = createEngine(nodeParallel, Number(flags.threads));

async function compressed(
  sequence: MeshSequence,
  rig: Rig,
  settings: Partial<CompressSettings>,
): Promise<CompressReport> {
  const input = { sequence, rig, settings: { ...COMPRESS_DEFAULTS, ...settings } };
  return (await engine.run("compressRig", input, UNWATCHED)).report;
}

const cell = (text: string | number, width = 11) => String(text).padStart(width);
const line = (name: string, report: CompressReport) =>
  console.log(
    `  ${name.padEnd(28)}${cell(report.eRms.toFixed(3))}${cell(report.normalErrorDegrees.toFixed(2))}` +
      `${cell(report.virtualBones)}${cell(report.blendsPerVertex.toFixed(2))}${cell(report.bytes)}` +
      `${cell(`${((100 * report.bytes) / report.bytesOfFour).toFixed(0)} %`)}${cell(report.seconds.toFixed(1))}`,
  );

for (const subject of REDUCTION_CASES) {
  if (flags.only && !`${subject.name} ${subject.bones}`.includes(flags.only)) continue;
  const sequence = await subject.sequence(engine);
  if (!sequence) {
    console.log(`${subject.name}: its file is not there`);
    continue;
  }
  const dense = await ssdrRig(engine, subject, sequence, 0, flags.rigs ?? null);
  const four = await ssdrRig(engine, subject, sequence, 4, flags.rigs ?? null);
  const direct = await engine.run("measureRig", { sequence, rig: four }, UNWATCHED);
  const own = await engine.run("measureRig", { sequence, rig: dense }, UNWATCHED);
  console.log(`${subject.name}, ${subject.bones} bones, ${sequence.vertexCount} vertices`);
  console.log(
    `  ${"".padEnd(28)}${["E_RMS", "normals°", "virtual", "blends/v", "bytes", "of four", "s"].map((t) => cell(t)).join("")}`,
  );
  console.log(
    `  ${"dense".padEnd(28)}${cell(own.eRms.toFixed(3))}${cell(own.normalErrorDegrees.toFixed(2))}`,
  );
  console.log(
    `  ${"SSDR at 4".padEnd(28)}${cell(direct.eRms.toFixed(3))}${cell(direct.normalErrorDegrees.toFixed(2))}`,
  );
  const V = sequence.vertexCount;
  const c = Math.min(subject.bones, 16);
  const target = { kind: "virtual-bones", count: Math.floor((2 * V) / c) } as const;
  const error = { kind: "error", error: direct.eRms } as const;
  const lines: [string, Partial<CompressSettings>][] = [
    ["no examples, published", { examples: "none", method: "published", target, bonesPerVirtual: c }],
    ["no examples, ours", { examples: "none", target, bonesPerVirtual: c }],
    ["examples, published", { method: "published", target, bonesPerVirtual: c }],
    ["examples, ours", { target, bonesPerVirtual: c }],
    ["ours, below SSDR at 4, c 8", { target: error, bonesPerVirtual: 8 }],
    ["ours, below SSDR at 4, c 12", { target: error, bonesPerVirtual: 12 }],
    ["three a vertex, below, c 8", { target: error, bonesPerVirtual: 8, blends: 3 }],
    ["three a vertex, below, c 12", { target: error, bonesPerVirtual: 12, blends: 3 }],
  ];
  for (const [name, settings] of lines) {
    if (name.includes(flags.lines)) line(name, await compressed(sequence, dense, settings));
  }
}
process.exit(0);
