// Only the solver of as-rigid-as-possible weights, in processor seconds: preparation, iterations, and a stroke over 300
// neighbours by conjugate gradients (with and without the coarse level) and by the factor. Also prints how close
// iterations come to exact ones.
// With --constraints: strain in poses that no weights have seen, for each rule of automatic constraints.
//   node build/engine/bench-weights-solver.js [--levels 3] [--threads 1] [--exact | --constraints] [name …]
import { parseArgs } from "node:util";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import type { MakeParallel } from "../../workers/kernels/parallel";
import { createRandom } from "../../workers/math/random";
import { UNWATCHED } from "../../workers/model/task";
import { NO_WEIGHT_EDITS, type WeightEdits } from "../../workers/model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../../workers/model/weights/weight-settings";
import { type ArapInput, type ArapPlan, planArap } from "../../workers/weights/arap/arap-plan";
import type { ArapSettings } from "../../workers/weights/arap/arap-settings";
import { ArapWeights } from "../../workers/weights/arap/arap-weights";
import { precomputeBinding } from "../../workers/weights/binding/binding-precompute";
import { PhaseClock } from "../../workers/weights/binding/measure/phase-clock";
import { exemplars } from "../../workers/weights/exemplars";
import { gatherWeights } from "../../workers/weights/simple/dense-weights";
import { segment, skeletonOf, tube } from "../../workers/weights/testing/bindables";
import { type Subject, weightSubjects } from "./weight-subjects";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    levels: { type: "string", default: "3" },
    threads: { type: "string", default: "1" },
    constraints: { type: "boolean", default: false },
    exact: { type: "boolean", default: false },
  },
});
const threads = Number(flags.threads);
const makeParallel: MakeParallel = Object.assign((bytes: number) => nodeParallel(bytes, threads), {
  threads,
});
const POSES = 80;
const STROKE = 300;
const ITERATIONS = 10;
/** Iterations of a comparison of constraints. */
const CONSTRAINED = 12;

/** Processor seconds of all threads. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}

const ms = (s: number) => `${Math.round(1000 * s)} ms`;

async function inputOf({ mesh, skeleton }: Subject): Promise<ArapInput> {
  const ground = await precomputeBinding(
    mesh,
    skeleton,
    WEIGHT_DEFAULTS,
    makeParallel,
    new PhaseClock(),
    UNWATCHED,
  );
  const { motions, bends } = exemplars(skeleton, POSES, createRandom(1));
  const { segments } = skeleton;
  const heat = gatherWeights(ground.first, ground.closed);
  return { mesh, heat, bones: segments.length, motions, bends, segments, visible: ground.visible };
}

async function solverOf(input: ArapInput, settings: Partial<ArapSettings>) {
  const plan = planArap(input, settings);
  const bytes = ArapWeights.bytes(plan, threads);
  const parallel = await makeParallel(bytes);
  return { plan, bytes, parallel, solver: await ArapWeights.create(parallel, plan, UNWATCHED) };
}

/** Holds a patch of neighbours at weight 0.7 for the bone that most of them have. */
function stroke({ ring, input }: ArapPlan): WeightEdits {
  const { offsets, bones } = input.heat;
  const patch = new Set([Math.floor((offsets.length - 1) / 3)]);
  for (const i of patch) {
    for (let e = ring.offsets[i]; e < ring.offsets[i + 1] && patch.size < STROKE; e++)
      patch.add(ring.neighbours[e]);
  }
  const has = (i: number, j: number) => bones.subarray(offsets[i], offsets[i + 1]).includes(j);
  const count = (j: number) => [...patch].filter((i) => has(i, j)).length;
  const bone = Array.from({ length: input.bones }, (_, j) => j).reduce((a, b) =>
    count(b) > count(a) ? b : a,
  );
  const vertices = Uint32Array.from([...patch].filter((i) => has(i, bone)));
  const holds = {
    vertices,
    bones: new Uint16Array(vertices.length).fill(bone),
    values: new Float32Array(vertices.length).fill(0.7),
  };
  return { ...NO_WEIGHT_EDITS, holds };
}

/** The largest difference of weights with the same supports, including zeros of either side. */
function off(a: ArapWeights, b: ArapWeights): number {
  const [p, q] = [a.weights(), b.weights()];
  let most = 0;
  for (let i = 0; i + 1 < p.offsets.length; i++) {
    const row = new Map<number, number>();
    for (let e = p.offsets[i]; e < p.offsets[i + 1]; e++) row.set(p.bones[e], p.values[e]);
    for (let e = q.offsets[i]; e < q.offsets[i + 1]; e++) {
      row.set(q.bones[e], (row.get(q.bones[e]) ?? 0) - q.values[e]);
    }
    for (const x of row.values()) most = Math.max(most, Math.abs(x));
  }
  return most;
}

/** The distance of a stroke from its final weights after each number of steps, and the time. */
async function strokes(input: ArapInput, partSize: number): Promise<string> {
  const settings = { partSize, filter: 0, tolerance: 1e-12 };
  const end = await solverOf(input, { ...settings, steps: 1000 });
  await end.solver.iterate(3, UNWATCHED);
  await end.solver.edit(stroke(end.plan), UNWATCHED);
  await end.solver.refine(UNWATCHED);
  const out: string[] = [];
  for (const steps of [5, 10, 20]) {
    const { plan, solver, parallel } = await solverOf(input, { ...settings, steps: 1000 });
    await solver.iterate(3, UNWATCHED);
    plan.settings.steps = steps;
    const edits = stroke(plan);
    const spent = await seconds(async () => {
      await solver.edit(edits, UNWATCHED);
      await solver.refine(UNWATCHED);
    });
    out.push(`${steps} steps ${ms(spent)}, off ${off(solver, end.solver).toExponential(0)}`);
    parallel.dispose();
  }
  end.parallel.dispose();
  return out.join("; ");
}

/** Mean squared strain before each iteration, in thousandths. */
async function course(input: ArapInput, settings: Partial<ArapSettings>): Promise<string> {
  const { solver, parallel } = await solverOf(input, settings);
  const strains: number[] = [];
  const spent = await seconds(async () => {
    for (const { strain } of await solver.iterate(ITERATIONS, UNWATCHED)) strains.push(strain);
  });
  parallel.dispose();
  return `${ms(spent / ITERATIONS)} an iteration: ${strains.map((s) => (1000 * s).toFixed(2)).join(" ")}`;
}

/** A tube with 28 bones in a row, each a few rings of edges long. */
function snake(): Subject {
  const [length, bones] = [14, 28];
  const at = (j: number): [number, number, number] => [(j * length) / bones, 0, 0];
  const segments = Array.from({ length: bones }, (_, j) => segment(j - 1, at(j), at(j + 1)));
  return {
    name: "snake",
    mesh: tube([0, 0, 0], [length, 0, 0], 0.35, 71, 8),
    skeleton: skeletonOf(...segments),
  };
}

/** Held-out strain of heat weights, and of optimised ones by each rule, with the least mass of a bone. */
async function compareConstraints(subject: Subject): Promise<void> {
  const input = await inputOf(subject);
  const unseen = exemplars(subject.skeleton, 100, createRandom(2)).motions;
  console.log(`${subject.name}: ${input.mesh.positions.length / 3} vertices, ${input.bones} bones`);
  for (const [name, settings] of [
    ["as published", { attachFrom: 0.5, bordersUpTo: 1 }],
    ["default", {}],
  ] as const) {
    const { solver, parallel } = await solverOf(input, settings);
    const heat = await solver.heldOutHeat(unseen, UNWATCHED);
    await solver.iterate(CONSTRAINED, UNWATCHED);
    const strain = await solver.heldOutEnergy(unseen, UNWATCHED);
    const { mass, heat: masses } = solver.boneMass();
    const least = Math.min(...mass.map((m, j) => m / masses[j]));
    parallel.dispose();
    console.log(
      `  ${name.padEnd(13)} heat ${heat.toFixed(4)}, optimised ${strain.toFixed(4)}, least mass ${least.toFixed(2)}`,
    );
  }
}

const subjects = await weightSubjects(Number(flags.levels));
if (flags.constraints) subjects.unshift(snake());
for (const subject of subjects) {
  if (positionals.length > 0 && !positionals.includes(subject.name)) continue;
  if (flags.constraints) {
    await compareConstraints(subject);
    continue;
  }
  let input!: ArapInput;
  const ground = await seconds(async () => {
    input = await inputOf(subject);
  });
  let made!: Awaited<ReturnType<typeof solverOf>>;
  const create = await seconds(async () => {
    made = await solverOf(input, {});
  });
  const { plan, bytes } = made;
  made.parallel.dispose();
  console.log(`${subject.name}: ${plan.vertexCount} vertices, ${input.bones} bones`);
  console.log(
    `  ${(plan.unknowns / plan.vertexCount).toFixed(2)} unknowns a vertex, ${Math.round(bytes / 1e6)} MB`,
  );
  console.log(`  heat and supports ${ms(ground)}, plan and create ${ms(create)}`);
  console.log(`  10 steps, ${await course(input, {})}`);
  console.log(`  20 without a coarse level, ${await course(input, { partSize: 0, steps: 20 })}`);
  if (flags.exact) console.log(`  exact, ${await course(input, { solver: "exact" })}`);
  console.log(`  stroke: ${await strokes(input, 64)}`);
  console.log(`  without a coarse level: ${await strokes(input, 0)}`);
}
