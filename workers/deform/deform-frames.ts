/**
 * Runs a deformer over the frames of a rig, on the CPU and in f64. The command line writes these frames, bakes are
 * fitted to them, and tests compare the shaders with them.
 *
 * Frames come one at a time into one pose, so a clip takes no more memory than a frame. Everything runs on one thread:
 * the full model (v0) takes 5 to 10 µs a vertex, v4 2 µs, Delta Mush 7 to 9 µs, and clips have a few hundred frames.
 */
import type { MakeParallel } from "../kernels/parallel";
import type { DeformerKind, DeformSettings, DeformSource, DirectData } from "../model/deform";
import type { Task } from "../model/task";
import { classicDeformer, DIRECT_VARIANTS } from "./create-deformer";
import { type Deformer, emptyPose, type Posed } from "./deformer";
import { directDeltaMush } from "./delta-mush/delta-mush";
import type { DirectCache } from "./direct/direct-cache";
import type { DirectMoments } from "./direct/moments";
import { type DirectEntries, directEntries } from "./direct/omega";
import { prepareDirect } from "./prepare";

export interface PreparedDeformer {
  deformer: Deformer;
  /** Input of the direct variants, null for the others. */
  entries: DirectEntries | null;
  /** Mean number of bones that a vertex sums over in a pose. */
  entriesPerVertex: number;
  seconds: number;
}

export function isDirect(kind: DeformerKind): kind is keyof typeof DIRECT_VARIANTS {
  return Object.hasOwn(DIRECT_VARIANTS, kind);
}

/** The entries of prepared data, with α and its strengths. */
export function entriesOf(data: DirectData, { alpha }: DeformSettings): DirectEntries {
  const { rest, centres, offsets, bones, moments, psi, smooth, strengths } = data;
  const wide = (numbers: Float32Array) => Float64Array.from(numbers);
  const rows = { offsets, bones, moments: wide(moments), psi: wide(psi), smooth: wide(smooth) };
  balance(rows);
  return directEntries({ ...rows, rest: wide(rest), centres: wide(centres) }, alpha, strengths.alpha);
}

/**
 * Undoes f32 rounding: ψ and w' of a vertex sum to 1 again, and its b to 0. Rigid motions are then exact in f64, even
 * where frames of small parts would amplify rounding.
 */
function balance({
  offsets,
  moments,
  psi,
  smooth,
}: Pick<DirectMoments, "offsets" | "moments" | "psi" | "smooth">) {
  for (let i = 0; i + 1 < offsets.length; i++) {
    const sums = new Float64Array(5);
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      sums[0] += psi[e];
      sums[1] += smooth[e];
      for (let c = 0; c < 3; c++) sums[2 + c] += moments[9 * e + 6 + c];
    }
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      psi[e] /= sums[0];
      smooth[e] /= sums[1];
      for (let c = 0; c < 3; c++) moments[9 * e + 6 + c] -= psi[e] * sums[2 + c];
    }
  }
}

/**
 * Prepares any deformer from the data of the studio and the command line. The classic deformers use the rig's weights;
 * Delta Mush and its direct form use the weights of the settings' bind.
 * @param cache as for `prepareDirect`.
 * @throws CancelledError; SinewError for invalid settings.
 */
export async function prepareDeformer(
  kind: DeformerKind,
  source: DeformSource,
  settings: DeformSettings,
  makeParallel: MakeParallel,
  task: Task,
  cache?: DirectCache,
): Promise<PreparedDeformer> {
  const started = performance.now();
  const done = (deformer: Deformer, entries: DirectEntries | null, count: number): PreparedDeformer => ({
    deformer,
    entries,
    entriesPerVertex: count / deformer.vertexCount,
    seconds: (performance.now() - started) / 1000,
  });
  if (isDirect(kind)) {
    const entries = entriesOf(await prepareDirect(source, settings, makeParallel, task, cache), settings);
    return done(DIRECT_VARIANTS[kind](entries), entries, entries.bones.length);
  }
  if (kind === "dm") {
    const data = await prepareDirect(source, settings, makeParallel, task, cache);
    const deformer = directDeltaMush(
      entriesOf(data, { ...settings, alpha: 0 }),
      source.triangles,
      data.bound,
    );
    return done(deformer, null, data.bones.length);
  }
  return done(await classicDeformer(kind, source, makeParallel, task), null, source.weights.bones.length);
}

/**
 * Poses every frame in turn.
 * @param motion F·B·12.
 * @param restOf the rest pose of a frame if it differs from the prepared one.
 * @param visit receives each frame; the next frame overwrites the pose.
 * @returns seconds of posing, without the time in `visit`.
 * @throws CancelledError if the task is cancelled.
 */
export async function deformFrames(
  deformer: Deformer,
  motion: Float32Array,
  boneCount: number,
  task: Task,
  visit: (frame: number, posed: Posed) => void,
  restOf: (frame: number) => ArrayLike<number> | undefined = () => undefined,
): Promise<number> {
  const frames = motion.length / (12 * boneCount);
  const posed = emptyPose(deformer.vertexCount);
  let seconds = 0;
  for (let k = 0; k < frames; k++) {
    task.progress({ phase: "Deforming", done: k / frames, detail: `frame ${k + 1} of ${frames}` });
    await task.checkpoint();
    const started = performance.now();
    deformer.pose(motion.subarray(12 * boneCount * k, 12 * boneCount * (k + 1)), posed, restOf(k));
    seconds += (performance.now() - started) / 1000;
    visit(k, posed);
  }
  return seconds;
}
