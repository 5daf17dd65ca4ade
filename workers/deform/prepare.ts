/** What the studio's and the command line's deformers are prepared from: settings and a rig, to numbers. */
import type { MakeParallel } from "../kernels/parallel";
import { connectedComponents } from "../mesh/components";
import { cotangentLaplacian, uniformLaplacian } from "../mesh/laplacian";
import type { DeformSettings, DeformSource, DirectData, Strengths } from "../model/deform";
import { restDiagonal } from "../model/mesh-sequence";
import type { SparseWeights } from "../model/sparse-weights";
import type { Task } from "../model/task";
import type { Csc } from "../sparse/csc";
import { rotationCentres } from "./centres-of-rotation";
import { analyseSmoothing, factorBytes, kernelFactors } from "./factors";
import { joinParts } from "./join-parts";
import { carryToVertices, limbStrengths } from "./limb-radius";
import { nearestBones } from "./nearest-bones";
import { DIRECT_DEFAULTS, type DirectSettings, directMoments } from "./psi";
import { owners, rigidWeights } from "./rigid-bind";

/** The weights that are smoothed. */
export function boundWeights(
  { rest, bones, weights }: DeformSource,
  bind: DeformSettings["bind"],
): SparseWeights {
  if (bind === "rig") return weights;
  return rigidWeights(bind === "rigid" ? owners(weights) : nearestBones(rest, bones));
}

/** The Laplacian with its bridges between parts. */
export function deformLaplacian(source: DeformSource, bound: SparseWeights, settings: DeformSettings): Csc {
  const { rest, triangles } = source;
  const vertexCount = rest.length / 3;
  const laplacian =
    settings.laplacian === "uniform"
      ? uniformLaplacian(vertexCount, triangles)
      : cotangentLaplacian(rest, triangles, { nonNegative: true });
  const reach = settings.joinReach * restDiagonal(source);
  return joinParts(laplacian, rest, owners(bound), connectedComponents(vertexCount, triangles), { reach });
}

/** Painted where painted, else from the skeleton, else 1. */
export function prepareStrengths(source: DeformSource, settings: DeformSettings): Strengths {
  const { rest, bones } = source;
  const { painted, limbRadius, slideOfBone } = settings;
  const bound = boundWeights(source, settings.bind);
  const ones = () => new Float32Array(rest.length / 3).fill(1);
  const radius = () => (limbRadius ? Float32Array.from(limbStrengths(rest, bound, bones)) : ones());
  const slide = () => (slideOfBone ? Float32Array.from(carryToVertices(slideOfBone, bound)) : ones());
  return {
    lambda: painted.lambda ?? radius(),
    kappa: painted.kappa ?? radius(),
    alpha: painted.alpha ?? slide(),
  };
}

/** The settings in the terms of `directMoments`. */
export function directSettingsOf(settings: DeformSettings, strengths: Strengths): DirectSettings {
  const { scheme, iterations, lambda, kappa } = settings;
  return {
    ...DIRECT_DEFAULTS,
    scheme,
    iterations,
    lambda,
    kappa,
    lambdaOf: strengths.lambda,
    kappaOf: strengths.kappa,
  };
}

/**
 * The entries of Direct Delta Mush without α, in f32.
 * @throws CancelledError; SinewError for settings that cannot work.
 */
export async function prepareDirect(
  source: DeformSource,
  settings: DeformSettings,
  makeParallel: MakeParallel,
  task: Task,
): Promise<DirectData> {
  const started = performance.now();
  const bound = boundWeights(source, settings.bind);
  const strengths = prepareStrengths(source, settings);
  const laplacian = deformLaplacian(source, bound, settings);
  const pattern = analyseSmoothing(laplacian);
  const parallel = await makeParallel(factorBytes(pattern, makeParallel.threads ?? 32));
  try {
    const moments = await directMoments(
      { rest: source.rest, laplacian },
      bound,
      source.bones.length,
      directSettingsOf(settings, strengths),
      kernelFactors(parallel, task, pattern),
      task,
    );
    return {
      rest: source.rest,
      centres: Float32Array.from(moments.centres),
      offsets: moments.offsets,
      bones: moments.bones,
      moments: Float32Array.from(moments.moments),
      psi: Float32Array.from(moments.psi),
      smooth: Float32Array.from(moments.smooth),
      bound,
      strengths,
      seconds: (performance.now() - started) / 1000,
      factorised: settings.scheme === "implicit" ? 2 : 0,
    };
  } finally {
    parallel.dispose();
  }
}

/** Optimised centres of rotation of the rig's own weights, 3V. */
export async function prepareCentres(source: DeformSource, task: Task): Promise<Float32Array> {
  return Float32Array.from(await rotationCentres(source.rest, source.triangles, source.weights, task));
}
