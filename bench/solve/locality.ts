// Local weights: how far the weights of a solve lie from their bones, and what it costs to make them local. The bench
// solves without locality, then makes the rig local with each reach and at each cost.
// It also times the estimate that the studio shows during a drag. For that alone, --iterations 2 is enough.
//   npm run bench -- locality [--only horse] [--threads 2] [--reach 1,1.4,2] [--least 5%,100%] [--cost 2%,any]
//                             [--iterations N]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { hound } from "../../tools/samples/hound";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import { SOLVE_DEFAULTS } from "../../workers/model/solve/solve-settings";
import { UNWATCHED } from "../../workers/model/task";
import { sharedSequence } from "./sequences";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
    reach: { type: "string", default: "1,1.4,2" },
    least: { type: "string", default: "5%,100%" },
    cost: { type: "string", default: "2%,any" },
    iterations: { type: "string" },
  },
});
const engine = createEngine(nodeParallel, Number(flags.threads));
const list = (text: string) =>
  text.split(",").map((part) => (part === "any" ? null : Number.parseFloat(part)));

/** With cells of this size, the hound has 1 425 vertices. */
const CELL = 0.08;
const CASES: [name: string, bones: number, open: () => Promise<MeshSequence | null>][] = [
  ...(
    [
      ["horse-gallop", 20],
      ["horse-gallop", 10],
      ["cat-poses", 20],
      ["cat-poses", 15],
      ["horse-poses", 20],
      ["pcow", 24],
      ["vellum-cloth", 20],
    ] as const
  ).map(([name, bones]): [string, number, () => Promise<MeshSequence | null>] => [
    name,
    bones,
    () => sharedSequence(engine, [`${name}.obj`, `${name}.pc2`]),
  ]),
  ["chickenCrossing", 20, () => sharedSequence(engine, ["chickenCrossing.obj", "chickenCrossing.pc2"])],
  ["Bone_Anim", 20, () => sharedSequence(engine, ["alembic/Bone_Anim.abc"])],
  ["hound", 20, async () => hound({ cell: CELL, frames: 120 })],
];

for (const [name, bones, open] of CASES) {
  if (!name.includes(flags.only)) continue;
  const sequence = await open();
  if (!sequence) {
    console.log(`${name}: not on this machine`);
    continue;
  }
  const iterations = flags.iterations === undefined ? null : Number(flags.iterations);
  const settings = { ...SOLVE_DEFAULTS, bones, iterations, local: false };
  const free = await engine.run("decompose", { sequence, settings, from: null, locks: null }, UNWATCHED);
  console.log(
    `${name} ${bones}: E_RMS ${free.report.eRms.toFixed(4)} without locality, ${free.report.seconds.toFixed(1)} s`,
  );
  for (const leastPercent of list(flags.least)) {
    for (const reach of list(flags.reach)) {
      const limits = { reach: reach ?? 100, leastPatch: (leastPercent ?? 5) / 100 };
      const { influences } = settings;
      const question = { sequence, rig: free.rig, influences, held: null, ...limits };
      const began = process.cpuUsage();
      const estimate = await engine.run("estimateLocality", question, UNWATCHED);
      // Processor time, because it does not depend on what else runs on the machine.
      const { user, system } = process.cpuUsage(began);
      console.log(
        `  estimate: +${estimate.costPercent.toFixed(1)} % in ${((user + system) / 1000).toFixed(0)} ms`,
      );
      for (const percent of list(flags.cost)) {
        const localCost = percent === null ? null : percent / 100;
        const asked = { ...settings, local: true, ...limits, localCost };
        const input = { sequence, settings: asked, from: free.rig, locks: null };
        const { report } = await engine.run("localise", input, UNWATCHED);
        const found = report.locality!;
        const share = (x: number) => `${(100 * x).toFixed(1)} %`.padStart(7);
        console.log(
          [
            `  reach ${limits.reach}`.padEnd(12),
            `least ${leastPercent} %`.padEnd(13),
            `cost ${percent ?? "any"}`.padEnd(9),
            `E_RMS ${report.eRms.toFixed(4)}`,
            `${(100 * (report.eRms / free.report.eRms - 1)).toFixed(2)} %`.padStart(8),
            `far ${share(found.farBefore)} > ${share(found.farAfter)}`,
            `patches ${found.patchesBefore.toFixed(2)} > ${found.patchesAfter.toFixed(2)}`,
            `${(report.secondsPerPhase["Local weights"] ?? 0).toFixed(2)} s`,
          ].join("  "),
        );
      }
    }
  }
}
process.exit(0);
