/**
 * Turns any deformer into a plain rig: weights for linear blend skinning that approximate it over clips or poses.
 *
 * v5: the smoothed weights ω themselves (Le & Lewis 2019, section 3.5.5), cut to K influences (bake-cut.ts). For the
 * classic deformers, which smooth nothing, these are the rig's own weights. fit: weights fitted to the deformed frames
 * with fixed bones (bake-fit.ts). It starts from v5, and a vertex that rounding makes worse keeps its v5 weights. So no
 * vertex is farther from the deformer than with v5.
 */

import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import type { DeformSource } from "../../model/deform";
import { deformSourceOf } from "../../model/deform";
import { SinewError } from "../../model/errors";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { BakeFrames, BakeInput, BakeMethod, BakeResult } from "../../model/reports/deform-report";
import { howMany } from "../../model/reports/figures";
import type { Measures } from "../../model/reports/solve-report";
import { poseMatrices } from "../../model/rig/pose";
import { type Rig, withoutCorrection } from "../../model/rig/rig";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Task } from "../../model/task";
import { measure, measureBytes } from "../../report/measure";
import { deformFrames, entriesOf, type PreparedDeformer, prepareDeformer } from "../deform-frames";
import type { BlendRows } from "../deformer";
import { DirectCache } from "../direct/direct-cache";
import { smoothedWeights } from "../direct/variants/ddm-v5";
import { prepareDirect } from "../prepare";
import { cutWeights } from "./bake-cut";
import { fitBytes, fitWeights } from "./bake-fit";

/** The matrices of the baked bones, F·B·12. */
export function bakedMotion({ clips }: MeshSequence, rig: Rig, frames: BakeFrames): Float32Array {
  const size = 12 * rig.bones.length;
  if ("poses" in frames) {
    const motion = new Float32Array(size * frames.poses.length);
    frames.poses.forEach((pose, k) => {
      motion.set(poseMatrices(rig.bones, pose), size * k);
    });
    return motion;
  }
  const chosen = frames.clips.length > 0 ? frames.clips : [...clips.keys()];
  const parts = chosen.map((c) => rig.motion.subarray(size * clips[c].first, size * (clips[c].last + 1)));
  const motion = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    motion.set(part, at);
    at += part.length;
  }
  return motion;
}

/**
 * @param cache as for `prepareDirect`.
 * @throws SinewError if there is nothing to bake or the settings are invalid; CancelledError if the task is cancelled.
 */
export async function bakeDeformer(
  input: BakeInput,
  makeParallel: MakeParallel,
  task: Task,
  cache = new DirectCache(),
): Promise<BakeResult> {
  const started = performance.now();
  const { sequence, rig, kind, settings } = input;
  const motion = bakedMotion(sequence, rig, input.frames);
  const most = check(input, motion);
  const source = deformSourceOf(sequence, rig);
  const prepared = await prepareDeformer(kind, source, settings, makeParallel, task, cache);
  const baked = await bakeFrames(sequence, rig, prepared, motion, task);
  const own = await plainWeights(input, source, prepared, makeParallel, task, cache);
  const size = 12 * rig.bones.length;
  const posed = {
    rest: rig.rest,
    motion: Array.from({ length: baked.frameCount }, (_, k) => motion.subarray(size * k, size * (k + 1))),
    targets: framesOf(baked),
  };
  const v5 = await cutWeights(own, most, posed, task);
  const longest = Math.max(maxInfluences(v5), maxInfluences(rig.weights), most);
  const threads = threadsToReserve(makeParallel);
  const bytes = Math.max(
    fitBytes(baked, rig.bones.length, most, threads),
    measureBytes(baked, rig.bones.length, longest, threads),
  );
  const parallel = await makeParallel(bytes);
  try {
    const judge = (weights: SparseWeights) => {
      task.progress({ phase: "Measuring", done: null, detail: "" });
      return measure(parallel, baked, { ...rig, weights, motion }, task);
    };
    const before = await judge(rig.weights);
    const measured = { v5: await judge(v5) };
    const fit = await fitNoWorse(parallel, { baked, motion, rig, most }, v5, measured.v5, judge, task);
    const eRms = { before: before.eRms, v5: measured.v5.eRms, fit: fit.measures.eRms };
    const chosen: BakeMethod = input.method ?? (eRms.fit < eRms.v5 ? "fit" : "v5");
    const { weights, measures } = chosen === "fit" ? fit : { weights: v5, measures: measured.v5 };
    return {
      rig: { ...withoutCorrection(rig), weights },
      chosen,
      eRms,
      maxErrorPercent: measures.maxErrorPercent,
      frames: baked.frameCount,
      influences: maxInfluences(weights),
      errorPerFrame: measures.errorPerFrame,
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    parallel.dispose();
  }
}

/** Refuses input that cannot be baked. Returns the number of influences. */
function check({ sequence, rig, influences }: BakeInput, motion: Float32Array): number {
  const wrong = (body: string): never => {
    throw new SinewError({ title: `${sequence.name} cannot be baked`, body });
  };
  const bones = rig.bones.length;
  if (bones === 0) wrong("Its rig has no bones. Solve first, or open a file that has a skeleton.");
  if (rig.rest.length !== 3 * sequence.vertexCount) {
    wrong(
      `Its rig is for ${howMany(rig.rest.length / 3, "vertex")}, but the mesh has ${sequence.vertexCount}. Solve again.`,
    );
  }
  if (motion.length === 0) wrong("There are no frames to bake over. Choose a clip, or give a pose.");
  if (!(Number.isInteger(influences) && influences >= 0)) {
    wrong(`${influences} influences were asked for. Ask for 1 or more, or 0 for as many as there are bones.`);
  }
  return influences === 0 ? bones : Math.min(influences, bones);
}

/** The deformed frames as a sequence whose rest pose is the rig's. */
async function bakeFrames(
  sequence: MeshSequence,
  rig: Rig,
  { deformer }: PreparedDeformer,
  motion: Float32Array,
  task: Task,
): Promise<MeshSequence> {
  const frameCount = motion.length / (12 * rig.bones.length);
  const frames = new Float32Array(frameCount * rig.rest.length);
  await deformFrames(deformer, motion, rig.bones.length, task, (k, { positions }) => {
    frames.set(positions, k * rig.rest.length);
  });
  const clips = [{ name: "bake", first: 0, last: frameCount - 1 }];
  return { ...sequence, rest: rig.rest, frames, frameCount, clips };
}

function framesOf({ frames, frameCount, vertexCount }: MeshSequence): Float32Array[] {
  const size = 3 * vertexCount;
  return Array.from({ length: frameCount }, (_, k) => frames.subarray(size * k, size * (k + 1)));
}

/**
 * ω of the deformer. For Delta Mush, which does not slide, at α = 0; for the classic deformers, the rig's own weights.
 */
async function plainWeights(
  { kind, settings, rig }: BakeInput,
  source: DeformSource,
  { entries }: PreparedDeformer,
  makeParallel: MakeParallel,
  task: Task,
  cache: DirectCache,
): Promise<BlendRows> {
  if (entries) return smoothedWeights(entries);
  if (kind !== "dm") return rig.weights;
  const data = await prepareDirect(source, settings, makeParallel, task, cache);
  return smoothedWeights(entriesOf(data, { ...settings, alpha: 0 }));
}

interface Fitting {
  baked: MeshSequence;
  motion: Float32Array;
  rig: Rig;
  most: number;
}

/** The fitted weights; a vertex that is nearer with v5 keeps its weights of v5. */
async function fitNoWorse(
  parallel: Parallel,
  { baked, motion, rig, most }: Fitting,
  v5: SparseWeights,
  v5Measures: Measures,
  judge: (weights: SparseWeights) => Promise<Measures>,
  task: Task,
): Promise<{ weights: SparseWeights; measures: Measures }> {
  const input = { sequence: baked, motion, boneCount: rig.bones.length, start: v5, influences: most };
  const fitted = await fitWeights(parallel, input, task);
  const measures = await judge(fitted);
  const { errorPerVertex } = v5Measures;
  const isWorse = errorPerVertex.map((error, i) => (measures.errorPerVertex[i] > error ? 1 : 0));
  if (!isWorse.includes(1)) return { weights: fitted, measures };
  const weights = mergeRows(fitted, v5, isWorse);
  return { weights, measures: await judge(weights) };
}

/** Rows of `a`, or of `b` where `takeB` is set. */
function mergeRows(a: SparseWeights, b: SparseWeights, takeB: ArrayLike<number>): SparseWeights {
  const rows = new WeightBuilder();
  for (let i = 0; i + 1 < a.offsets.length; i++) {
    rows.copy(takeB[i] ? b : a, i);
    rows.endRow();
  }
  return rows.weights();
}
