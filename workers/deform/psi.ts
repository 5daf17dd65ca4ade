/**
 * The moments of Direct Delta Mush: Le & Lewis 2019, eq. 6b and 12 with the per-vertex strengths of section 3.3.
 *
 *   Ψ_ij = Σ_k B_ki w_kj u_k u_kᵀ, B = (I + λ L D_L⁻¹ D_λ)^−p;   w'_ij = Σ_k C_ki w_kj, C the same with κ, D_κ.
 *
 * Ψ_ij is kept about the vertex' own centre p_i = Σ_j Σ_k B_ki w_kj u_k: with e_k = u_k − p_i, its 10 numbers are
 *   A_ij = Σ_k B_ki w_kj e_k e_kᵀ (6), b_ij = Σ_k B_ki w_kj e_k (3), ψ_ij = Σ_k B_ki w_kj (1), and Σ_j b_ij = 0.
 * The paper's moments about the origin lose f32's precision with the square of distance over patch size; these do not,
 * and Ω (eq. 11) differs from them by a factor and in ω alone, so that α never needs another solve.
 *
 * Smoothing is global and leaves a trace of every bone everywhere. A vertex keeps a bone whose share of its weight, of
 * its patch' first moment or of its second exceeds `negligible` / B; what is left out therefore adds up to less than
 * `negligible` of each. The rest is scaled to sum to 1 and centred again, so rigid motions stay exact.
 */
import { boundsOf } from "../model/mesh-sequence";
import type { Task } from "../model/task";
import type { Csc } from "../sparse/csc";
import type { WeightRows } from "./deformer";
import { type BoneMoments, mergeBones } from "./merge-moments";
import type { DirectMoments, LocalPositions } from "./moments";
import { createSmoother, type Factorise, type Smoother, type SmoothingSettings } from "./smoothing";

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
  /** Share of a vertex' weight and moments that may be dropped in all, 0..0.01: default 1e-5. */
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

/** Bones that are solved together: 10 columns each. */
const BATCH = 8;
/** The most columns that are solved at once. */
export const WIDEST_SOLVE = 10 * BATCH;

/**
 * @param boneCount B; every bone that `weights` names is below it.
 * @param factorise called twice, for λ and for κ.
 * @throws CancelledError when the task was asked to stop.
 */
export async function directMoments(
  mesh: DirectMesh,
  weights: WeightRows,
  boneCount: number,
  settings: DirectSettings,
  factorise: Factorise,
  task: Task,
): Promise<DirectMoments> {
  const { scheme, iterations, lambda, kappa, lambdaOf, kappaOf } = settings;
  const smootherOf = (step: number, strengths: SmoothingSettings["strengths"]) =>
    createSmoother(mesh.laplacian, { scheme, iterations, step, strengths }, factorise);
  const smoothRotation = await smootherOf(lambda, lambdaOf);
  const smoothTranslation = await smootherOf(kappa, kappaOf);
  const local = centred(mesh.rest);
  const patches = await patchesOf(local, smoothRotation);
  const reach = columnsOf(weights, boneCount);
  const found: BoneMoments[] = [];
  for (let from = 0; from < reach.length; from += BATCH) {
    const batch = reach.slice(from, from + BATCH);
    const psi = await smoothMoments(local.positions, batch, smoothRotation);
    await task.checkpoint();
    const shares = await smoothWeights(local.positions.length / 3, batch, smoothTranslation);
    for (let b = 0; b < batch.length; b++) {
      const least = settings.negligible / reach.length;
      found.push(keepEntries(batch[b].bone, psi, shares, b, batch.length, patches, least));
    }
    const done = Math.min(reach.length, from + BATCH);
    task.progress({
      phase: "Smoothing weights",
      done: done / reach.length,
      detail: `bone ${done} of ${reach.length}`,
    });
    await task.checkpoint();
  }
  return mergeBones(mesh.rest, local, patches.centres, found);
}

function centred(rest: ArrayLike<number>): LocalPositions {
  const box = boundsOf(rest);
  const origin = [0, 1, 2].map((c) => (box[c] + box[c + 3]) / 2);
  const unit = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]) || 1;
  return { positions: Float64Array.from(rest, (x, n) => (x - origin[n % 3]) / unit), origin, unit };
}

/** The whole patch of each vertex: its centre p_i, and trace(P − p pᵀ), its size squared. */
interface Patches {
  centres: Float64Array;
  sizes: Float64Array;
}

async function patchesOf({ positions }: LocalPositions, smooth: Smoother): Promise<Patches> {
  const count = positions.length / 3;
  const columns = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
    columns.set([x, y, z, x * x + y * y + z * z], 4 * i);
  }
  await smooth(columns, 4);
  const patches = { centres: new Float64Array(3 * count), sizes: new Float64Array(count) };
  for (let i = 0; i < count; i++) {
    const [x, y, z, square] = columns.subarray(4 * i, 4 * i + 4);
    patches.centres.set([x, y, z], 3 * i);
    patches.sizes[i] = Math.max(0, square - x * x - y * y - z * z);
  }
  return patches;
}

/** The vertices that a bone moves, with their weights. */
interface BoneColumn {
  bone: number;
  vertices: number[];
  values: number[];
}

/** Bones with any weight, each with its column; rows are scaled to sum to 1 in f64. */
function columnsOf(weights: WeightRows, boneCount: number): BoneColumn[] {
  const columns = Array.from(
    { length: boneCount },
    (_, bone): BoneColumn => ({ bone, vertices: [], values: [] }),
  );
  for (let i = 0; i + 1 < weights.offsets.length; i++) {
    let sum = 0;
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) sum += weights.values[e];
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      if (weights.values[e] === 0) continue;
      columns[weights.bones[e]].vertices.push(i);
      columns[weights.bones[e]].values.push(weights.values[e] / sum);
    }
  }
  return columns.filter((column) => column.vertices.length > 0);
}

/** Smooths w u uᵀ of a batch of bones: 10 columns a bone, xx xy xz yy yz zz x y z 1. */
async function smoothMoments(
  positions: Float64Array,
  batch: BoneColumn[],
  smooth: Smoother,
): Promise<Float64Array> {
  const width = 10 * batch.length;
  const columns = new Float64Array((positions.length / 3) * width);
  batch.forEach(({ vertices, values }, b) => {
    vertices.forEach((i, n) => {
      const [x, y, z] = positions.subarray(3 * i, 3 * i + 3);
      const row = [x * x, x * y, x * z, y * y, y * z, z * z, x, y, z, 1];
      for (let c = 0; c < 10; c++) columns[i * width + 10 * b + c] = values[n] * row[c];
    });
  });
  await smooth(columns, width);
  return columns;
}

async function smoothWeights(
  vertexCount: number,
  batch: BoneColumn[],
  smooth: Smoother,
): Promise<Float64Array> {
  const columns = new Float64Array(vertexCount * batch.length);
  batch.forEach(({ vertices, values }, b) => {
    vertices.forEach((i, n) => {
      columns[i * batch.length + b] = values[n];
    });
  });
  await smooth(columns, batch.length);
  return columns;
}

/** The entries of one bone of a batch that are not negligible, about the centres of their vertices. */
function keepEntries(
  bone: number,
  psi: Float64Array,
  shares: Float64Array,
  b: number,
  batch: number,
  { centres, sizes }: Patches,
  least: number,
): BoneMoments {
  const vertices: number[] = [];
  const values: number[] = [];
  const entry = new Float64Array(10);
  for (let i = 0; i < sizes.length; i++) {
    const at = 10 * (i * batch + b);
    const share = shares[i * batch + b];
    if (psi[at + 9] === 0 && share === 0) continue;
    aboutCentre(psi, at, centres, 3 * i, entry);
    const size = Math.max(sizes[i], 1e-20);
    const first = Math.hypot(entry[6], entry[7], entry[8]) / Math.sqrt(size);
    const second = (Math.abs(entry[0]) + Math.abs(entry[3]) + Math.abs(entry[5])) / size;
    const weight = Math.max(Math.abs(entry[9]), Math.abs(share));
    // Patches without size (vertices that do not smooth) have nothing but rounding in their moments.
    const importance = sizes[i] > 1e-20 ? Math.max(weight, first, second) : weight;
    if (importance <= least) continue;
    vertices.push(i);
    values.push(...entry, share);
  }
  return { bone, vertices: Uint32Array.from(vertices), values: Float64Array.from(values) };
}

/** Moves moments about the origin to a centre: e = u − p. */
function aboutCentre(from: Float64Array, at: number, centres: Float64Array, c: number, out: Float64Array) {
  const [px, py, pz] = [centres[c], centres[c + 1], centres[c + 2]];
  const [x, y, z, one] = [from[at + 6], from[at + 7], from[at + 8], from[at + 9]];
  out[6] = x - one * px;
  out[7] = y - one * py;
  out[8] = z - one * pz;
  out[9] = one;
  out[0] = from[at] - px * x - px * out[6];
  out[1] = from[at + 1] - px * y - py * out[6];
  out[2] = from[at + 2] - px * z - pz * out[6];
  out[3] = from[at + 3] - py * y - py * out[7];
  out[4] = from[at + 4] - py * z - pz * out[7];
  out[5] = from[at + 5] - pz * z - pz * out[8];
}
