import { correctSolved } from "../correct/correct-rig";
import { MOST_RANK } from "../correct/fit-correction";
import type { MakeParallel, Parallel } from "../kernels/parallel";
import { createRandom } from "../math/random";
import { SinewError } from "../model/errors";
import type { MeshSequence } from "../model/mesh-sequence";
import { METHODS } from "../model/methods";
import type { Rig } from "../model/rig";
import type { SolveReport, SolveSnapshot } from "../model/solve-report";
import type { SolveIntent, SolveLocks, SolveSettings } from "../model/solve-settings";
import { rigInFrames, someFrames } from "../model/some-frames";
import type { Task } from "../model/task";
import { measureBytes } from "../report/measure";
import { measureHeldOut } from "../report/measure-held-out";
import { AUTO_DEFAULTS } from "./auto";
import { type BlendSize, BlendSolver } from "./blend-solver";
import { problemBytes } from "./build-problem";
import { checkIntent } from "./check-intent";
import { chooseFrames, type FrameChoice } from "./choose-frames";
import { type Continuation, continueFrom, lockedInfluences } from "./continuation";
import { errorCurve, MOST_BONES_OF_CURVE } from "./error-curve";
import { fewestBones, MOST_BONES_FOR_TARGET } from "./fewest-bones";
import { STARTS, startBytes } from "./initialisers";
import { INSERTIONS, insertionBytes } from "./insertions";
import { type CurvePoint, kneeOf } from "./knee";
import { METHOD_TABLE, methodBytes } from "./method-table";
import { fitMirrored } from "./mirror/fit-mirrored";
import { fitOtherFrames, knownMotion, spreadOver } from "./other-frames";
import { autoIterations, ssdrIterations } from "./plan";
import type { Problem } from "./problem";
import { hasRegions, Regions } from "./regions";
import { correctRestPose } from "./rest-pose";
import { assembleRig, withoutIdleBones } from "./rig-assembly";
import { SESSION_STATES } from "./session";
import { smoothingBytes } from "./smoothing";
import { SolveLog } from "./solve-log";
import { SSDR_DEFAULTS } from "./ssdr";
import { flatBytes } from "./start-flat";
import { buildWeightedProblem, hasIntent, type Weighting, weightingOf } from "./weighting";
import { type Effort, type Solved, takesDense, Workbench } from "./workbench";

export interface DecomposeInput {
  sequence: MeshSequence;
  settings: SolveSettings;
  /** A rig to go on from, or null. */
  from: Rig | null;
  /** What may not move of `from`. */
  locks: SolveLocks | null;
  /** What the artist wants beyond the settings; nothing where not given. */
  intent?: SolveIntent;
}

/** A task that is shown the rig as it improves. */
export interface DecomposeTask extends Task {
  /** Called after every iteration: the receiver chooses which to show. `rig` builds it, and works only during the call. */
  partial(rig: () => Rig, snapshot: SolveSnapshot): void;
}

const MOST_THREADS = 32;
/** Of a solve that chooses the number of bones, the part that this takes, as progress is shown. */
const SHARE_OF_CURVE = 0.4;
/** Iterations in which what a method found is fitted to what the artist wants. */
const REFITS = 30;

function check({ sequence, settings }: DecomposeInput): void {
  const { bones, influences, errorTarget, method, initialiser, holdOut, correction } = settings;
  const wrong = (title: string, body: string): never => {
    throw new SinewError({ title, body });
  };
  if (!(Number.isInteger(bones) && bones >= 1 && bones <= 1024)) {
    wrong("The number of bones is out of range", `${bones} bones were asked for. Ask for 1 to 1024.`);
  }
  if (method !== "auto" && method !== "ssdr" && !METHOD_TABLE[method]) {
    wrong(
      "The method is not known",
      `${method} was asked for. The methods are ${Object.keys(METHODS).join(", ")}.`,
    );
  }
  if (initialiser && !STARTS[initialiser]) {
    wrong("The initialiser is not known", `${initialiser} was asked for.`);
  }
  if (!(Number.isInteger(influences) && influences >= 0)) {
    wrong(
      "The number of influences is out of range",
      `${influences} were asked for. Ask for 1 or more, or 0 for all.`,
    );
  }
  if (!(Number.isInteger(holdOut) && holdOut >= 0 && holdOut !== 1)) {
    wrong(
      "The frames to hold out are out of range",
      `Every frame number ${holdOut} was asked for. Ask for every second or a later one, or 0 for none.`,
    );
  }
  if (errorTarget !== null && !(errorTarget > 0)) {
    wrong(
      "The error target is out of range",
      `It is ${errorTarget}. It is a fraction of the diagonal, above 0.`,
    );
  }
  if (correction && !(Number.isInteger(correction) && correction > 0 && correction <= MOST_RANK)) {
    wrong(
      "The rank of the correction is out of range",
      `${correction} was asked for. Ask for 1 to ${MOST_RANK}, or 0 for none.`,
    );
  }
  if (sequence.frameCount < 1 || sequence.vertexCount < 1) {
    wrong(
      `${sequence.name} cannot be solved`,
      `It has ${sequence.vertexCount} vertices and ${sequence.frameCount} frames.`,
    );
  }
}

/** Bytes of arena for a solve of that size; basis, starts and the two phases at their largest. */
function arenaBytes(sequence: MeshSequence, size: BlendSize, smooth: boolean, threads: number): number {
  const { vertices: V, frames: F, bones: h, slots } = size;
  const losses = 8 * V * slots + 8 * 3 * F * 4 * h;
  const rings = flatBytes(V, sequence.triangles.length, 3 * F, h, threads);
  const starts = Math.max(rings, 16 * V + 8 * (h * (24 * F + 17) + threads * (12 * F + 80)) + 1024);
  const solving =
    BlendSolver.bytes(size, threads, SESSION_STATES) +
    BlendSolver.bytes(size, threads, 0) +
    Math.max(losses + 96 * F * (h + 1), starts, insertionBytes(V, F, 3 * F, h, slots, threads));
  const measuring = measureBytes(sequence, h, slots, threads);
  const smoothing = smooth ? smoothingBytes(V, sequence.triangles.length / 3) : 0;
  return (
    problemBytes(V, F, threads) +
    Math.max(solving, measuring) +
    h +
    V +
    4096 +
    smoothing +
    4 * V * ((h + 31) >> 5)
  );
}

/** Bytes of arena for what the artist wants: what frames and vertices count, and regions. */
function intentBytes(
  intent: SolveIntent | undefined,
  { vertices, frames, bones }: BlendSize,
  threads: number,
) {
  if (!intent) return 0;
  const regions = Regions.bytes(vertices, bones + INSERTIONS, 3 * frames + 1, threads);
  return 8 * (2 * vertices + 2 * frames) + (hasRegions(intent) ? regions : 0) + 256;
}

/** How many bones were asked for by number, or null where an error or the knee decides. */
const bonesAsked = ({ bones, errorTarget, knee }: SolveSettings): number | null =>
  errorTarget === null && !knee ? bones : null;

function effortFor(settings: SolveSettings, problem: Problem, h: number): Effort {
  const { restarts, method, boneKind: kind } = settings;
  const influences = settings.influences === 0 ? h : Math.min(settings.influences, h);
  const size = { problem, bones: h, influences, kind };
  if (method === "ssdr") {
    return {
      iterations: settings.iterations ?? ssdrIterations(size),
      starts: restarts ?? SSDR_DEFAULTS.starts,
    };
  }
  const startsOf = (most: number) =>
    restarts ?? Math.max(1, Math.min(AUTO_DEFAULTS.starts, Math.floor(most / 40)));
  const iterations = settings.iterations ?? autoIterations(size);
  const given = settings.iterations !== null || settings.seconds !== null;
  return { iterations, starts: startsOf(iterations), ...(given && { rounds: startsOf }) };
}

/**
 * Decomposes a mesh sequence into bones, weights and motion. Equal input, settings and seed give equal bits on any
 * number of threads, unless `settings.seconds` ends the solve.
 * @throws SinewError about settings that cannot be; CancelledError when the task was asked to stop.
 */
export async function decompose(
  input: DecomposeInput,
  makeParallel: MakeParallel,
  task: DecomposeTask,
): Promise<{ rig: Rig; report: SolveReport }> {
  check(input);
  checkIntent(input.sequence, input.intent);
  const { sequence, settings, from, locks } = input;
  const asked =
    bonesAsked(settings) ?? (settings.errorTarget === null ? MOST_BONES_OF_CURVE : MOST_BONES_FOR_TARGET);
  const most = Math.max(Math.min(asked, sequence.vertexCount), from && locks ? from.bones.length : 1);
  const limit = settings.influences === 0 ? most : Math.min(settings.influences, most);
  const slots = Math.max(limit, from ? lockedInfluences(from, locks) : 0);
  const frames = sequence.frameCount * (settings.mirrored ? 2 : 1);
  const size = { vertices: sequence.vertexCount, frames, rank: 3 * frames };
  const threads = makeParallel.threads ?? MOST_THREADS;
  const blendSize = { ...size, bones: most, limit, slots };
  const bytes =
    arenaBytes(sequence, blendSize, settings.smoothness > 0, threads) +
    intentBytes(input.intent, blendSize, threads);
  const corners = sequence.triangles.length;
  const methodSize = {
    vertices: sequence.vertexCount,
    frames,
    corners,
    bones: most,
    influences: limit,
  };
  const extra =
    methodBytes(takesDense(settings) ? "his" : settings.method, methodSize, threads) +
    startBytes(settings.initialiser, methodSize, threads);
  const parallel = await makeParallel(bytes + extra);
  let solved: { rig: Rig; report: SolveReport };
  try {
    solved = await solveIn(parallel, input, task);
  } finally {
    parallel.dispose();
  }
  const { correction } = settings;
  return correction > 0 ? correctSolved(solved, sequence, correction, makeParallel, task) : solved;
}

async function solveIn(
  parallel: Parallel,
  input: DecomposeInput,
  task: DecomposeTask,
): Promise<{ rig: Rig; report: SolveReport }> {
  const { sequence, settings, from, locks } = input;
  const log = new SolveLog(task, settings.seconds);
  const choice = chooseFrames(sequence, settings.holdOut, input.intent?.frames ?? null);
  const partial: DecomposeTask["partial"] = (rig, snapshot) =>
    task.partial(() => spreadOver(sequence, rig(), choice), snapshot);
  const narrowed = inFittedFrames(input, choice);
  // A mirrored solve sees its frames twice, of which the first ones are shown.
  const first = Array.from(choice.fitted.keys());
  const solve = (asked: DecomposeInput) =>
    fitRig(parallel, asked, (rig, seen) => partial(() => rigInFrames(rig(), first), seen), task, log);
  const fitted = settings.mirrored
    ? await fitMirrored(parallel, narrowed, solve, task, log)
    : await solve(narrowed);
  let { rig } = fitted;
  if (choice.others.length > 0) {
    log.enter("Other frames");
    rig = await fitOtherFrames(parallel, sequence, rig, choice, knownMotion(from, locks), task);
  }
  log.enter("Report");
  const measures = await measureHeldOut(parallel, sequence, rig, choice.held, task);
  log.leave();
  return {
    rig,
    report: {
      version: 1,
      method: settings.method,
      ...measures,
      bonesAsked: bonesAsked(settings),
      bones: rig.bones.length,
      bonesReason: fitted.reason ?? idleReason(fitted.bones, rig.bones.length, measures.rmsePercent),
      vertices: sequence.vertexCount,
      frames: sequence.frameCount,
      seconds: log.seconds,
      secondsPerPhase: log.secondsPerPhase,
      iterations: log.iterations,
      errorPerIteration: log.errorPerIteration,
      history: log.history,
      basisRank: fitted.basisRank,
      basisTailERms: fitted.basisTailERms,
      threads: parallel.threads,
      seed: settings.seed,
      ...(fitted.figures && { figures: fitted.figures }),
      ...(fitted.curve && { curve: fitted.curve }),
    },
  };
}

/** What is to be solved, as if there were the fitted frames only. */
function inFittedFrames(input: DecomposeInput, { fitted, others }: FrameChoice): DecomposeInput {
  if (others.length === 0) return input;
  const { sequence, from, intent } = input;
  const frames = intent?.frames && Float32Array.from(fitted, (k) => intent.frames![k]);
  return {
    ...input,
    sequence: someFrames(sequence, fitted),
    from: from && rigInFrames(from, fitted),
    ...(intent && { intent: { ...intent, frames: frames ?? null } }),
  };
}

/** A rig for all frames of its input, with what the report says of how it was found. */
interface Fitted {
  rig: Rig;
  /** Bones that were solved for, before idle ones went. */
  bones: number;
  /** Why there are fewer or more bones than asked, as far as it is known before idle ones go. */
  reason: string | null;
  figures?: Record<string, number>;
  /** What the number of bones was chosen from. */
  curve?: CurvePoint[];
  basisRank: number;
  basisTailERms: number;
}

/** Finds the rig. What it takes of the arena is free afterwards. */
async function fitRig(
  parallel: Parallel,
  input: DecomposeInput,
  partial: DecomposeTask["partial"],
  task: Task,
  log: SolveLog,
): Promise<Fitted> {
  const { sequence, settings, intent } = input;
  const mark = parallel.arena.mark();
  log.enter("Reading motion");
  const known = bonesAsked(settings);
  const weighting = weightingOf(intent);
  const random = createRandom(settings.seed);
  const options = { bones: known, tailERms: null };
  const prepare = async (counts: Weighting, wanted: SolveIntent | undefined) => {
    const problem = await buildWeightedProblem(parallel, sequence, options, counts, task);
    const parts = { sequence, settings, parallel, random, task, log, partial };
    return new Workbench({ problem, ...parts, ...(wanted && { intent: wanted }) });
  };
  // A method of its own knows nothing of what counts how much, nor of regions: what it finds is fitted anew.
  const blind = !input.from && settings.method in METHOD_TABLE && hasIntent(weighting, intent);
  let bench = await prepare(
    blind ? { ...weighting, frameScales: null, importance: null } : weighting,
    blind ? undefined : intent,
  );
  const found = await search(bench, input, log);
  const { reason, continuation, curve } = found;
  let { solved } = found;
  if (blind) {
    log.enter("Refinement");
    parallel.arena.release(mark);
    bench = await prepare(weighting, intent);
    solved = await bench.refit(solved, REFITS);
  }
  const { problem } = bench;
  const whole = assembleRig(sequence, problem, {
    state: solved,
    motion: solved.motion,
    kind: solved.kind,
    skeleton: continuation?.skeleton ?? null,
    rest: solved.rest,
  });
  const rig = withoutIdleBones(whole, continuation?.lockedBones ?? null, !continuation);
  if (settings.correctRestPose) {
    log.enter("Rest pose");
    const before = rig.rest;
    rig.rest = await correctRestPose(parallel, sequence, rig, task, weighting.frameScales);
    keepRigidRest(rig, before, intent);
    keepLockedRest(rig, sequence, continuation);
  }
  parallel.arena.release(mark);
  return {
    rig,
    bones: solved.bones,
    reason: reason ?? solved.reason,
    ...(solved.figures && { figures: solved.figures }),
    ...(curve && { curve }),
    basisRank: problem.rank,
    basisTailERms: bench.tailERms,
  };
}

/** What moves as one piece is not deformed by its rest pose either. */
function keepRigidRest(rig: Rig, before: Float32Array, intent: SolveIntent | undefined): void {
  intent?.rigid?.forEach((region, i) => {
    if (region > 0) rig.rest.set(before.subarray(3 * i, 3 * i + 3), 3 * i);
  });
}

/** A vertex whose weights are locked keeps its rest position too. */
function keepLockedRest(rig: Rig, sequence: MeshSequence, continuation: Continuation | null): void {
  const { lockedVertices, rig: from } = continuation ?? {};
  if (!lockedVertices || !from) return;
  const rest = from.rest.length === sequence.rest.length ? from.rest : sequence.rest;
  lockedVertices.forEach((locked, i) => {
    if (locked) rig.rest.set(rest.subarray(3 * i, 3 * i + 3), 3 * i);
  });
}

function idleReason(solved: number, used: number, rmsePercent: number): string | null {
  if (used === solved) return null;
  const idle = solved - used === 1 ? "Another one" : `Another ${solved - used}`;
  return `${used} reproduce the motion with an error of ${rmsePercent.toPrecision(2)} % of the diagonal. ${idle} would move nothing.`;
}

interface Found {
  solved: Solved;
  /** Why the number of bones is not what was asked, as far as it is known before idle ones go. */
  reason: string | null;
  continuation: Continuation | null;
  /** What the number of bones was chosen from. */
  curve?: CurvePoint[];
}

async function search(
  bench: Workbench,
  { sequence, settings, from, locks }: DecomposeInput,
  log: SolveLog,
): Promise<Found> {
  if (from) {
    const asked = bonesAsked(settings) ?? from.bones.length;
    const continuation = continueFrom(from, locks, Math.min(asked, sequence.vertexCount), bench.problem);
    const h = continuation.bones;
    const solved = await bench.solve(h, effortFor(settings, bench.problem, h), continuation);
    const reason =
      h > asked ? `${h} bones are locked or move locked vertices, more than the ${asked} asked for.` : null;
    return { solved, reason, continuation };
  }
  if (settings.errorTarget !== null) {
    const effort = (h: number) => effortFor(settings, bench.problem, h);
    const found = await fewestBones(
      bench,
      settings.errorTarget,
      Math.min(MOST_BONES_FOR_TARGET, sequence.vertexCount),
      effort,
      log,
    );
    return { ...found, continuation: null };
  }
  if (settings.knee) {
    log.enter("Number of bones");
    log.spread(0, SHARE_OF_CURVE);
    const curve = await errorCurve(bench, sequence.vertexCount, log);
    const { bones, reason } = kneeOf(curve);
    log.spread(SHARE_OF_CURVE, 1);
    const solved = await bench.solve(bones, effortFor(settings, bench.problem, bones), null);
    return { solved, reason, continuation: null, curve };
  }
  const h = Math.min(settings.bones, sequence.vertexCount);
  const solved = await bench.solve(h, effortFor(settings, bench.problem, h), null);
  const reason = h < settings.bones ? `The mesh has ${h} vertices, and a bone needs one of its own.` : null;
  return { solved, reason, continuation: null };
}
