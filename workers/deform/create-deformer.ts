/** Creates all deformers by name. */
import type { MakeParallel } from "../kernels/parallel";
import { type ClassicKind, type DeformerKind, isClassic } from "../model/deform";
import type { TwoLayer } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { Csc } from "../sparse/csc";
import { centresOfRotationDeformer, rotationCentres } from "./classic/centres-of-rotation";
import { dualQuaternionDeformer } from "./classic/dual-quaternion";
import { linearBlendDeformer } from "./classic/linear-blend";
import { twoLayerDeformer } from "./classic/two-layer";
import type { BlendRows, Deformer } from "./deformer";
import { deltaMushDeformer } from "./delta-mush/delta-mush";
import { plainFactors } from "./delta-mush/factors";
import type { Factorise } from "./delta-mush/smoothing";
import { type DirectEntries, directEntries } from "./direct/omega";
import { DIRECT_DEFAULTS, type DirectSettings, directMoments } from "./direct/psi";
import { ddmV0 } from "./direct/variants/ddm-v0";
import { ddmV1 } from "./direct/variants/ddm-v1";
import { ddmV2 } from "./direct/variants/ddm-v2";
import { ddmV3 } from "./direct/variants/ddm-v3";
import { ddmV4 } from "./direct/variants/ddm-v4";
import { ddmV5 } from "./direct/variants/ddm-v5";

export interface DeformerInput {
  /** 3V. */
  rest: ArrayLike<number>;
  /** Vertices of the triangles, 3T. */
  triangles: ArrayLike<number>;
  /** V x V, of the whole mesh, including bridges. */
  laplacian: Csc;
  weights: BlendRows;
  /** The two layers of the weights; without them, each bone is its own virtual bone. */
  twoLayer?: TwoLayer;
  /** B. */
  boneCount: number;
}

export interface DeformerSettings extends DirectSettings {
  /** α, 0..1: default 0.5. */
  alpha: number;
  /** Diagonal of D_α, V, or null for 1 everywhere. */
  alphaOf: ArrayLike<number> | null;
}

export const DEFORMER_DEFAULTS: DeformerSettings = { ...DIRECT_DEFAULTS, alpha: 0.5, alphaOf: null };

/** The variants that pose from the entries of Direct Delta Mush. */
export const DIRECT_VARIANTS = {
  "ddm-v0": ddmV0,
  "ddm-v1": ddmV1,
  "ddm-v2": ddmV2,
  "ddm-v3": ddmV3,
  "ddm-v4": ddmV4,
  "ddm-v5": (entries: DirectEntries) => ddmV5(entries, "linear"),
  "ddm-v5-dqs": (entries: DirectEntries) => ddmV5(entries, "dual-quaternion"),
};

/** @throws CancelledError if the task is cancelled. */
export async function classicDeformer(
  kind: ClassicKind,
  { rest, triangles, weights, twoLayer }: Pick<DeformerInput, "rest" | "triangles" | "weights" | "twoLayer">,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Deformer> {
  if (kind === "lbs") return linearBlendDeformer(rest, weights);
  if (kind === "two-layer") {
    return twoLayer ? twoLayerDeformer(rest, twoLayer) : linearBlendDeformer(rest, weights);
  }
  if (kind === "dqs") return dualQuaternionDeformer(rest, weights);
  const centres = await rotationCentres(rest, triangles, weights, makeParallel, task);
  return centresOfRotationDeformer(rest, weights, centres);
}

/**
 * Prepares a deformer from the definitions, in f64: nothing for linear blend and dual quaternions, centres for centres
 * of rotation, one factorisation for Delta Mush (which smooths with λ and D_λ), the entries for Direct Delta Mush.
 * @param factorise for Direct Delta Mush; Delta Mush solves in every pose, with the plain solver.
 * @param makeParallel for centres of rotation.
 * @throws CancelledError; SinewError for invalid settings.
 */
export async function createDeformer(
  kind: DeformerKind,
  input: DeformerInput,
  settings: DeformerSettings,
  factorise: Factorise,
  makeParallel: MakeParallel,
  task: Task,
): Promise<Deformer> {
  const { weights } = input;
  if (isClassic(kind)) {
    return classicDeformer(kind, input, makeParallel, task);
  }
  if (kind === "dm") {
    const { scheme, iterations, lambda, lambdaOf } = settings;
    const smoothing = { scheme, iterations, step: lambda, strengths: lambdaOf };
    return deltaMushDeformer(input, weights, smoothing, plainFactors);
  }
  const moments = await directMoments(input, weights, input.boneCount, settings, factorise, task);
  return DIRECT_VARIANTS[kind](directEntries(moments, settings.alpha, settings.alphaOf));
}
