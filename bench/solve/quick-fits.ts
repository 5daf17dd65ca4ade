// How long a quick fit of a solved rig takes while a setting is dragged: the first one, which reads the motion, and the
// next ones. Also prints E_RMS after the quick fit and after the full one.
//   npm run bench -- quick-fits [--runs 9] [--threads 2] [--bones 20] [files of ../shared/data …]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import type { QuickFitInput } from "../../workers/decompose/quick/quick-fit-input";
import { createEngine } from "../../workers/jobs/engine";
import { makeHandle } from "../../workers/jobs/handles";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { median, referenceSeconds } from "../reference";
import { sharedSequence } from "./sequences";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "9" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    bones: { type: "string", default: "20" },
  },
});
const files = positionals.length > 0 ? positionals : ["horse-gallop.obj", "horse-gallop.pc2"];
const SETTINGS = { ...SOLVE_DEFAULTS, bones: Number(flags.bones) };

const engine = createEngine(nodeParallel, Number(flags.threads));
const sequence = await sharedSequence(engine, files);
if (!sequence) {
  console.log(`${files[0]} is not on this machine`);
  process.exit(0);
}
const handle = makeHandle<MeshSequence>(1);
engine.hold(handle, sequence);

const solve = (change: Partial<SolveSettings>, from: QuickFitInput["rig"] | null) =>
  engine.run("decompose", { sequence, settings: { ...SETTINGS, ...change }, from, locks: null }, UNWATCHED);

/** Sends the engine a copy of the request, as the studio's client does. */
async function timed(rig: QuickFitInput["rig"], change: Partial<SolveSettings>) {
  const question = { sequence: handle, rig, settings: { ...SETTINGS, ...change }, locks: null };
  const reference = referenceSeconds();
  const used = process.cpuUsage();
  const begin = performance.now();
  const { eRms } = await engine.run("quickFit", structuredClone(question), UNWATCHED);
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(used);
  return { seconds, processor: (user + system) / 1e6, ratio: seconds / reference, eRms };
}

const milliseconds = (seconds: number) => `${(1000 * seconds).toFixed(0)} ms`;

async function print(name: string, rig: QuickFitInput["rig"], change: Partial<SolveSettings>, runs: number) {
  const answers: Awaited<ReturnType<typeof timed>>[] = [];
  for (let run = 0; run < runs; run++) answers.push(await timed(rig, change));
  const times = answers.map(({ seconds }) => seconds);
  const full = (await solve(change, rig)).report.eRms;
  console.log(
    `  ${name.padEnd(20)} ${milliseconds(median(times)).padStart(7)} (${milliseconds(Math.min(...times))} to ${milliseconds(Math.max(...times))})` +
      `   processor ${milliseconds(median(answers.map(({ processor }) => processor))).padStart(7)}` +
      `   ratio ${median(answers.map(({ ratio }) => ratio)).toFixed(1)}   E_RMS ${answers[0].eRms.toFixed(3)} quick, ${full.toFixed(3)} full`,
  );
}

const { rig, report } = await solve({}, null);
console.log(
  `${files[0]}: ${sequence.vertexCount} vertices, ${sequence.frameCount} frames, ${rig.bones.length} bones, ` +
    `${flags.threads} threads, E_RMS ${report.eRms.toFixed(3)}; median of ${flags.runs} (least to most)`,
);
const runs = Number(flags.runs);
await print("the first", rig, {}, 1);
await print("influences 4 to 3", rig, { influences: 3 }, runs);
await print("influences 4 to 2", rig, { influences: 2 }, runs);
await print("influences 4 to 6", rig, { influences: 6 }, runs);
await print("influences 4 to all", rig, { influences: 0 }, runs);
await print("smoothness 0 to 0.01", rig, { smoothness: 0.01 }, runs);
await print("smoothness 0 to 1", rig, { smoothness: 1 }, runs);
await print("rigid to affine", rig, { boneKind: "affine" }, runs);
const affine = (await solve({ boneKind: "affine" }, null)).rig;
await print("affine to rigid", affine, {}, runs);
process.exit(0);
