/** Weights for a mesh that does not move, by any method, with a report. */
import type { MakeParallel } from "../../kernels/parallel";
import { inSteps } from "../../math/steps";
import type {
  HeldWeight,
  WeightReport,
  WeightsPartial,
  WeightsResult,
} from "../../model/reports/weight-report";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import type { WeightsInput } from "../../model/weights/weights-input";
import { ringWeights } from "../arap/system/ring-weights";
import { withKept } from "../kept/kept-rows";
import { keptOf } from "../kept/kept-weights";
import { gatherWeights, withoutZeros } from "../simple/dense-weights";
import { asksNothing, bestOf, type Candidate } from "./best-start";
import { type BindingPrecompute, precomputeBinding, settledSupports, withWires } from "./binding-precompute";
import { unseenPoses } from "./exemplar-set";
import { firstWeights } from "./first-weights";
import { influenceSupportsSteps } from "./influence-supports";
import { checkWeightsInput } from "./input/check-input";
import type { EditMailbox } from "./input/edit-mailbox";
import { LiveWeights } from "./live/live-weights";
import { measuredAfterCut } from "./measure/after-cut";
import { boneMasses, massOfHeat, strainOverPoses } from "./measure/measure-weights";
import { type Meter, meter } from "./measure/metered-parallel";
import { PhaseClock } from "./measure/phase-clock";
import { type Course, optimise } from "./optimise";
import { boundRig, WeightsDisplay } from "./show-weights";

/** The tools that every part of the work gets. */
interface Bench {
  meter: Meter;
  clock: PhaseClock;
  task: Task;
}

/**
 * @param mailbox receives edits during the work; only `arap` reads it.
 * @throws SinewError if the input cannot be bound; CancelledError. Memory is freed in any case.
 */
export async function findWeights(
  input: WeightsInput,
  makeParallel: MakeParallel,
  mailbox: EditMailbox,
  task: Task,
  show: (partial: WeightsPartial) => void,
): Promise<WeightsResult> {
  checkWeightsInput(input);
  const bench = { meter: meter(makeParallel), clock: new PhaseClock(task), task };
  const found =
    input.settings.method === "arap"
      ? await optimisedWeights(input, mailbox, bench, show)
      : await plainWeights(input, bench);
  return measuredAfterCut(found, input, bench.meter.makeParallel, task);
}

/** Weights of a method without an optimisation, on the bones that settings and artist allow. */
async function plainWeights(input: WeightsInput, { meter, clock, task }: Bench): Promise<WeightsResult> {
  const { skeleton, settings, edits } = input;
  const { makeParallel } = meter;
  const mesh = withWires(input.mesh, edits.wires);
  const precompute = await precomputeBinding(mesh, skeleton, settings, makeParallel, clock, task);
  const { adjacency, tree, first: heat } = precompute;
  const dense =
    settings.method === "heat"
      ? heat
      : await clock.time("First weights", () =>
          firstWeights(settings.method, mesh, skeleton, settings, makeParallel, task),
        );
  const closed =
    dense === heat ? precompute.closed : await settledSupports(dense, adjacency, tree, settings, task);
  const kept = keptOf(input.kept, edits, skeleton, tree, settings.spineBones);
  const supports = await inSteps(
    influenceSupportsSteps(closed, dense, adjacency, tree, edits, kept?.segments),
    task,
  );
  const found = withoutZeros(gatherWeights(dense, supports));
  const weights = kept ? withKept(found, kept.segments, 0) : found;
  await task.checkpoint();
  const beside = withoutZeros(gatherWeights(heat, supports));
  const full = withoutZeros(gatherWeights(heat, precompute.closed));
  await task.checkpoint();
  const bones = skeleton.segments.length;
  const unseen = unseenPoses(skeleton, settings.seed);
  const strain = (of: typeof weights) =>
    clock.time("Held-out poses", () => strainOverPoses(mesh, skeleton, of, unseen, makeParallel, task));
  const heldOutEnergy = await strain(weights);
  const heldOutHeat = settings.method === "heat" ? heldOutEnergy : await strain(full);
  const { masses } = ringWeights(mesh);
  const own = boneMasses(masses, weights, bones);
  const report: WeightReport = {
    ...basics(input),
    exemplars: 0,
    energyPerIteration: [],
    heldOutEnergy,
    heldOutHeat,
    boneMass: massRows(input, own, boneMasses(masses, full, bones)),
    seconds: clock.entries(),
    unknownsPerVertex: (supports.bones.length - masses.length) / masses.length,
    negativeWeights: 0,
    held: [],
    bytes: meter.peak,
  };
  return { weights, heat: beside, bound: boundRig(skeleton, weights, mesh, settings, kept), report };
}

async function optimisedWeights(
  input: WeightsInput,
  mailbox: EditMailbox,
  { meter, clock, task }: Bench,
  show: (partial: WeightsPartial) => void,
): Promise<WeightsResult> {
  const { skeleton, settings } = input;
  const live = await LiveWeights.create(input, meter.makeParallel, clock, task);
  try {
    const report = (course: Course, held: HeldWeight[], spare: Task) =>
      reportOf(live, input, course, held, { meter, clock, task: spare });
    const display = new WeightsDisplay(live, skeleton, settings, report);
    const course = await optimise(live, mailbox, task, {
      ...settings,
      stay: input.stay,
      show: async (now, spare) => show(await display.partial(now, spare)),
    });
    const held = live.held(await live.strain(task));
    const optimised: Candidate = { method: "arap", weights: live.weights() };
    const found = await report(course, held, task);
    const { heat, mesh, kept, facts } = live;
    const masses = live.mass().heat;
    const parts = { mesh, heat, masses, facts, isFree: asksNothing(input, live.asked) };
    const { method, weights } = await chosen(optimised, parts, input, { meter, clock, task });
    const bound = boundRig(skeleton, weights, mesh, settings, kept);
    if (method === "arap") return { weights, heat, bound, report: found };
    const other = await reportOfOther(found, { method, weights }, parts, input, { meter, clock, task });
    return { weights, heat, bound, report: other };
  } finally {
    live.dispose();
  }
}

/** What stays of an optimisation when its memory is used for others. */
interface Left {
  mesh: Bindable;
  heat: SparseWeights;
  /** B: masses of the heat weights. */
  masses: Float64Array;
  facts: BindingPrecompute;
  /** Whether the artist asked for nothing in particular. */
  isFree: boolean;
}

/** The optimised weights, or others that strain the mesh less in unseen poses. */
async function chosen(
  optimised: Candidate,
  { heat, facts, isFree }: Left,
  input: WeightsInput,
  { meter, clock, task }: Bench,
): Promise<Candidate> {
  if (!isFree) return optimised;
  const start: Candidate = { method: input.settings.startFrom, weights: withoutZeros(heat) };
  return clock.time("Held-out poses", () => bestOf(optimised, start, facts, input, meter.makeParallel, task));
}

/** The report of an optimisation whose result was replaced by other weights. */
async function reportOfOther(
  report: WeightReport,
  { method, weights }: Candidate,
  { mesh, masses: ofHeat }: Left,
  input: WeightsInput,
  { meter, clock, task }: Bench,
): Promise<WeightReport> {
  const { skeleton, settings } = input;
  const unseen = unseenPoses(skeleton, settings.seed);
  const heldOutEnergy = await clock.time("Held-out poses", () =>
    strainOverPoses(mesh, skeleton, weights, unseen, meter.makeParallel, task),
  );
  const { masses } = ringWeights(mesh);
  const own = boneMasses(masses, weights, skeleton.segments.length);
  return {
    ...report,
    usedInstead: method,
    heldOutEnergy,
    optimisedEnergy: report.heldOutEnergy,
    boneMass: massRows(input, own, ofHeat),
    seconds: clock.entries(),
  };
}

async function reportOf(
  live: LiveWeights,
  input: WeightsInput,
  course: Course,
  held: HeldWeight[],
  { meter, clock, task }: Bench,
): Promise<WeightReport> {
  const unseen = unseenPoses(input.skeleton, input.settings.seed);
  const [heldOutEnergy, heldOutHeat] = await clock.time("Held-out poses", () => live.heldOut(unseen, task));
  const { mass, heat } = live.mass();
  return {
    ...basics(input),
    exemplars: live.poses.count,
    energyPerIteration: [...course.energyPerIteration],
    heldOutEnergy,
    heldOutHeat,
    boneMass: massRows(input, mass, heat),
    seconds: clock.entries(),
    unknownsPerVertex: live.unknownsPerVertex,
    negativeWeights: live.negativeWeights,
    held,
    bytes: meter.peak,
  };
}

const basics = ({ mesh, skeleton, settings }: WeightsInput) => ({
  method: settings.method,
  ...(settings.method === "arap" && settings.startFrom !== "heat" && { startedFrom: settings.startFrom }),
  vertices: mesh.positions.length / 3,
  bones: skeleton.segments.length,
  seed: settings.seed,
});

function massRows({ skeleton }: WeightsInput, mass: Float64Array, heat: Float64Array) {
  const parts = massOfHeat(mass, heat);
  return skeleton.segments.map(({ name }, j) => ({ name, mass: mass[j], massOfHeat: parts[j] }));
}
