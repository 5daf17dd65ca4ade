/** Prepares the deformers of the studio and the command line: from settings and a rig to numbers. */
import { type MakeParallel, threadsToReserve } from "../kernels/parallel";
import { connectedComponents } from "../mesh/components";
import { cotangentLaplacian, uniformLaplacian } from "../mesh/laplacian";
import type { DeformSettings, DeformSource, DirectData, Strengths } from "../model/deform";
import { restDiagonal } from "../model/mesh/mesh-sequence";
import type { SparseWeights } from "../model/rig/sparse-weights";
import type { Task } from "../model/task";
import type { Csc } from "../sparse/csc";
import { rotationCentres } from "./classic/centres-of-rotation";
import { linkParts } from "./delta-mush/join-parts";
import { ringSmoother, ringSmootherBytes } from "./delta-mush/ring-smoother";
import type { SmoothingSettings } from "./delta-mush/smoothing";
import { bindMesh } from "./direct/bone-columns";
import { DirectCache, type DirectRows, type KeptMesh, sameSmoothing } from "./direct/direct-cache";
import { carryToVertices, limbStrengths } from "./direct/limb-radius";
import { mergeBones } from "./direct/merge-moments";
import type { DirectMoments } from "./direct/moments";
import { DIRECT_DEFAULTS, type DirectSettings, rotationPart, translationPart } from "./direct/psi";
import { nearestBones } from "./nearest-bones";
import { owners, rigidWeights } from "./rigid-bind";

/** The weights that are smoothed. */
export function weightsToSmooth(
  { rest, bones, weights }: DeformSource,
  bind: DeformSettings["bind"],
): SparseWeights {
  if (bind === "rig") return weights;
  return rigidWeights(bind === "rigid" ? owners(weights) : nearestBones(rest, bones));
}

/**
 * The Laplacian with its bridges between parts.
 * @throws CancelledError if the task is cancelled.
 */
export async function deformLaplacian(
  source: DeformSource,
  bound: SparseWeights,
  settings: DeformSettings,
  task: Task,
): Promise<Csc> {
  const { rest, triangles } = source;
  const vertexCount = rest.length / 3;
  const laplacian =
    settings.laplacian === "uniform"
      ? uniformLaplacian(vertexCount, triangles)
      : cotangentLaplacian(rest, triangles, { nonNegative: true });
  const reach = settings.joinReach * restDiagonal(source);
  await task.checkpoint();
  const parts = connectedComponents(vertexCount, triangles);
  return linkParts(laplacian, rest, owners(bound), parts, { reach }, task);
}

/** The painted strengths if there are any, otherwise the strengths by limb radius or by joint, otherwise 1. */
export function prepareStrengths(source: DeformSource, settings: DeformSettings): Strengths {
  const { rest, bones, weights } = source;
  const { painted, limbRadius, slideOfBone } = settings;
  const bound = weightsToSmooth(source, settings.bind);
  const ones = () => new Float32Array(rest.length / 3).fill(1);
  const radius = () => (limbRadius ? Float32Array.from(limbStrengths(rest, bound, bones)) : ones());
  // Uses the rig's own weights: with a rigid bind α would change in steps, which tear the skin.
  const slide = () => (slideOfBone ? Float32Array.from(carryToVertices(slideOfBone, weights)) : ones());
  return {
    lambda: painted.lambda ?? radius(),
    kappa: painted.kappa ?? radius(),
    alpha: painted.alpha ?? slide(),
  };
}

/** The settings in the terms of `psi.ts`. */
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
 * @param cache data from earlier calls; without a cache nothing is kept.
 * @throws CancelledError; SinewError for invalid settings.
 */
export async function prepareDirect(
  source: DeformSource,
  settings: DeformSettings,
  makeParallel: MakeParallel,
  task: Task,
  cache = new DirectCache(),
): Promise<DirectData> {
  return cache.exclusive(async () => {
    const started = performance.now();
    await task.checkpoint();
    const bound = weightsToSmooth(source, settings.bind);
    const strengths = prepareStrengths(source, settings);
    const kept = await bindOrFind(cache, source, bound, settings, task);
    const { rows, solved } = await solveParts(
      kept,
      directSettingsOf(settings, strengths),
      makeParallel,
      task,
    );
    cache.keep(kept);
    // Copies, because the caller may transfer the result to another thread.
    return {
      ...structuredClone({ rest: source.rest, ...rows, bound, strengths }),
      seconds: (performance.now() - started) / 1000,
      solved,
    };
  });
}

async function bindOrFind(
  cache: DirectCache,
  source: DeformSource,
  weights: SparseWeights,
  settings: DeformSettings,
  task: Task,
): Promise<KeptMesh> {
  const { rest, triangles, bones } = source;
  const { laplacian, joinReach } = settings;
  const from = { rest, triangles, weights, boneCount: bones.length, laplacian, joinReach };
  const found = cache.find(from);
  if (found) return { ...found };
  task.progress({ phase: "Binding", done: null, detail: "" });
  const mesh = bindMesh(rest, weights, bones.length);
  await task.checkpoint();
  const matrix = await deformLaplacian(source, weights, settings, task);
  await task.checkpoint();
  return { from, mesh, laplacian: matrix, rotation: null, translation: null, rows: null };
}

/** A bone's reach ends where its contribution is below this share of the amount that a vertex may drop. */
const REACH = 0.01;

/** Updates the kept data to the settings. */
async function solveParts(
  kept: KeptMesh,
  settings: DirectSettings,
  makeParallel: MakeParallel,
  task: Task,
): Promise<{ rows: DirectRows; solved: number }> {
  const { scheme, iterations, negligible } = settings;
  const { mesh, laplacian } = kept;
  const forRotation = { scheme, iterations, step: settings.lambda, strengths: settings.lambdaOf };
  const forTranslation = { scheme, iterations, step: settings.kappa, strengths: settings.kappaOf };
  const rotates = !kept.rotation || !sameSmoothing(kept.rotation.settings, forRotation);
  const translates = !kept.translation || !sameSmoothing(kept.translation.settings, forTranslation);
  const solved = Number(rotates) + Number(translates);
  if (solved > 0) {
    const size = { vertexCount: laplacian.columns, entries: laplacian.indices.length + laplacian.columns };
    const parallel = await makeParallel(ringSmootherBytes(size, threadsToReserve(makeParallel)));
    const accuracy = (REACH * negligible) / mesh.columns.length;
    const smoother = (smoothing: SmoothingSettings) =>
      ringSmoother(parallel, laplacian, smoothing, accuracy, task);
    try {
      if (rotates) {
        const result = await rotationPart(mesh, negligible, smoother(forRotation), task);
        kept.rotation = { settings: forRotation, result };
      }
      if (translates) {
        const result = await translationPart(mesh, negligible, smoother(forTranslation), task);
        kept.translation = { settings: forTranslation, result };
      }
    } finally {
      parallel.dispose();
    }
    kept.rows = null;
  }
  kept.rows ??= rowsInF32(await mergeBones(mesh, kept.rotation!.result, kept.translation!.result, task));
  return { rows: kept.rows, solved };
}

function rowsInF32({ centres, offsets, bones, moments, psi, smooth }: DirectMoments): DirectRows {
  return {
    centres: new Float32Array(centres),
    offsets,
    bones,
    moments: new Float32Array(moments),
    psi: new Float32Array(psi),
    smooth: new Float32Array(smooth),
  };
}

/** Optimised centres of rotation of the rig's own weights, 3V. */
export async function prepareCentres(
  { rest, triangles, weights }: DeformSource,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Float32Array> {
  return Float32Array.from(await rotationCentres(rest, triangles, weights, makeParallel, task));
}
