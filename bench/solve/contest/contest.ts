// Checks that auto never loses to another method. It fails if auto is more than 0.5 % above the best other method
// anywhere, or less than 10 % below it in the median. With --islands auto keeps islands, with --fixed-rest nobody
// corrects the rest pose. --known keeps the errors of the other methods in a file. --unseen and --newer take sequences
// that were made afterwards, to check the choices that the others led to.
// Bones of auto and SSDR never reflect, because no file can hold that. The bones of other methods may, so the output
// says how often they do. auto has lost if it is above a rig without reflections; rows above others are listed apart.
//   npm run bench -- contest [--seeds 3] [--only "cloth|flag"] [--kinds rigid,affine] [--influences 4,8,all]
//                            [--methods ssdr,ep-lbs] [--piece 1/4] [--known build/contest.json] [--threads 2]
//                            [--islands] [--fixed-rest] [--unseen | --newer]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../../workers/jobs/engine";
import { nodeParallel } from "../../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import { METHODS, type SolveMethod } from "../../../workers/model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../../workers/model/solve/solve-settings";
import { median } from "../../reference";
import { ContestErrors, type Reached } from "./contest-errors";
import { CONTEST_CASES, type ContestCase } from "./known-cases";
import { NEWER_CASES } from "./newer-cases";
import { UNSEEN_CASES } from "./unseen-cases";

const { values: flags } = parseArgs({
  options: {
    seeds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    kinds: { type: "string", default: "rigid,affine" },
    influences: { type: "string", default: "4,8,all" },
    methods: { type: "string", default: "" },
    piece: { type: "string", default: "1/1" },
    known: { type: "string", default: "" },
    islands: { type: "boolean", default: false },
    "fixed-rest": { type: "boolean", default: false },
    unseen: { type: "boolean", default: false },
    newer: { type: "boolean", default: false },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});

/** Bounds of auto's error relative to the best other method: on any sequence, and in the median. */
const MOST_ABOVE = 1.005;
const MEDIAN_BELOW = 0.9;
/** Below this E_RMS all methods are exact: it is a fifth of the error that can be seen. */
const NOTHING = 0.1;

const errors = new ContestErrors(createEngine(nodeParallel, Number(flags.threads)), flags.known || null);
const others = (Object.keys(METHODS) as SolveMethod[]).filter(
  (method) => method !== "auto" && (!flags.methods || flags.methods.split(",").includes(method)),
);

const CASES = flags.newer ? NEWER_CASES : flags.unseen ? UNSEEN_CASES : CONTEST_CASES;

/** The settings of all solves of a case. */
function settingsOf(bones: number): SolveSettings[] {
  const all: SolveSettings[] = [];
  for (const boneKind of flags.kinds.split(",") as SolveSettings["boneKind"][]) {
    for (const influences of flags.influences.split(",")) {
      for (let seed = 1; seed <= Number(flags.seeds); seed++) {
        const own = { bones, boneKind, influences: Number(influences) || 0, seed };
        const common = { connected: !flags.islands, correctRestPose: !flags["fixed-rest"] };
        all.push({ ...SOLVE_DEFAULTS, ...common, ...own });
      }
    }
  }
  return all;
}

interface Match {
  row: string;
  ratio: number;
  /** The same over the best method whose bones do not reflect. */
  fairRatio: number;
}

/** Solves by all methods that have the kind of bones, and compares auto with the best other one. */
async function match(name: string, sequence: MeshSequence, settings: SolveSettings): Promise<Match> {
  const auto = await errors.of("auto", name, sequence, settings);
  let best: [SolveMethod, Reached] | null = null;
  let fair = Infinity;
  for (const method of others) {
    if (!METHODS[method].boneKinds.includes(settings.boneKind)) continue;
    const reached = await errors.of(method, name, sequence, settings);
    if (!best || reached.error < best[1].error) best = [method, reached];
    if (reached.reflected === 0) fair = Math.min(fair, reached.error);
  }
  const [method, { error, reflected }] = best!;
  const [ratio, fairRatio] = [error, fair].map(
    (other) => Math.max(auto.error, NOTHING) / Math.max(other, NOTHING),
  );
  const row = [
    name.padEnd(24),
    `${settings.bones} ${settings.boneKind}`.padEnd(10),
    `K ${settings.influences || "all"}`.padEnd(6),
    `seed ${settings.seed}`,
    `auto ${auto.error.toFixed(3)}`.padEnd(12),
    `${auto.seconds.toFixed(1)} s`.padStart(7),
    `${method} ${error.toFixed(3)}`.padEnd(14),
    ratio.toFixed(3),
    ...(reflected > 0 ? [`(${reflected} reflected)`] : []),
    ...(fairRatio > MOST_ABOVE ? ["LOST"] : []),
  ].join("  ");
  return { row, ratio, fairRatio };
}

const [piece, pieces] = flags.piece.split("/").map(Number);
const named = new RegExp(flags.only);
const isMine = ({ name }: ContestCase, c: number) => c % pieces === piece - 1 && named.test(name);

const matches: Match[] = [];
for (const { name, bones, sequence: make } of CASES.filter(isMine)) {
  const sequence = make();
  for (const settings of settingsOf(bones)) {
    matches.push(await match(name, sequence, settings));
    console.log(matches.at(-1)!.row);
  }
}
const middle = median(matches.map(({ ratio }) => ratio));
const lost = matches.filter(({ fairRatio }) => fairRatio > MOST_ABOVE);
const above = matches.filter((each) => !lost.includes(each) && each.ratio > MOST_ABOVE);
console.log(`\n${matches.length} solves, median ${middle.toFixed(3)}, ${lost.length} lost`);
for (const { row } of lost) console.log(row);
if (above.length > 0) console.log(`${above.length} above rigs with reflected bones only`);
for (const { row } of above) console.log(row);
process.exit(lost.length > 0 || middle > MEDIAN_BELOW ? 1 : 0);
