import type { AnySequence } from "../../model/mesh/streamed-sequence";
import { howMany } from "../../model/reports/figures";
import type { SolveSettings } from "../../model/solve/solve-settings";
import { bonesAsked, type SolveInput } from "../input/decompose-input";
import { AUTO_DEFAULTS } from "../methods/auto/auto";
import { SSDR_STARTS } from "../methods/ssdr/ssdr";
import { hasRegions } from "../phases/regions/regions";
import type { Problem } from "../problem/problem";
import { searchStep } from "../problem/sample";
import type { SolveLog } from "../progress/solve-log";
import type { Effort, Solved } from "../result/solved";
import { type Continuation, continueFrom } from "../session/continuation";
import { autoIterations, rivalEffort, ssdrIterations, type WorkSize } from "../session/plan";
import type { Workbench } from "../workbench";
import { climbInBones, mayClimb } from "./climb";
import { errorCurve, MOST_BONES_OF_CURVE } from "./error-curve";
import { fewestBones, MOST_BONES_FOR_TARGET } from "./fewest-bones";
import { type CurvePoint, type Knee, kneeOf } from "./knee";

/** The search for the number of bones fills this share of a solve's progress. */
const SHARE_OF_CURVE = 0.4;

/** The curve may take this share of a time limit. */
const TIME_OF_CURVE = 0.35;

/**
 * The size of a solve with so many bones.
 * @param mayDraw whether its search may draw a sample of the vertices.
 */
export function workSize(
  { influences, boneKind: kind, smoothness }: SolveSettings,
  problem: Problem,
  bones: number,
  mayDraw = true,
): WorkSize {
  const { vertexCount } = problem;
  const step = mayDraw && smoothness === 0 ? searchStep(vertexCount, bones) : 1;
  const searched = Math.ceil(vertexCount / step);
  return {
    problem,
    bones,
    influences: influences === 0 ? bones : Math.min(influences, bones),
    kind,
    searched,
  };
}

export function effortFor(settings: SolveSettings, problem: Problem, h: number, mayDraw = true): Effort {
  const { restarts, method } = settings;
  const size = workSize(settings, problem, h, mayDraw);
  if (method === "ssdr") {
    return {
      iterations: settings.iterations ?? ssdrIterations(size),
      starts: restarts ?? SSDR_STARTS,
      isWhole: true,
    };
  }
  const startsOf = (most: number) =>
    restarts ?? Math.max(1, Math.min(AUTO_DEFAULTS.starts, Math.floor(most / 40)));
  const iterations = settings.iterations ?? autoIterations(size);
  const given = settings.iterations !== null || settings.seconds !== null;
  const isChosen = settings.iterations !== null || restarts !== null || settings.initialiser !== null;
  const rival = method === "auto" && !isChosen ? rivalEffort(size) : null;
  return {
    iterations,
    starts: startsOf(iterations),
    isWhole: true,
    ...(given && { rounds: startsOf }),
    ...(rival && { rival }),
  };
}

/** A guessed number of bones, if there was no time for a search. */
function guessed({ bones: asked }: SolveSettings, { vertexCount }: AnySequence, why: string): Knee {
  const bones = Math.min(asked, vertexCount, MOST_BONES_OF_CURVE);
  return {
    bones,
    reason: `${why} ended the search for a knee before it began: ${howMany(bones, "bone is", "bones are")} a guess.`,
  };
}

export interface BoneSearchResult {
  solved: Solved;
  /** Why the number of bones differs from the request, as far as known before idle bones are removed. */
  reason: string | null;
  continuation: Continuation | null;
  /** The curve that the number of bones comes from. */
  curve?: CurvePoint[];
}

/**
 * Solves with the requested number of bones, with as many as reach the error target, or with the number at the knee of
 * the error curve.
 */
export async function searchBones(
  bench: Workbench,
  { sequence, settings, intent, from, locks, onlyLocal }: SolveInput,
  log: SolveLog,
): Promise<BoneSearchResult> {
  const effort = (h: number) => effortFor(settings, bench.problem, h, from === null && !hasRegions(intent));
  if (from) {
    const asked = bonesAsked(settings) ?? from.bones.length;
    const most = Math.min(asked, sequence.vertexCount);
    const continuation = continueFrom(from, locks, most, bench.problem, bench.kind);
    const h = continuation.bones;
    if (onlyLocal) return { solved: bench.asGiven(continuation), reason: null, continuation };
    const solved = await bench.solve(h, effort(h), continuation);
    const reason =
      h > asked ? `${h} bones are locked or move locked vertices, more than the ${asked} asked for.` : null;
    return { solved, reason, continuation };
  }
  if (settings.errorTarget !== null) {
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
    const curve = await bench.within(TIME_OF_CURVE, () => errorCurve(bench, sequence.vertexCount, log));
    const known = curve.points.length > 0;
    const { bones, reason } = known ? kneeOf(curve, bench.why) : guessed(settings, sequence, bench.why);
    log.spread(SHARE_OF_CURVE, 1);
    const solved = await bench.solve(bones, effort(bones), null);
    return { solved, reason, continuation: null, ...(known && { curve: curve.points }) };
  }
  const most = sequence.vertexCount;
  const h = Math.min(settings.bones, most);
  log.enter("Starts");
  const begun = mayClimb(settings)
    ? await climbInBones(bench, workSize(settings, bench.problem, h), most)
    : null;
  const solved = await bench.solve(h, { ...effort(h), begun }, null);
  const reason =
    h < settings.bones ? `The mesh has ${howMany(h, "vertex")}, and each bone needs one of its own.` : null;
  return { solved, reason, continuation: null };
}
