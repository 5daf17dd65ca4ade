import type { Parallel } from "../kernels/parallel";
import { createRandom } from "../math/random";
import type { AnySequence } from "../model/mesh/streamed-sequence";
import type { ConnectionCost } from "../model/reports/solve-report";
import type { Rig } from "../model/rig/rig";
import type { LocalityReport } from "../model/solve/locality";
import { localityOf, type SolveIntent } from "../model/solve/solve-settings";
import type { CurvePoint } from "./bone-count/knee";
import { type BoneSearchResult, searchBones } from "./bone-count/search-bones";
import { bonesAsked, type DecomposeTask, type SolveInput } from "./input/decompose-input";
import { METHOD_TABLE } from "./methods/method-table";
import { correctRestPose } from "./phases/rest-pose";
import type { KnownRange } from "./problem/build-problem";
import { buildWeightedProblem, hasIntent, type Weighting, weightingOf } from "./problem/weighting";
import type { Deadline } from "./progress/deadline";
import { endShare } from "./progress/end-share";
import type { SolveLog } from "./progress/solve-log";
import { rigOfState, withoutIdleBones } from "./result/rig-assembly";
import type { Solved } from "./result/solved";
import type { Continuation } from "./session/continuation";
import { Workbench } from "./workbench";

/** Iterations that fit a method's result to the artist's intent. */
const REFITS = 30;

/** The method gets this share of a time limit before that. */
const METHOD_SHARE = 0.5;

/** If weights become local at the end, the solve before gets this share of a time limit. */
const BEFORE_LOCAL = 0.85;

/** Assumed number of influences at a vertex if all bones may act on it and the number is unknown. */
const MANY = 20;

/** A rig for all frames of its input, with the report's facts about how it was found. */
export interface Fitted {
  rig: Rig;
  /** Number of solved bones, before idle ones are removed. */
  bones: number;
  /** Why the number of bones differs from the request, as far as known before idle bones are removed. */
  reason: string | null;
  figures?: Record<string, number>;
  connection?: ConnectionCost;
  locality?: LocalityReport;
  /** Sentences about steps that there was no time for. */
  cutShort: string[];
  /** Sentences about what was thinned out. */
  notes: string[];
  /** The curve that the number of bones comes from. */
  curve?: CurvePoint[];
  basisRank: number;
  basisTailERms: number;
}

/** Finds the rig. Frees its arena memory. */
export async function fitRig(
  parallel: Parallel,
  input: SolveInput & KnownRange,
  partial: DecomposeTask["partial"],
  task: Deadline,
  log: SolveLog,
): Promise<Fitted> {
  const { sequence, settings, intent } = input;
  const mark = parallel.arena.mark();
  const began = task.seconds;
  log.enter("Reading motion");
  const known = bonesAsked(settings);
  const weighting = weightingOf(intent);
  const random = createRandom(settings.seed);
  const affine = settings.boneKind === "affine";
  const options = { bones: known, tailERms: null, affine, ...(input.range && { range: input.range }) };
  let reading = 0;
  const reserve = (influences: number) => task.reserve(endShare(settings, influences) * reading);
  const prepare = async (counts: Weighting, wanted: SolveIntent | undefined) => {
    const problem = await buildWeightedProblem(parallel, sequence, options, counts, task);
    const parts = { sequence, settings, parallel, random, task, log, partial, reserve };
    return new Workbench({ problem, ...parts, ...(wanted && { intent: wanted }) });
  };
  // A method with its own solver does not know importance or regions, so its result is fitted again.
  const blind = !input.from && settings.method in METHOD_TABLE && hasIntent(weighting, intent);
  let bench = await prepare(
    blind ? { ...weighting, frameScales: null, importance: null } : weighting,
    blind ? undefined : intent,
  );
  reading = task.seconds - began;
  reserve(settings.influences || (known ?? MANY));
  const search = () => searchBones(bench, input, log);
  const locality = localityOf(settings);
  const isLocal = locality !== null && settings.method === "auto";
  const share = blind ? METHOD_SHARE : isLocal ? BEFORE_LOCAL : null;
  const found = await (share === null ? search() : task.within(share, search));
  const { continuation } = found;
  let { solved } = found;
  if (blind) {
    log.enter("Refinement");
    parallel.arena.release(mark);
    bench = await prepare(weighting, intent);
    solved = await bench.refit(solved, REFITS);
  }
  if (isLocal) {
    log.enter("Local weights");
    solved = await bench.localise(solved, continuation, locality);
  }
  const rig = rigOf(bench, sequence, solved, continuation);
  if (settings.correctRestPose) {
    log.enter("Rest pose");
    const before = rig.rest;
    rig.rest = await correctRestPose(parallel, sequence, rig, task, weighting.frameScales);
    keepRigidRest(rig, before, intent);
    keepLockedRest(rig, sequence, continuation);
  }
  parallel.arena.release(mark);
  return { rig, ...factsOf(bench, found, solved) };
}

/** The rig of a solve, without the bones that move nothing. */
function rigOf(
  bench: Workbench,
  sequence: AnySequence,
  solved: Solved,
  continuation: Continuation | null,
): Rig {
  const whole = rigOfState(sequence, bench.problem, {
    ...{ state: solved, motion: solved.motion, kind: solved.kind, rest: solved.rest },
    skeleton: continuation?.skeleton ?? null,
  });
  return withoutIdleBones(whole, continuation?.lockedBones ?? null, !continuation);
}

/** The report's facts about how a rig was found. */
function factsOf(bench: Workbench, { reason, curve }: BoneSearchResult, solved: Solved): Omit<Fitted, "rig"> {
  return {
    bones: solved.bones,
    // The search says how many bones it asked for, the method how many it found.
    reason: [reason, solved.reason].filter(Boolean).join(" ") || null,
    cutShort: solved.cutShort,
    notes: bench.notes,
    ...(solved.figures && { figures: solved.figures }),
    ...(solved.connection && { connection: solved.connection }),
    ...(solved.locality && { locality: solved.locality }),
    ...(curve && { curve }),
    basisRank: bench.problem.rank,
    basisTailERms: bench.tailERms,
  };
}

/** The rest pose of a rigid region stays uncorrected too. */
function keepRigidRest(rig: Rig, before: Float32Array, intent: SolveIntent | undefined): void {
  intent?.rigid?.forEach((region, i) => {
    if (region > 0) rig.rest.set(before.subarray(3 * i, 3 * i + 3), 3 * i);
  });
}

/** A vertex with locked weights keeps its rest position too. */
function keepLockedRest(rig: Rig, sequence: AnySequence, continuation: Continuation | null): void {
  const { lockedVertices, rig: from } = continuation ?? {};
  if (!lockedVertices || !from) return;
  const rest = from.rest.length === sequence.rest.length ? from.rest : sequence.rest;
  lockedVertices.forEach((locked, i) => {
    if (locked) rig.rest.set(rest.subarray(3 * i, 3 * i + 3), 3 * i);
  });
}
