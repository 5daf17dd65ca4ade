/**
 * Makes a rig of a doubled sequence symmetric. It pairs bones, makes weights equal on both sides, and solves bones and
 * weights in turn, with the second half of the frames posed by the mirrored partners. Bones found on one side only have
 * no good partner, so it tries three starts: the mean of both sides, and each side with its image. The motion of the
 * first half stays free.
 */

import type { VertexMirror } from "../../geometry/vertex-mirror";
import type { Parallel } from "../../kernels/parallel";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import type { SolveIntent, SolveSettings } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { BlendSolver } from "../phases/blend-solver";
import { type BlendState, copyState } from "../phases/blend-state";
import { createRegions } from "../phases/regions/regions";
import { createSmoothing, smoothingBytes } from "../phases/regions/smoothing";
import { problemBytes } from "../problem/build-problem";
import { Nearest } from "../problem/nearest";
import { buildWeightedProblem, weightingOf } from "../problem/weighting";
import type { SolveLog } from "../progress/solve-log";
import { motionFromSequence, rigOfState } from "../result/rig-assembly";
import { writeRows } from "../session/continuation";
import { pairBones } from "./pair-bones";
import {
  type MirrorSource,
  mirrorMotion,
  mirrorRest,
  type Symmetry,
  symmetriseWeights,
} from "./symmetric-state";

const SIDES: readonly MirrorSource[] = ["both", "lower", "upper"];
/** Iterations of each start, and the most for the best one. */
const TRIAL = 3;
const ITERATIONS = 16;

export interface MirrorInput {
  /** The doubled sequence. */
  sequence: MeshSequence;
  settings: SolveSettings;
  intent: SolveIntent | undefined;
  mirror: VertexMirror;
}

/** A symmetric rig for the doubled sequence. Bones keep their numbers, idle ones too; their names are numbers. */
export interface Symmetrised {
  rig: Rig;
  /** The partner of each bone. */
  partner: Int32Array;
}

/** Arena bytes for `symmetrise`, for a rig with a limit of influences. */
export function symmetriseBytes(
  { sequence, settings }: Pick<MirrorInput, "sequence" | "settings">,
  { bones, influences }: { bones: number; influences: number },
  threads: number,
): number {
  const { vertexCount: vertices, frameCount: frames, triangles } = sequence;
  const limit = settings.influences === 0 ? bones : Math.min(settings.influences, bones);
  const size = { vertices, frames, rank: 3 * frames, bones, limit, slots: Math.max(limit, influences) };
  const smooth = settings.smoothness > 0 ? smoothingBytes(vertices, triangles.length / 3) : 0;
  const motions = 4 * 96 * frames * bones;
  return (
    problemBytes(vertices, frames, threads) + BlendSolver.bytes(size, threads, 2) + motions + smooth + 8192
  );
}

/** Makes a rig for a doubled sequence symmetric, and fits it. */
export async function symmetrise(
  parallel: Parallel,
  rig: Rig,
  { sequence, settings, intent, mirror }: MirrorInput,
  task: Task,
  log: SolveLog,
): Promise<Symmetrised> {
  const { arena } = parallel;
  const mark = arena.mark();
  const h = rig.bones.length;
  const limit = settings.influences === 0 ? h : Math.min(settings.influences, h);
  const problem = await buildWeightedProblem(
    parallel,
    sequence,
    { bones: h, tailERms: null },
    weightingOf(intent),
    task,
  );
  const rest = rig.rest.slice();
  mirrorRest(rest, sequence.rest, mirror);
  for (let at = 0; at < rest.length; at++) {
    problem.rest[4 * Math.floor(at / 3) + (at % 3)] = (rest[at] - problem.centre[at % 3]) * problem.scale;
  }
  const size = { limit, slots: Math.max(limit, maxInfluences(rig.weights)) };
  const solver = new BlendSolver(parallel, problem, {
    bones: h,
    ...size,
    kind: rig.boneKind,
    search: limit < h ? "swap" : "all",
    rule: "single",
    smoothing: settings.smoothness > 0 ? createSmoothing(arena, problem, settings.smoothness) : null,
    regions: createRegions(parallel, problem.vertexCount, intent, null, size),
    nearest: new Nearest(problem.rest),
  });
  const symmetry: Symmetry = {
    mirror,
    partner: pairBones(rig.weights, mirror.map, h),
    apart: acrossTheMiddle(intent, mirror),
  };
  const mirrored = (state: BlendState, side: MirrorSource) =>
    symmetriseWeights(state, problem.rest, limit, symmetry, side);
  const mirrorBones = async (state: BlendState) => {
    const motion = solver.motionOf(state);
    mirrorMotion(motion, problem, symmetry);
    await solver.setMotion(state, motion, task);
  };
  const iterate = async (state: BlendState) => {
    await solver.bones.run(state, task);
    await mirrorBones(state);
    await solver.weights.run(state, task);
    mirrored(state, "both");
  };
  const [best, state] = [solver.createState(), solver.createState()];
  const begun = motionFromSequence(rig.motion, problem);
  for (const side of SIDES) {
    await solver.setMotion(state, begun, task);
    writeRows(rig.weights, state, size.slots);
    mirrored(state, side);
    for (let n = 0; n < TRIAL; n++) await iterate(state);
    if (state.objective < best.objective) copyState(state, best);
  }
  for (let n = 0; n < ITERATIONS; n++) {
    const before = best.objective;
    await iterate(best);
    if (n === 0) log.mark("restart");
    log.iteration(solver.eRms(best.error), solver.eRms(best.objective));
    if (before - best.objective < settings.tolerance * best.objective || task.finishNow) break;
  }
  await solver.bones.run(best, task);
  await mirrorBones(best);
  const parts = { state: best, motion: solver.motionOf(best), kind: rig.boneKind, skeleton: null, rest };
  const whole = rigOfState(sequence, problem, parts);
  arena.release(mark);
  return { rig: whole, partner: symmetry.partner };
}

/** Vertices of regions that are their own mirror image. */
function acrossTheMiddle(intent: SolveIntent | undefined, { map }: VertexMirror): Uint8Array | null {
  if (!intent?.rigid && !intent?.together) return null;
  const across = new Uint8Array(map.length);
  for (const regions of [intent.rigid, intent.together]) {
    const own = new Set<number>();
    regions?.forEach((region, i) => {
      if (region > 0 && map[i] >= 0 && regions[map[i]] === region) own.add(region);
    });
    regions?.forEach((region, i) => {
      if (own.has(region)) across[i] = 1;
    });
  }
  return across;
}
