// The time of deforming on the processor: a first preparation of Direct Delta Mush and one after a change, centres of
// rotation, and a pose of every deformer. Seconds, processor seconds of this process, and seconds as a ratio to a
// reference kernel.
// npm run bench -- deform [--runs 3] [--threads 2] [--cell 0.019] [--bones 50]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { prepareDeformer } from "../../workers/deform/deform-frames";
import { emptyPose } from "../../workers/deform/deformer";
import { DirectCache } from "../../workers/deform/direct/direct-cache";
import { prepareCentres, prepareDirect } from "../../workers/deform/prepare";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MakeParallel } from "../../workers/kernels/parallel";
import {
  DEFORM_DEFAULTS,
  DEFORMER_KINDS,
  type DeformSettings,
  type DeformSource,
} from "../../workers/model/deform";
import { UNWATCHED } from "../../workers/model/task";
import { turnAbout } from "../../workers/testing/rigs";
import { median, referenceSeconds } from "../reference";
import { elephant, hound, nearestFour } from "./rigs";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    cell: { type: "string", default: "0.019" },
    bones: { type: "string", default: "50" },
  },
});
const runs = Number(flags.runs);
const threads = Number(flags.threads);
let peak = 0;
const makeParallel: MakeParallel = Object.assign(
  (bytes: number) => {
    peak = Math.max(peak, bytes);
    return nodeParallel(bytes, threads);
  },
  { threads },
);

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const [wall, user, ratio]: number[][] = [[], [], []];
  for (let run = 0; run < runs; run++) {
    const reference = referenceSeconds();
    const before = process.cpuUsage();
    const begin = performance.now();
    await work();
    wall.push((performance.now() - begin) / 1000);
    user.push(process.cpuUsage(before).user / 1e6);
    ratio.push(wall[run] / reference);
  }
  const cells = [wall, user, ratio].map((numbers) => median(numbers));
  console.log(
    `  ${name.padEnd(28)} ${cells[0].toFixed(3)} s   user ${cells[1].toFixed(3)} s   ratio ${cells[2].toFixed(1)}`,
  );
}

async function measureAll(name: string, source: DeformSource): Promise<void> {
  const vertexCount = source.rest.length / 3;
  console.log(`${name}: ${vertexCount} vertices, ${source.bones.length} bones`);
  const cache = new DirectCache();
  const prepare = (change: Partial<DeformSettings>, kept?: DirectCache) =>
    prepareDirect(source, { ...DEFORM_DEFAULTS, ...change }, makeParallel, UNWATCHED, kept);
  const { painted } = DEFORM_DEFAULTS;
  let turn = 0;
  // A value that was not used before.
  const next = (from: number) => from * (1 + 0.001 * ++turn);
  peak = 0;
  await measure("prepare", () => prepare({}));
  console.log(`  ${"arena".padEnd(28)} ${(peak / 1e6).toFixed(0)} MB`);
  await measure("prepare, explicit", () => prepare({ scheme: "explicit" }));
  await measure("prepare, λ = 25", () => prepare({ lambda: 25 }));
  await prepare({}, cache);
  await measure("λ alone", () => prepare({ lambda: next(1) }, cache));
  await prepare({}, cache);
  await measure("κ alone", () => prepare({ kappa: next(0.1) }, cache));
  await prepare({}, cache);
  await measure("α alone", () =>
    prepare({ painted: { ...painted, alpha: new Float32Array(vertexCount).fill(next(0.5)) } }, cache),
  );
  await measure("centres of rotation", () => prepareCentres(source, makeParallel, UNWATCHED));
  const motion = source.bones.flatMap(({ head }, j) => turnAbout([0, 0, 1], 0.02 * j, head, [0, 0, 0]));
  for (const kind of DEFORMER_KINDS) {
    const { deformer } = await prepareDeformer(kind, source, DEFORM_DEFAULTS, makeParallel, UNWATCHED);
    const posed = emptyPose(vertexCount);
    await measure(`a pose of ${kind}`, async () => deformer.pose(motion, posed));
  }
}

console.log(`${threads} threads, median of ${runs}`);
const scanned = await elephant();
if (scanned) await measureAll("elephant", scanned);
else console.log("elephant: not on this machine");
const many = hound(Number(flags.cell), Number(flags.bones));
await measureAll("hound", many);
const shared = { ...many, weights: nearestFour(many) };
await measure("its centres, 4 influences", () => prepareCentres(shared, makeParallel, UNWATCHED));
process.exit(0);
