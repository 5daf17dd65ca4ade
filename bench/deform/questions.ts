// How long a slider of the deformers takes: changes of λ and κ of Direct Delta Mush, from the call to the result. Also
// prints the processor time of this process, and counts that do not depend on how busy the machine is.
//   npm run bench -- questions [--runs 15] [--threads 2] [--cell 0.019] [--bones 30]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { makeHandle } from "../../workers/jobs/handles";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { DEFORM_DEFAULTS, type DeformSettings, type DeformSource } from "../../workers/model/deform";
import { UNWATCHED } from "../../workers/model/task";
import { median, referenceSeconds } from "../reference";
import { bytesToCopy } from "./message-bytes";
import { hound } from "./rigs";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "15" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    cell: { type: "string", default: "0.019" },
    bones: { type: "string", default: "30" },
  },
});
const runs = Number(flags.runs);
const threads = Number(flags.threads);

const counts = { modules: 0, workers: 0, bytes: 0 };
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(Module, given: [BufferSource]) {
    counts.modules++;
    return new Module(...given);
  },
});
process.on("worker", () => counts.workers++);

const source = hound(Number(flags.cell), Number(flags.bones));
const engine = createEngine(nodeParallel, threads);
const handle = makeHandle<DeformSource>(1);
engine.hold(handle, source);

/** Sends the engine a copy of the request, as the studio's client does. */
async function ask(settings: DeformSettings) {
  const question = { source: handle, settings };
  counts.bytes += bytesToCopy(question);
  return engine.run("prepareDirect", structuredClone(question), UNWATCHED);
}

interface Answered {
  wall: number;
  processor: number;
  ratio: number;
  modules: number;
  workers: number;
  bytes: number;
}

async function timed(change: Partial<DeformSettings>): Promise<Answered> {
  const reference = referenceSeconds();
  const before = { ...counts };
  const used = process.cpuUsage();
  const begin = performance.now();
  await ask({ ...DEFORM_DEFAULTS, ...change });
  const wall = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(used);
  return {
    wall,
    processor: (user + system) / 1e6,
    ratio: wall / reference,
    modules: counts.modules - before.modules,
    workers: counts.workers - before.workers,
    bytes: counts.bytes - before.bytes,
  };
}

function print(name: string, answers: Answered[]): void {
  const of = (key: keyof Answered) => answers.map((answer) => answer[key]);
  const milliseconds = (seconds: number) => (1000 * seconds).toFixed(0).padStart(5);
  const wall = of("wall");
  console.log(
    `  ${name.padEnd(14)} ${milliseconds(median(wall))} ms (${milliseconds(Math.min(...wall))} to ${milliseconds(Math.max(...wall))})` +
      `   processor ${milliseconds(median(of("processor")))} ms   ratio ${median(of("ratio")).toFixed(1)} (least ${Math.min(...of("ratio")).toFixed(1)})` +
      `   modules ${median(of("modules"))}   workers ${median(of("workers"))}   sent ${median(of("bytes"))} bytes`,
  );
}

/** One request per run, each with a new value. */
async function questions(of: (turn: number) => Partial<DeformSettings>): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let turn = 0; turn < runs; turn++) answers.push(await timed(of(turn)));
  return answers;
}

console.log(
  `${source.rest.length / 3} vertices, ${source.bones.length} bones, ${threads} threads, median of ${runs} (least to most)`,
);
print("the first", [await timed({})]);
print("λ", await questions((turn) => ({ lambda: 1.01 + 0.01 * turn })));
await timed({});
print("κ", await questions((turn) => ({ kappa: 0.101 + 0.001 * turn })));
process.exit(0);
