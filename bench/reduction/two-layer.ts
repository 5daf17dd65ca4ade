// Compares two layers with four influences per vertex, with several numbers of bones for each virtual bone.
//   npm run bench -- two-layer [--only horse] [--lines ours] [--threads 2] [--rigs folder]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { CompressSettings } from "../../workers/model/reports/compress-report";
import { REDUCTION_CASES, ssdrRig } from "./dense-rigs";
import { compressed, fourBlends, printHead, printLine, printRig } from "./layer-lines";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    rigs: { type: "string" },
    lines: { type: "string", default: "" },
  },
});
const engine = createEngine(nodeParallel, Number(flags.threads));

for (const subject of REDUCTION_CASES) {
  if (!`${subject.name} ${subject.bones}`.includes(flags.only)) continue;
  const sequence = await subject.sequence(engine);
  if (!sequence) {
    console.log(`${subject.name}: its file is not on this machine`);
    continue;
  }
  const dense = await ssdrRig(engine, subject, sequence, 0, flags.rigs ?? null);
  const four = await ssdrRig(engine, subject, sequence, 4, flags.rigs ?? null);
  console.log(`${subject.name}, ${subject.bones} bones, ${sequence.vertexCount} vertices`);
  printHead();
  await printRig(engine, "dense", sequence, dense);
  const direct = await printRig(engine, "SSDR at 4", sequence, four);
  const c = Math.min(subject.bones, 16);
  const blends = fourBlends(sequence.vertexCount, c);
  const target = { kind: "error", error: direct } as const;
  const lines: [string, Partial<CompressSettings>][] = [
    [`no examples, published, c ${c}`, { ...blends, examples: "none", method: "published" }],
    [`no examples, ours, c ${c}`, { ...blends, examples: "none" }],
    [`examples, published, c ${c}`, { ...blends, method: "published" }],
    [`examples, ours, c ${c}`, blends],
    ["ours, below SSDR at 4, c 8", { target, bonesPerVirtual: 8 }],
    ["ours, below SSDR at 4, c 12", { target, bonesPerVirtual: 12 }],
    ["three a vertex, below, c 8", { target, bonesPerVirtual: 8, blends: 3 }],
    ["three a vertex, below, c 12", { target, bonesPerVirtual: 12, blends: 3 }],
  ];
  for (const [name, settings] of lines) {
    if (name.includes(flags.lines)) printLine(name, await compressed(engine, sequence, dense, settings));
  }
}
process.exit(0);
