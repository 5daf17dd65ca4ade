// Decomposition: errors, seconds, and seconds as a ratio to a reference kernel of the same run. With --seeds it solves
// each case with seeds 1 to n, and prints the median, least and largest error.
//   npm run bench -- decompose [--runs 5] [--only horse] [--threads 2] [--method auto] [--seeds 5] [--influences all]
//                              [--kind affine]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { SolveMethod } from "../../workers/model/solve/methods";
import { SOLVE_DEFAULTS, type SolveSettings } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { median, referenceSeconds } from "../reference";
import { SEQUENCE_CASES, type SequenceCase, SUBDIVIDED } from "./sequence-cases";
import { sharedSequence, subdivide } from "./sequences";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    method: { type: "string", default: "auto" },
    seeds: { type: "string", default: "1" },
    influences: { type: "string" },
    kind: { type: "string" },
  },
});

const runs = Number(flags.runs);
const seeds = Number(flags.seeds);
const influencesAsked = flags.influences === "all" ? 0 : Number(flags.influences);
const threads = Number(flags.threads);
const engine = createEngine(nodeParallel, threads);

async function measure(sequence: MeshSequence, settings: SolveSettings): Promise<void> {
  const seconds: number[] = [];
  const ratios: number[] = [];
  const errors: number[] = [];
  let bones = 0;
  for (let run = 0; run < runs * seeds; run++) {
    const reference = referenceSeconds();
    const seeded = { ...settings, seed: settings.seed + Math.floor(run / runs) };
    const { report } = await engine.run(
      "decompose",
      { sequence, settings: seeded, from: null, locks: null },
      UNWATCHED,
    );
    seconds.push(report.seconds);
    ratios.push(report.seconds / reference);
    errors.push(report.eRms);
    bones = report.bones;
  }
  const range = `(${Math.min(...errors).toFixed(3)} to ${Math.max(...errors).toFixed(3)})`;
  const cells = [
    sequence.name.padEnd(24),
    `${sequence.vertexCount} x ${sequence.frameCount}`.padEnd(12),
    settings.boneKind.padEnd(6),
    `K ${settings.influences}`.padEnd(5),
    `${bones} of ${settings.bones}`.padEnd(9),
    `E_RMS ${median(errors).toFixed(3)}${seeds > 1 ? ` ${range}` : ""}`.padEnd(seeds > 1 ? 31 : 14),
    `${median(seconds).toFixed(2)} s`.padEnd(9),
    `ratio ${median(ratios).toFixed(0)}`,
  ];
  console.log(cells.join(" "));
}

function kindsOf({ kinds }: SequenceCase): readonly SolveSettings["boneKind"][] {
  if (flags.kind === "rigid" || flags.kind === "affine") return [flags.kind];
  return kinds ?? ["rigid"];
}

console.log(
  `${flags.method}, ${threads} threads, median of ${runs}${seeds > 1 ? `, seeds 1 to ${seeds}` : ""}`,
);
for (const asked of [...SEQUENCE_CASES, SUBDIVIDED]) {
  const { files, bones, influences } = asked;
  if (!files[0].includes(flags.only)) continue;
  const read = await sharedSequence(engine, files);
  if (!read) {
    console.log(`${files[0]}: not on this machine`);
    continue;
  }
  const sequence = asked === SUBDIVIDED ? subdivide(read) : read;
  for (const boneKind of kindsOf(asked)) {
    for (const count of bones) {
      await measure(sequence, {
        ...SOLVE_DEFAULTS,
        method: flags.method as SolveMethod,
        bones: count,
        boneKind,
        influences: flags.influences ? influencesAsked : (influences ?? SOLVE_DEFAULTS.influences),
      });
    }
  }
}
process.exit(0);
