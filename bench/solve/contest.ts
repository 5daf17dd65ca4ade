// Checks that auto never loses to another method. It fails if auto is more than 0.5 % above the best other method
// anywhere, or less than 10 % below it in the median. With --islands auto keeps islands.
//   npm run bench -- contest [--seeds 3] [--only cloth] [--kinds rigid,affine] [--influences 4,8,all]
//                            [--methods ssdr,ep-lbs] [--threads 2] [--islands]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { METHODS, type SolveMethod } from "../../workers/model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { median } from "../reference";
import { CONTEST_CASES } from "./contest-cases";

const { values: flags } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    kinds: { type: "string", default: "rigid,affine" },
    influences: { type: "string", default: "4,8,all" },
    methods: { type: "string", default: "" },
    islands: { type: "boolean", default: false },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});

/** Bounds of auto's error relative to the best other method: on any sequence, and in the median. */
const MOST_ABOVE = 1.005;
const MEDIAN_BELOW = 0.9;
/** Below this E_RMS all methods are exact, and ratios are only rounding. */
const NOTHING = 5e-3;

const engine = createEngine(nodeParallel, Number(flags.threads));
const others = (Object.keys(METHODS) as SolveMethod[]).filter(
  (method) => method !== "auto" && (!flags.methods || flags.methods.split(",").includes(method)),
);

async function errorOf(sequence: MeshSequence, settings: SolveSettings): Promise<number> {
  const { report } = await engine.run(
    "decompose",
    { sequence, settings, from: null, locks: null },
    UNWATCHED,
  );
  return report.eRms;
}

/** E_RMS of auto and of the others. */
async function contest(sequence: MeshSequence, settings: SolveSettings): Promise<[SolveMethod, number][]> {
  const found: [SolveMethod, number][] = [];
  for (const method of ["auto" as const, ...others]) {
    if (!METHODS[method].boneKinds.includes(settings.boneKind)) continue;
    found.push([method, await errorOf(sequence, { ...settings, method })]);
  }
  return found;
}

const ratios: number[] = [];
const lost: string[] = [];
for (const { name, bones, sequence: make } of CONTEST_CASES) {
  if (!name.includes(flags.only)) continue;
  const sequence = make();
  for (const boneKind of flags.kinds.split(",") as SolveSettings["boneKind"][]) {
    for (const influences of flags.influences.split(",")) {
      for (let seed = 1; seed <= Number(flags.seeds); seed++) {
        const settings = {
          ...SOLVE_DEFAULTS,
          connected: !flags.islands,
          bones,
          boneKind,
          influences: Number(influences) || 0,
          seed,
        };
        const [[, auto], ...rest] = await contest(sequence, settings);
        const [method, best] = rest.reduce((a, b) => (b[1] < a[1] ? b : a));
        const ratio = Math.max(auto, NOTHING) / Math.max(best, NOTHING);
        ratios.push(ratio);
        const row = [
          name.padEnd(24),
          `${bones} ${boneKind}`.padEnd(10),
          `K ${influences}`.padEnd(6),
          `seed ${seed}`,
          `auto ${auto.toFixed(3)}`.padEnd(13),
          `${method} ${best.toFixed(3)}`.padEnd(14),
          ratio.toFixed(3),
        ].join("  ");
        if (ratio > MOST_ABOVE) lost.push(row);
        console.log(ratio > MOST_ABOVE ? `${row}  LOST` : row);
      }
    }
  }
}
const middle = median(ratios);
console.log(`\n${ratios.length} solves, median ${middle.toFixed(3)}, ${lost.length} lost`);
for (const row of lost) console.log(row);
process.exit(lost.length > 0 || middle > MEDIAN_BELOW ? 1 : 0);
