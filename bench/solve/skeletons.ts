// Skeletons of the sequences of Le & Deng 2014, table 2: the paper's errors in percent of the diagonal, our soft and
// strict errors, the distances of joints from where the weights meet, and times.
// With --truth: known skeletons (of skinned files, exact rigs and generated characters), found again. With --from-truth
// as well, the search begins with their own bones.
// With --stages: the errors when a soft skeleton is only closed, when its rotations are refitted, and its joints too.
// With --motion: only the motion, found again from the rest pose for the given skeleton, weights and rest pose.
// With --near: weights of the hound's own skeleton, near their bones and anywhere, on clips to which they were not
// fitted.
//   npm run bench -- skeletons [--near] [--truth [--from-truth]] [--motion] [--only gallop] [--bones 20]
//                              [--method auto …] [--pull 1e-2] [--seeds 1] [--hold-out 0] [--levels 20,12]
//                              [--threads 2] [--stages]
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { IDENTITY } from "../../workers/math/affine";
import type { MeshSequence } from "../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../workers/model/rig/rig";
import { maxInfluences } from "../../workers/model/rig/sparse-weights";
import {
  EXTRACT_DEFAULTS,
  type ExtractSettings,
  type SkeletonMethod,
} from "../../workers/model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../workers/model/task";
import { STRICT_STEPS } from "../../workers/skeleton/extract";
import { percentOf, residualsOf } from "../../workers/skeleton/report/residuals";
import { makeStrict } from "../../workers/skeleton/strict/make-strict";
import { solveMotion } from "../../workers/skeleton/strict/motion-only";
import { squaresOf } from "../../workers/skeleton/strict/pose-frames";
import { StrictBench } from "../../workers/skeleton/strict/strict-bench";
import { treeOfRig } from "../../workers/skeleton/tree/skeleton-tree";
import { benchNearWeights } from "./near-weights";
import { sharedSequence } from "./sequences";
import { benchTruth } from "./skeleton-truth";

/** The systems of the table, in the order of its columns. */
const PAPER: readonly SkeletonMethod[] = ["multi-pass", "schaefer", "aguiar", "hasler"];

/** The paper's RMSE in percent: Le & Deng 2014, Schaefer & Yuksel 2007, de Aguiar et al. 2008, Hasler et al. 2010. */
const TABLE_2 = [
  { file: "horse-gallop", bones: 27, paper: [0.22, 0.44, 1.1, 0.88] },
  { file: "cat-poses", bones: 28, paper: [0.25, 0.68, 1.04, 0.63] },
  { file: "horse-poses", bones: 27, paper: [0.21, 0.54, 1.24, 0.75] },
  { file: "pcow", bones: 11, paper: [1.52, 5.41, 5.61, 5.58] },
];

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    bones: { type: "string" },
    method: { type: "string", multiple: true, default: ["auto", ...PAPER] },
    // Without it, joints that would lie far are pulled harder than the default pull.
    pull: { type: "string", multiple: true },
    seeds: { type: "string", default: "1" },
    "hold-out": { type: "string", default: "0" },
    levels: { type: "string", default: "" },
    seconds: { type: "string" },
    near: { type: "boolean", default: false },
    truth: { type: "boolean", default: false },
    "from-truth": { type: "boolean", default: false },
    motion: { type: "boolean", default: false },
    stages: { type: "boolean", default: false },
    threads: { type: "string", default: String(Math.min(2, availableParallelism())) },
  },
});
const threads = Number(flags.threads);
const engine = createEngine(nodeParallel, threads);
const makeParallel = Object.assign((bytes: number) => nodeParallel(bytes, threads), { threads });
if (flags.near) {
  await benchNearWeights(engine);
  process.exit(0);
}
const pulls = flags.pull?.map(Number) ?? [EXTRACT_DEFAULTS.pull];
if (flags.truth) {
  const cases = { only: flags.only, fromTruth: flags["from-truth"] };
  for (let seed = 1; seed <= Number(flags.seeds); seed++) {
    await benchTruth(engine, cases, {
      pull: pulls[0],
      holdOut: Number(flags["hold-out"]),
      seed,
    });
  }
  process.exit(0);
}
const figure = (x: number, digits = 3) => x.toFixed(digits).padStart(8);

/** Levels of detail of a skeleton, compared with skeletons that are found for the same numbers of bones. */
async function sayLevels(sequence: MeshSequence, rig: Rig, settings: ExtractSettings): Promise<void> {
  const counts = flags.levels.split(",").map(Number);
  const levels = await engine.run("skeletonLevels", { sequence, rig, counts }, UNWATCHED);
  const moved = await engine.run("skeletonLevels", { sequence, rig, counts, motion: "own" }, UNWATCHED);
  for (const [n, { report: level }] of levels.entries()) {
    const own = { ...settings, bones: level.bones };
    const { report } = await engine.run(
      "extractSkeleton",
      { sequence, settings: own, from: null },
      UNWATCHED,
    );
    console.log(
      `  level of ${level.bones} bones:${figure(level.rmsePercent)}, with its own motion:${figure(moved[n].report.rmsePercent)}, found for ${report.bones}:${figure(report.rmsePercentStrict)}`,
    );
  }
}

/** The errors on the way from the soft skeleton to the strict one. */
async function sayStages(sequence: MeshSequence, settings: ExtractSettings): Promise<void> {
  const input = { sequence, settings: { ...settings, joints: "soft" as const }, from: null };
  const { rig } = await engine.run("extractSkeleton", input, UNWATCHED);
  const errorWith = async (refitJoints: boolean, steps: number) => {
    const options = { pull: settings.pull, refitJoints, steps };
    const made = await makeStrict(makeParallel, UNWATCHED, sequence, rig, treeOfRig(rig), options);
    return figure(made.rmsePercent);
  };
  const [closed, turned] = [await errorWith(false, 0), await errorWith(false, STRICT_STEPS)];
  console.log(`  closed:${closed}, turned:${turned}, with joints:${await errorWith(true, STRICT_STEPS)}`);
}

/** The time and the error of finding only the motion, after the sequence has been read. */
async function sayMotion(sequence: MeshSequence, rig: Rig): Promise<void> {
  const still = new Float32Array(rig.motion.length);
  for (let at = 0; at < still.length; at += 12) still.set(IDENTITY, at);
  const given = { ...rig, motion: still };
  const bench = await StrictBench.open(makeParallel, sequence, given, maxInfluences(rig.weights), UNWATCHED);
  const state = bench.stateOf(treeOfRig(rig), true);
  const squares = squaresOf(sequence, bench.problem);
  const options = { openings: null, locked: null };
  const [began, used] = [performance.now(), process.cpuUsage()];
  await solveMotion(bench.room, state, await bench.statistics(UNWATCHED), squares, options, UNWATCHED);
  const F = sequence.frameCount;
  const passed = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  bench.blend.bones.set(bench.room.bones);
  const { error } = await residualsOf(sequence, bench.rigOf(state, true), UNWATCHED);
  bench.parallel.dispose();
  console.log(
    `  motion only:${figure(passed / F, 2)} ms a frame (${((user + system) / 1000 / F).toFixed(2)} ms of processors),${figure(percentOf(error, sequence))} %`,
  );
}

console.log("RMSE in percent of the diagonal. Paper: multi-pass, Schaefer, de Aguiar, Hasler.");
console.log(
  "sequence        bones method      pull    paper                      soft   strict  joints off: mean, worst  roots  seconds",
);
for (const { file, bones, paper } of TABLE_2) {
  if (!file.includes(flags.only)) continue;
  const sequence = await sharedSequence(engine, [`${file}.obj`, `${file}.pc2`]);
  if (!sequence) {
    console.log(`${file}: not in ../shared/data`);
    continue;
  }
  for (const method of flags.method as SkeletonMethod[]) {
    for (const pull of pulls) {
      for (let seed = 1; seed <= Number(flags.seeds); seed++) {
        const settings = {
          ...EXTRACT_DEFAULTS,
          method,
          bones: flags.bones === undefined ? bones : Number(flags.bones),
          pull,
          keepNear: flags.pull === undefined,
          seed,
          seconds: flags.seconds === undefined ? null : Number(flags.seconds),
          holdOut: Number(flags["hold-out"]),
        };
        const { report, rig } = await engine.run(
          "extractSkeleton",
          { sequence, settings, from: null },
          UNWATCHED,
        );
        const off = report.joints.flatMap(({ parent, distancePercent }) => (parent ? [distancePercent] : []));
        const mean = off.reduce((a, b) => a + b, 0) / Math.max(1, off.length);
        console.log(
          [
            file.padEnd(15),
            String(report.bones).padStart(5),
            method.padEnd(10),
            String(pull).padStart(6),
            ...paper.map((x) => figure(x, 2).slice(2)),
            figure(report.rmsePercent),
            figure(report.rmsePercentStrict),
            figure(mean, 1),
            figure(Math.max(0, ...off), 1),
            String(report.roots).padStart(6),
            figure(report.seconds, 1),
            Object.entries(report.secondsPerPhase)
              .map(([phase, s]) => `${phase} ${s.toFixed(1)}`)
              .join(", "),
            (report.trees ?? [])
              .map(({ name, rmsePercent }) => `${name} ${rmsePercent.toFixed(3)}`)
              .join(", "),
            report.heldOut
              ? `held out ${report.heldOut.rmsePercent.toFixed(3)}, ${report.heldOut.ratio.toFixed(2)} times`
              : "",
          ].join(" "),
        );
        if (flags.stages) await sayStages(sequence, settings);
        if (flags.motion) await sayMotion(sequence, rig);
        if (flags.levels) await sayLevels(sequence, rig, settings);
      }
    }
  }
}
process.exit(0);
