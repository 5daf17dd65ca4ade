/**
 * The moments of Direct Delta Mush: Le & Lewis 2019, eq. 6b and 12 with the per-vertex strengths of section 3.3.
 *
 *   Ψ_ij = Σ_k B_ki w_kj u_k u_kᵀ, B = (I + λ L D_L⁻¹ D_λ)^−p;   w'_ij = Σ_k C_ki w_kj, C the same with κ, D_κ.
 *
 * Ψ_ij is stored about the vertex's own centre p_i = Σ_j Σ_k B_ki w_kj u_k: with e_k = u_k − p_i, its 10 numbers are
 *   A_ij = Σ_k B_ki w_kj e_k e_kᵀ (6), b_ij = Σ_k B_ki w_kj e_k (3), ψ_ij = Σ_k B_ki w_kj (1), and Σ_j b_ij = 0. The
 *   paper's moments about the origin lose f32's precision with the square of distance over patch size; these do not. Ω
 *   (eq. 11) differs from them only by a factor and in ω, so a change of α never needs another solve.
 *
 * A vertex keeps a bone whose share exceeds `negligible` / B (`keep-entries.ts`); dropped entries therefore sum to less
 * than `negligible` of each. The rest is scaled to sum to 1 and centred again, so rigid motions stay exact.
 */
import type { Task } from "../../model/task";
import type { Csc } from "../../sparse/csc";
import type { BlendRows } from "../deformer";
import { createSmoother, type Factorise, type SmoothingSettings } from "../delta-mush/smoothing";
import { type BoundMesh, bindMesh, type SmoothGroups, WIDTH } from "./bone-columns";
import {
  type KeptEntries,
  type RotationPart,
  smoothMoments,
  smoothPatches,
  smoothShares,
} from "./keep-entries";
import { mergeBones } from "./merge-moments";
import type { DirectMoments } from "./moments";

export interface DirectMesh {
  /** 3V. */
  rest: ArrayLike<number>;
  /** V x V, symmetric, zero row sums. */
  laplacian: Csc;
}

export interface DirectSettings {
  scheme: "implicit" | "explicit";
  /** p, smoothing steps: default 20. */
  iterations: number;
  /** λ, the step that smooths rotations: default 1. */
  lambda: number;
  /** κ, the step that smooths translations, less than λ: default 0.1. */
  kappa: number;
  /** Diagonals of D_λ and D_κ, V each, or null for 1 everywhere. */
  lambdaOf: ArrayLike<number> | null;
  kappaOf: ArrayLike<number> | null;
  /** Share of a vertex's weight and moments that may be dropped in total, 0..0.01: default 1e-5. */
  negligible: number;
}

export const DIRECT_DEFAULTS: DirectSettings = {
  scheme: "implicit",
  iterations: 20,
  lambda: 1,
  kappa: 0.1,
  lambdaOf: null,
  kappaOf: null,
  negligible: 1e-5,
};

/** λ: centres and Ψ. @throws CancelledError */
export async function rotationPart(
  { local, columns }: BoundMesh,
  negligible: number,
  smooth: SmoothGroups,
  task: Task,
): Promise<RotationPart> {
  const patches = await smoothPatches(local.positions, smooth);
  const least = negligible / columns.length;
  const entries = await smoothMoments(local.positions, columns, patches, least, smooth, (done) =>
    task.progress({
      phase: "Smoothing rotations",
      done: done / columns.length,
      detail: `bone ${done} of ${columns.length}`,
    }),
  );
  return { centres: patches.centres, entries };
}

/** κ: w'. @throws CancelledError */
export async function translationPart(
  { local, columns }: BoundMesh,
  negligible: number,
  smooth: SmoothGroups,
  task: Task,
): Promise<KeptEntries[]> {
  task.progress({ phase: "Smoothing translations", done: null, detail: "" });
  return smoothShares(local.positions.length / 3, columns, negligible / columns.length, smooth);
}

/**
 * The moments by any solver: the reference, and for small meshes.
 * @param boneCount B; every bone that `weights` names is below it.
 * @param factorise called twice, for λ and for κ.
 * @throws CancelledError if the task is cancelled.
 */
export async function directMoments(
  mesh: DirectMesh,
  weights: BlendRows,
  boneCount: number,
  settings: DirectSettings,
  factorise: Factorise,
  task: Task,
): Promise<DirectMoments> {
  const { scheme, iterations, lambda, kappa, lambdaOf, kappaOf, negligible } = settings;
  const solver = (step: number, strengths: SmoothingSettings["strengths"]) =>
    wholeMesh(mesh.laplacian, { scheme, iterations, step, strengths }, factorise, task);
  const bound = bindMesh(mesh.rest, weights, boneCount);
  const rotations = await rotationPart(bound, negligible, await solver(lambda, lambdaOf), task);
  const translations = await translationPart(bound, negligible, await solver(kappa, kappaOf), task);
  return mergeBones(bound, rotations, translations, task);
}

/** Groups that are solved together. */
const BATCH = 8;
/** The most columns that are solved at once. */
export const WIDEST_SOLVE = BATCH * WIDTH;

/** Groups on all vertices, one beside the other. */
async function wholeMesh(
  laplacian: Csc,
  settings: SmoothingSettings,
  factorise: Factorise,
  task: Task,
): Promise<SmoothGroups> {
  const smooth = await createSmoother(laplacian, settings, factorise);
  const count = laplacian.columns;
  const all = Uint32Array.from({ length: count }, (_, i) => i);
  return async (groups, take) => {
    for (let from = 0; from < groups.length; from += BATCH) {
      const batch = groups.slice(from, from + BATCH);
      const width = WIDTH * batch.length;
      const columns = new Float64Array(count * width);
      batch.forEach(({ vertices, values }, g) => {
        vertices.forEach((i, n) => {
          columns.set(values.subarray(WIDTH * n, WIDTH * (n + 1)), i * width + WIDTH * g);
        });
      });
      await smooth(columns, width);
      await task.checkpoint();
      const own = new Float64Array(count * WIDTH);
      for (let g = 0; g < batch.length; g++) {
        for (let i = 0; i < count; i++) {
          own.set(columns.subarray(i * width + WIDTH * g, i * width + WIDTH * (g + 1)), WIDTH * i);
        }
        take(from + g, all, own);
      }
    }
  };
}
