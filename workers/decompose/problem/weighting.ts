/**
 * The artist's weights of frames and vertices in the solved problem. Frames: Σ_k φ_k |e_k|² is the ordinary error of a
 * problem whose rows of frame k are multiplied by √φ_k. Trajectories, basis and bones contain this factor. Only the
 * code that makes bones rigid has to know it. Vertices: for Σ_i ι_i |e_i|², ι_i is a factor in every sum over vertices.
 * Both have the mean 1, so errors keep their scale. Density does not change the error and only attracts new bones.
 */
import type { Parallel } from "../../kernels/parallel";
import { type AnySequence, type FrameSource, isStreamed } from "../../model/mesh/streamed-sequence";
import type { SolveIntent } from "../../model/solve/solve-settings";
import type { Task } from "../../model/task";
import { hasRegions } from "../phases/regions/regions";
import { buildProblem, type KnownRange, normalisation, type ProblemOptions } from "./build-problem";
import type { Problem } from "./problem";

/**
 * The least importance of a vertex, relative to the mean. Its weights are then still found, and smoothness still
 * reaches it.
 */
const LEAST_IMPORTANCE = 1e-6;
/** With density d, an error attracts new bones 1 + DENSITY_PULL · d² times as strongly. */
const DENSITY_PULL = 8;

export interface Weighting {
  /** F: square roots of the weights of frames, mean square 1; null if all weights are equal. */
  frameScales: Float64Array | null;
  /** V, mean 1; null if all are equal. */
  importance: Float64Array | null;
  /** V: 1 + 8 d²; null without density. */
  density: Float64Array | null;
}

const alike = (numbers: ArrayLike<number>) => Array.prototype.every.call(numbers, (x) => x === numbers[0]);
const mean = (numbers: Float64Array) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

/** The weights of an intent. Frames of weight 0 must not be part of the problem. */
export function weightingOf(intent: SolveIntent | undefined): Weighting {
  const { frames, importance, density } = intent ?? {};
  const scales = frames && !alike(frames) ? Float64Array.from(frames) : null;
  if (scales) {
    const whole = mean(scales);
    scales.forEach((weight, k) => {
      scales[k] = Math.sqrt(weight / whole);
    });
  }
  return {
    frameScales: scales,
    importance: importance && !alike(importance) ? normalisedImportance(importance) : null,
    density: density?.some((d) => d > 0)
      ? Float64Array.from(density, (d) => 1 + DENSITY_PULL * Math.min(Math.max(d, 0), 1) ** 2)
      : null,
  };
}

/** Whether the intent changes the fit itself, not only where bones start. */
export const hasIntent = (weighting: Weighting, intent: SolveIntent | undefined): boolean =>
  Boolean(weighting.frameScales || weighting.importance) || hasRegions(intent);

function normalisedImportance(importance: Float32Array): Float64Array {
  const out = Float64Array.from(importance);
  const least = LEAST_IMPORTANCE * mean(out);
  out.forEach((x, i) => {
    out[i] = Math.max(x, least);
  });
  const whole = mean(out);
  return out.map((x) => x / whole);
}

/** The problem of a sequence with weights. Without weights it equals `buildProblem` bit for bit. */
export async function buildWeightedProblem(
  parallel: Parallel,
  sequence: AnySequence,
  options: ProblemOptions & KnownRange,
  { frameScales, importance, density }: Weighting,
  task: Task,
): Promise<Problem> {
  const { arena } = parallel;
  const inArena = (numbers: Float64Array | null) => {
    if (!numbers) return null;
    const copy = arena.f64(numbers.length);
    copy.set(numbers);
    return copy;
  };
  const scales = inArena(frameScales);
  const counts = inArena(importance);
  // The tail of the basis may be at vertices of the highest importance.
  const most = importance?.reduce((a, b) => Math.max(a, b)) ?? 1;
  const source = frameScales ? scaledAboutCentre(sequence, frameScales) : sequence;
  const problem = await buildProblem(parallel, source, { ...options, finer: Math.sqrt(most) }, task);
  return { ...problem, frames: sequence.frames, frameScales: scales, importance: counts, density };
}

/** Frames scaled about the centre of the rest pose's box, which normalisation moves to 0. */
function scaledAboutCentre(sequence: AnySequence, scales: Float64Array): AnySequence {
  if (isStreamed(sequence)) {
    return { ...sequence, frames: scaledStream(sequence.frames, sequence.rest, scales) };
  }
  const { centre } = normalisation(sequence.rest);
  const n = 3 * sequence.vertexCount;
  const frames = sequence.frames.map((x, at) => {
    const c = centre[at % 3];
    return c + scales[Math.floor(at / n)] * (x - c);
  });
  return { ...sequence, frames };
}

/** The same for frames that are scaled when they are read. */
export function scaledStream(frames: FrameSource, rest: Float32Array, scales: Float64Array): FrameSource {
  const { centre } = normalisation(rest);
  const out = new Float32Array(rest.length);
  return {
    vertexCount: frames.vertexCount,
    frameCount: frames.frameCount,
    async frame(k) {
      const given = await frames.frame(k);
      for (let at = 0; at < out.length; at++) {
        const c = centre[at % 3];
        out[at] = c + scales[k] * (given[at] - c);
      }
      return out;
    },
  };
}
