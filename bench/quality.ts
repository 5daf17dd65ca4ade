// Checks that results did not get worse: E_RMS of all sequences, generated and measured, strain of all bound models,
// and each deformer's distance from the rest pose if no bone moves, compared with bench/quality.json. It fails if one
// grew by more than 2 %, or if a deformer's bits of the posed bar differ from workers/identity.
//   npm run bench -- --check [--only horse] [--threads 2]
//   npm run bench -- --record writes the table again.
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { engineFingerprint } from "../workers/identity/fingerprint";
import { boundWeights, MODELS, posesOf, SEQUENCES, solvedRig, WAYS } from "../workers/identity/generated";
import {
  figureName,
  growthOf,
  HOW_TO_RECORD,
  type Quality,
  readQuality,
  slipOf,
  writeQuality,
} from "../workers/identity/quality";
import { createEngine } from "../workers/jobs/engine";
import { nodeParallel } from "../workers/jobs/pool/node-parallel";
import { DEFORMER_KINDS } from "../workers/model/deform";
import { METHODS, type SolveMethod } from "../workers/model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../workers/model/solve/solve-settings";
import { UNWATCHED } from "../workers/model/task";
import { NO_WEIGHT_EDITS } from "../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../workers/model/weights/weight-settings";
import { referenceSeconds } from "./reference";
import { SEQUENCE_CASES } from "./solve/sequence-cases";
import { sharedSequence } from "./solve/sequences";
import { weightSubjects } from "./weights/weight-subjects";

const { values: flags } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    record: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});
const engine = createEngine(nodeParallel, Number(flags.threads));

/** A figure that can be measured, or several that one computation returns together. */
interface Question {
  names: string[];
  answer(): Promise<number[]>;
}

const RIGID: SolveSettings["boneKind"][] = ["rigid"];
const complaints: string[] = [];

function generatedRigs(): Question[] {
  const asked = Object.entries(SEQUENCES).flatMap(([name, sequence]) =>
    (Object.keys(METHODS) as SolveMethod[]).map((method) => ({
      name,
      way: method,
      sequence,
      settings: { method },
    })),
  );
  const ways = Object.entries(WAYS).map(([way, settings]) => ({
    name: "bar",
    way,
    sequence: SEQUENCES.bar,
    settings,
  }));
  return [...asked, ...ways].map(({ name, way, sequence, settings }) => ({
    names: [figureName("E_RMS", name, way)],
    answer: async () => [(await solvedRig(sequence, settings)).eRms],
  }));
}

const generatedWeights = (): Question[] =>
  (Object.keys(MODELS) as (keyof typeof MODELS)[]).map((name) => ({
    names: [figureName("strain", name)],
    answer: async () => [(await boundWeights(name)).strain],
  }));

function deformers(): Question[] {
  const table: Record<string, string> = JSON.parse(readFileSync("workers/identity/identity.json", "utf8"));
  const comparable = table.engine === engineFingerprint();
  if (!comparable)
    console.log("Poses are not compared bit for bit: this JavaScript engine is not the recorded one.");
  return DEFORMER_KINDS.map((kind) => ({
    names: ["smooth", "rigid"].map((how) => figureName("off rest", kind, `${how} weights`)),
    async answer() {
      const poses = await posesOf(kind);
      for (const { how, hash } of poses) {
        if (comparable && hash !== table[`deformer, ${kind}, ${how} weights`]) {
          complaints.push(`${kind} with ${how} weights poses the bar with other bits than workers/identity.`);
        }
      }
      return poses.map(({ offRest }) => offRest);
    },
  }));
}

async function measuredRigs(): Promise<Question[]> {
  const questions: Question[] = [];
  for (const { files, bones, kinds = RIGID, influences = SOLVE_DEFAULTS.influences } of SEQUENCE_CASES) {
    if (!files[0].includes(flags.only)) continue;
    const sequence = await sharedSequence(engine, files);
    if (!sequence) console.log(`${files[0]}: not on this machine`);
    for (const boneKind of sequence ? kinds : []) {
      for (const count of bones) {
        questions.push({
          names: [figureName("E_RMS", files[0], `${count} ${boneKind} bones`)],
          async answer() {
            const settings = { ...SOLVE_DEFAULTS, bones: count, boneKind, influences };
            const input = { sequence: sequence!, settings, from: null, locks: null };
            return [(await engine.run("decompose", input, UNWATCHED)).report.eRms];
          },
        });
      }
    }
  }
  return questions;
}

const boundModels = async (): Promise<Question[]> =>
  (await weightSubjects(1)).map(({ name, mesh, skeleton }) => ({
    names: [figureName("strain", name, "default settings")],
    async answer() {
      const input = {
        mesh,
        skeleton,
        settings: WEIGHT_DEFAULTS,
        edits: NO_WEIGHT_EDITS,
        from: null,
        stay: false,
      };
      return [(await engine.run("weights", input, UNWATCHED)).report.heldOutEnergy];
    },
  }));

/** The table has four digits; smaller differences are ignored. */
const percent = (growth: number) =>
  Math.abs(growth) < 5e-4 ? "same" : `${growth > 0 ? "+" : ""}${(100 * growth).toFixed(1)} %`;

/**
 * Measures everything, and prints a line per figure: recorded, now, growth, and seconds as a ratio to the reference.
 */
async function measureAll(questions: Question[], recorded: Quality): Promise<Quality> {
  const found: Quality = {};
  for (const { names, answer } of questions) {
    if (!names.some((name) => name.includes(flags.only))) continue;
    const reference = referenceSeconds();
    const begin = performance.now();
    const values = await answer();
    const ratio = (performance.now() - begin) / 1000 / reference;
    names.forEach((name, n) => {
      found[name] = values[n];
      const before = recorded[name];
      const cells = [
        name.padEnd(52),
        (before === undefined ? "–" : before.toPrecision(4)).padStart(11),
        values[n].toPrecision(4).padStart(11),
        (before === undefined ? "new" : percent(growthOf(name, before, values[n]))).padStart(9),
        `ratio ${ratio.toFixed(0)}`.padStart(12),
      ];
      console.log(cells.join(" "));
    });
  }
  return found;
}

const recorded = readQuality();
const questions = [
  ...generatedRigs(),
  ...generatedWeights(),
  ...deformers(),
  ...(await measuredRigs()),
  ...(await boundModels()),
];
const found = await measureAll(questions, recorded);
if (flags.record) {
  // Figures that are not on this machine, or were not requested, keep their recorded values.
  writeQuality({ ...recorded, ...found });
  console.log("Written to bench/quality.json: say in the commit which figures grew, and why.");
  process.exit(0);
}
const slipped = Object.entries(found).flatMap(([name, value]) => slipOf(name, recorded, value) ?? []);
for (const line of [...slipped, ...complaints]) console.log(line);
if (slipped.length + complaints.length > 0) {
  console.log(`Quality slipped. If that is intended: ${HOW_TO_RECORD}, and say why in the commit.`);
  process.exit(1);
}
console.log(`${Object.keys(found).length} figures, none worse by more than 2 %.`);
process.exit(0);
