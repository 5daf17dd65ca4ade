// Methods that reduce influences and two layers, in the layout of Table 3 of Le & Deng (2014), and as-rigid-as-possible
// weights of the elephant. It prints every check, and fails if one does not hold.
//   npm run bench -- reduction [--only horse] [--parts table,layers,elephant] [--threads 2] [--rigs folder]
//                              [--unseen] [--pull 0.02] [--smoothness 0.1]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { REDUCE_DEFAULTS } from "../../workers/model/reduce/reduce-settings";
import { Checks } from "./checks";
import { REDUCTION_CASES, type ReductionCase, ssdrRig, UNSEEN_REDUCTION_CASES } from "./dense-rigs";
import { elephantStrains } from "./elephant";
import { layerRow } from "./layer-lines";
import { reducedRow } from "./reduced-rows";

const PARTS = ["table", "layers", "elephant"];
const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    parts: { type: "string", default: PARTS.join(",") },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    rigs: { type: "string" },
    /** Takes the sequences of the contest of solvers instead. */
    unseen: { type: "boolean", default: false },
    /** ε of arap, for the elephant. */
    pull: { type: "string", default: String(REDUCE_DEFAULTS.pull) },
    /** ℓ of auto, for the table; by default it chooses. */
    smoothness: { type: "string" },
  },
});
const parts = flags.parts.split(",");
const unknown = parts.find((part) => !PARTS.includes(part));
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Parts are ${PARTS.join(", ")}.`);
  process.exit(2);
}
const smoothness = flags.smoothness === undefined ? null : Number(flags.smoothness);
const engine = createEngine(nodeParallel, Number(flags.threads));
const checks = new Checks();

/** Influences of a vertex before and after a reduction; 0 is dense. */
const REDUCTIONS: readonly [from: number, to: number][] = [
  [0, 4],
  [8, 4],
  [0, 5],
  [8, 5],
];

async function subjectRows(subject: ReductionCase): Promise<void> {
  const sequence = await subject.sequence(engine);
  if (!sequence) {
    console.log(`${subject.name}: its file is not on this machine`);
    return;
  }
  const name = `${subject.name} ${subject.bones}`;
  console.log(`\n${name}: ${sequence.vertexCount} vertices, ${sequence.frameCount} frames`);
  // Each rig is solved once for all of its rows.
  const rigWith = (influences: number) => ssdrRig(engine, subject, sequence, influences, flags.rigs ?? null);
  const dense = await rigWith(0);
  if (parts.includes("table")) {
    const eight = await rigWith(8);
    for (const [from, to] of REDUCTIONS) {
      const row = { ...subject, name: `${name}, ${from || "dense"} to ${to}` };
      const rig = from === 0 ? dense : eight;
      const settings = { influences: to, smoothness };
      await reducedRow(engine, row, sequence, rig, settings, checks);
    }
  }
  if (!parts.includes("layers")) return;
  await layerRow(engine, { ...subject, name }, sequence, { dense, four: await rigWith(4) }, checks);
}

if (parts.includes("table")) {
  console.log("method           E_RMS  normals   edges 100/99.9 %  except.   bytes    time");
}
for (const subject of flags.unseen ? UNSEEN_REDUCTION_CASES : REDUCTION_CASES) {
  if (`${subject.name} ${subject.bones}`.includes(flags.only)) await subjectRows(subject);
}
if (!flags.unseen && parts.includes("elephant") && "elephant".includes(flags.only)) {
  const pull = Number(flags.pull);
  const strains = await elephantStrains(engine, pull);
  if (strains.length === 0) console.log("elephant: its file is not on this machine");
  for (const { influences, most, ratios, toDense } of strains) {
    console.log(
      `elephant, ARAP weights to ${influences}, pull ${pull}: strain in unseen poses (times dense), E_RMS`,
    );
    for (const [method, ratio] of Object.entries(ratios)) {
      console.log(
        `  ${method.padEnd(10)}${ratio.toFixed(2).padStart(8)}${toDense[method].toFixed(2).padStart(9)}`,
      );
    }
    checks.check(
      ratios.arap <= most,
      `elephant at ${influences}: strain ${ratios.arap.toFixed(2)} times dense, at most ${most}`,
    );
  }
}
process.exit(checks.print() ? 0 : 1);
