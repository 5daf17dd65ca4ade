// Every method of reduction, in the layout of Table 3 of Le & Deng 2014: npm run bench -- reduction
// [--only horse] [--threads 2] [--rigs folder] [--pull 0.02]. It fails if what Sinew promises does not hold.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { ReduceReport } from "../../workers/model/reduce/reduce-report";
import {
  REDUCE_DEFAULTS,
  REDUCE_METHODS,
  type ReduceMethod,
} from "../../workers/model/reduce/reduce-settings";
import type { Rig } from "../../workers/model/rig/rig";
import { UNWATCHED } from "../../workers/model/task";
import { REDUCTION_CASES, ssdrRig } from "./dense-rigs";
import { elephantStrains } from "./elephant";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    rigs: { type: "string" },
    /** ε of arap, for the elephant. */
    pull: { type: "string", default: String(REDUCE_DEFAULTS.pull) },
  },
});
const engine = createEngine(nodeParallel, Number(flags.threads));

/** Influences of a vertex before and after a reduction; 0 is dense. */
const REDUCTIONS: readonly [from: number, to: number][] = [
  [0, 4],
  [8, 4],
  [0, 5],
  [8, 5],
];
const PUBLISHED: readonly ReduceMethod[] = ["k-largest", "smooth", "geometric", "poisson"];
const missed: string[] = [];
const check = (holds: boolean, what: string) => {
  if (!holds) missed.push(what);
};

type Reports = Record<ReduceMethod, ReduceReport>;

async function reportsOf(sequence: MeshSequence, rig: Rig, influences: number): Promise<Reports> {
  const reports = {} as Reports;
  for (const method of REDUCE_METHODS) {
    const settings = { ...REDUCE_DEFAULTS, method, influences };
    const input = { sequence, rig, settings, examples: null };
    reports[method] = (await engine.run("reduceInfluences", input, UNWATCHED)).report;
  }
  return reports;
}

/** E_RMS / normal error / torn edges / exceptional vertices / seconds of each method. */
function printRow(name: string, reports: Reports): void {
  const { dense } = reports.auto;
  console.log(`${name}: dense ${dense.eRms.toFixed(2)} / ${dense.normalErrorDegrees.toFixed(2)}°`);
  for (const method of REDUCE_METHODS) {
    const { eRms, normalErrorDegrees, edges, exceptional, bytes, seconds } = reports[method];
    const cells = [
      eRms.toFixed(2).padStart(8),
      `${normalErrorDegrees.toFixed(2)}°`.padStart(9),
      `${edges.largest.toFixed(1)} / ${edges.most.toFixed(2)}`.padStart(14),
      String(exceptional.vertices.length).padStart(7),
      `${(bytes / 1e3).toFixed(0)} kB`.padStart(8),
      `${seconds.toFixed(1)} s`.padStart(8),
    ];
    console.log(`  ${method.padEnd(10)}${cells.join("")}`);
  }
}

/** The order of the published table, and what ours promises. */
function checkRow(name: string, reports: Reports, kind: "solid" | "elastic"): void {
  const { "k-largest": kL, smooth, geometric, poisson, auto } = reports;
  check(smooth.eRms > kL.eRms, `${name}: smooth above k-largest in E_RMS`);
  check(poisson.eRms > geometric.eRms, `${name}: Poisson above geometric in E_RMS`);
  if (kind === "solid") {
    check(smooth.normalErrorDegrees < kL.normalErrorDegrees, `${name}: smooth below k-largest in normals`);
    check(
      poisson.normalErrorDegrees < geometric.normalErrorDegrees,
      `${name}: Poisson below geometric in normals`,
    );
  }
  const best = Math.min(...PUBLISHED.map((method) => reports[method].eRms));
  const normals = Math.min(...PUBLISHED.map((method) => reports[method].normalErrorDegrees));
  const share = kind === "solid" ? 0.75 : 0.85;
  check(
    auto.eRms <= share * best,
    `${name}: auto ${auto.eRms.toFixed(2)}, the best other ${best.toFixed(2)}`,
  );
  check(
    auto.normalErrorDegrees <= normals,
    `${name}: auto ${auto.normalErrorDegrees.toFixed(2)}°, the best other ${normals.toFixed(2)}°`,
  );
}

console.log("method         E_RMS  normals   edges 100/99.9 %  except.   bytes    time");
for (const subject of REDUCTION_CASES) {
  if (!`${subject.name} ${subject.bones}`.includes(flags.only)) continue;
  const sequence = await subject.sequence(engine);
  if (!sequence) {
    console.log(`${subject.name}: its file is not on this machine`);
    continue;
  }
  for (const [from, to] of REDUCTIONS) {
    const rig = await ssdrRig(engine, subject, sequence, from, flags.rigs ?? null);
    const name = `${subject.name} ${subject.bones}, ${from || "dense"} to ${to}`;
    const reports = await reportsOf(sequence, rig, to);
    printRow(name, reports);
    checkRow(name, reports, subject.name === "pcow" ? "elastic" : "solid");
  }
}
if ("elephant".includes(flags.only)) {
  const pull = Number(flags.pull);
  for (const { influences, most, ratios, toDense } of await elephantStrains(engine, pull)) {
    console.log(
      `elephant, ARAP weights to ${influences}, pull ${pull}: strain in unseen poses (times dense), E_RMS`,
    );
    for (const [method, ratio] of Object.entries(ratios)) {
      console.log(
        `  ${method.padEnd(10)}${ratio.toFixed(2).padStart(8)}${toDense[method].toFixed(2).padStart(9)}`,
      );
    }
    check(ratios.arap <= most, `elephant at ${influences}: at most ${most} times dense`);
  }
}
for (const what of missed) console.log(`Missed: ${what}`);
process.exit(missed.length > 0 ? 1 : 0);
