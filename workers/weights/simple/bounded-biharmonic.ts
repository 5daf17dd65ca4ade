/**
 * Bounded biharmonic weights (Jacobson, Baran, Popović & Sorkine 2011): each bone's weights minimise ½ wᵀ Q w with Q =
 * L M⁻¹ L, the squared Laplacian over the solid, with w = 1 on the bone, w = 0 on the other bones and 0 ≤ w ≤ 1. The
 * rows are normalised afterwards, as in the paper, which solves bone by bone.
 *
 * ADMM solves all bones at once (Boyd et al. 2011): x = argmin ½ xᵀQx + ρ/2 ‖x − z + u‖²_M, z = x + u clamped to the
 * bounds, u += x − z. The matrix Q + ρM is the same for all bones and steps, so one factor is enough. An active set
 * would need another matrix for each bone and step. ρ has the unit length⁻⁴ and is STIFFNESS / ℓ⁴, where ℓ is the
 * solid's size per bone. Measured on a hand of 7234 vertices and 20 bones after 100 steps, for a STIFFNESS of 1e2, 1e3,
 * 1e4 and 1e6: ½ wᵀQw is above its least by 6e-4, 1e-5, 2e-3 and 0.1 of its drop from w = 0 (off the bones), and the
 * largest distance of x from its bounds is 0.04, 0.015, 0.002 and 0.002.
 */
import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import { inSteps } from "../../math/steps";
import { tetLaplacian } from "../../mesh/tet-laplacian";
import { SinewError } from "../../model/errors";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import { addDiagonal, type Csc, cscFromTriplets } from "../../sparse/csc";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import { analyseSteps } from "../../sparse/symbolic";
import { vertexMasses } from "../bindable-mesh";
import { boneHandles } from "../handles";
import { type SegmentTree, segmentTree } from "../segment-tree";
import { type DenseWeights, normaliseDenseWeights } from "./dense-weights";

export interface BiharmonicOptions {
  /**
   * Steps end when the largest change and the largest distance from the bounds are below this, for weights in 0..1.
   */
  tolerance: number;
  /** The most steps. */
  steps: number;
}

const STIFFNESS = 1e3;
/** Over-relaxation. */
const RELAX = 1.6;

/**
 * @param mesh a mesh with tetrahedra.
 * @throws SinewError if there are no tetrahedra or the skeleton moves nothing; CancelledError.
 */
export async function boundedBiharmonicWeights(
  mesh: Bindable,
  skeleton: Skeleton,
  options: BiharmonicOptions,
  makeParallel: MakeParallel,
  task: Task,
): Promise<DenseWeights> {
  const tree = segmentTree(skeleton);
  if (!mesh.tets?.length) {
    throw new SinewError({
      title: "Bounded biharmonic weights need a solid",
      body: "This mesh is a surface. Open a mesh of tetrahedra (.mesh), or use heat weights.",
    });
  }
  const handles = boneHandles(mesh, skeleton, tree);
  const masses = vertexMasses(mesh);
  const used = new Uint8Array(masses.length);
  for (const i of mesh.tets) used[i] = 1;
  const free = Uint32Array.from(masses.keys()).filter((i) => used[i] === 1 && !handles.has(i));
  const bilaplacian = squaredLaplacian(tetLaplacian(mesh.positions, mesh.tets), masses);
  await task.checkpoint();
  const out: DenseWeights = { bones: tree.count, values: new Float64Array(masses.length * tree.count) };
  for (const [i, bones] of handles) {
    for (const j of bones) out.values[tree.count * i + j] = 1 / bones.length;
  }
  const penalty = STIFFNESS / sizePerBone(masses, tree) ** 4;
  const system = restrict(bilaplacian, free);
  const b = pullOfHandles(bilaplacian, free, out, tree);
  await descend({ system, b, free, masses, penalty, tree, out }, makeParallel, task, options);
  normaliseDenseWeights(out);
  return out;
}

/** L M⁻¹ L of a symmetric L, column by column. */
function squaredLaplacian({ columns, offsets, indices, values }: Csc, masses: Float64Array): Csc {
  const [row, column, value]: number[][] = [[], [], []];
  const sums = new Float64Array(columns);
  const mark = new Int32Array(columns).fill(-1);
  for (let c = 0; c < columns; c++) {
    const rows: number[] = [];
    for (let e = offsets[c]; e < offsets[c + 1]; e++) {
      const middle = indices[e];
      for (let f = offsets[middle]; f < offsets[middle + 1]; f++) {
        const r = indices[f];
        if (mark[r] !== c) {
          mark[r] = c;
          sums[r] = 0;
          rows.push(r);
        }
        sums[r] += (values[f] * values[e]) / masses[middle];
      }
    }
    for (const r of rows) {
      row.push(r);
      column.push(c);
      value.push(sums[r]);
    }
  }
  return cscFromTriplets(columns, columns, { row, column, value });
}

/** The cube root of the volume that a bone has on average. */
function sizePerBone(masses: Float64Array, { moving }: SegmentTree): number {
  return Math.cbrt(masses.reduce((sum, m) => sum + m, 0) / moving.length);
}

/** Rows and columns of the free vertices. */
function restrict({ columns, offsets, indices, values }: Csc, free: Uint32Array): Csc {
  const place = new Int32Array(columns).fill(-1);
  free.forEach((i, n) => {
    place[i] = n;
  });
  const [row, column, value]: number[][] = [[], [], []];
  free.forEach((i, n) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      if (place[indices[e]] < 0) continue;
      row.push(place[indices[e]]);
      column.push(n);
      value.push(values[e]);
    }
  });
  return cscFromTriplets(free.length, free.length, { row, column, value });
}

/** −Q_fh w_h for every moving bone. Row n belongs to the free vertex n. */
function pullOfHandles(
  { offsets, indices, values }: Csc,
  free: Uint32Array,
  weights: DenseWeights,
  { moving }: SegmentTree,
): Float64Array {
  const b = new Float64Array(free.length * moving.length);
  free.forEach((i, n) => {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const from = weights.bones * indices[e];
      moving.forEach((j, c) => {
        b[n * moving.length + c] -= values[e] * weights.values[from + j];
      });
    }
  });
  return b;
}

interface Descent {
  system: Csc;
  b: Float64Array;
  free: Uint32Array;
  masses: Float64Array;
  penalty: number;
  tree: SegmentTree;
  out: DenseWeights;
}

/** Runs ADMM, and writes the weights of the free vertices. */
async function descend(
  { system, b, free, masses, penalty, tree, out }: Descent,
  makeParallel: MakeParallel,
  task: Task,
  { tolerance, steps }: BiharmonicOptions,
): Promise<void> {
  const columns = tree.moving.length;
  const pull = Float64Array.from(free, (i) => penalty * masses[i]);
  const matrix = addDiagonal(system, pull);
  const symbolic = await inSteps(analyseSteps(matrix), task);
  const bytes = SparseLdlt.bytes(symbolic, threadsToReserve(makeParallel), 0) + 8 * b.length;
  const parallel: Parallel = await makeParallel(bytes);
  try {
    const x = parallel.arena.f64(b.length);
    task.progress({ phase: "Bounded biharmonic weights", done: null, detail: "factorisation" });
    const ldlt = await SparseLdlt.create(parallel, matrix, task, symbolic);
    const z = new Float64Array(b.length);
    const u = new Float64Array(b.length);
    for (let step = 0; step < steps && !task.finishNow; step++) {
      for (let n = 0; n < x.length; n++) x[n] = b[n] + pull[Math.floor(n / columns)] * (z[n] - u[n]);
      await ldlt.solve(x, columns, task);
      const change = project(x, z, u);
      const detail = `step ${step + 1}`;
      task.progress({ phase: "Bounded biharmonic weights", done: null, detail });
      if (change < tolerance) break;
    }
    free.forEach((i, n) => {
      tree.moving.forEach((j, c) => {
        out.values[tree.count * i + j] = z[n * columns + c];
      });
    });
  } finally {
    parallel.dispose();
  }
}

/**
 * Computes z and u of the next step. Returns the largest change of z, or the largest distance of x from z if that is
 * larger.
 */
function project(x: Float64Array, z: Float64Array, u: Float64Array): number {
  let most = 0;
  for (let n = 0; n < x.length; n++) {
    const relaxed = RELAX * x[n] + (1 - RELAX) * z[n];
    const next = Math.min(1, Math.max(0, relaxed + u[n]));
    u[n] += relaxed - next;
    most = Math.max(most, Math.abs(next - z[n]), Math.abs(x[n] - next));
    z[n] = next;
  }
  return most;
}
