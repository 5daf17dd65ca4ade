/**
 * Heat weights (Baran & Popović 2007, "Automatic rigging and animation of 3D characters", section 4, as Thiery &
 * Eisemann 2018 use them): bone j keeps its cell χ_j at temperature 1 and all other cells at 0, and the surface
 * conducts heat. (−Δ + H) w_j = H χ_j, where H_ii = 1 / |v_i − p(i)|² if the nearest point p(i) of the skeleton is
 * visible, otherwise 0.
 *
 * With the stiffness matrix L and the masses M, this is (L + M H) w_j = M H χ_j: one factor, and a right-hand side for
 * each bone. L has no negative weights, which makes the matrix an M-matrix. Therefore 0 ≤ w ≤ 1 holds for any mesh, and
 * Σ_j w_j = 1 because Σ_j χ_j = 1. A part that sees no bone makes the matrix singular. H then treats only this part as
 * visible. (The papers do so for the whole mesh, which changes other parts without need.)
 */

import { TriangleTree } from "../../geometry/surface/triangle-tree";
import { type MakeParallel, type Parallel, threadsToReserve } from "../../kernels/parallel";
import { inSteps } from "../../math/steps";
import type { Skeleton } from "../../model/skeleton/skeleton";
import type { Task } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import { addDiagonal, type Csc } from "../../sparse/csc";
import { SparseLdlt } from "../../sparse/sparse-ldlt";
import { analyseSteps } from "../../sparse/symbolic";
import {
  addMatrices,
  boxDiagonal,
  conductingParts,
  positiveLaplacian,
  vertexMasses,
  wireLaplacian,
} from "../bindable-mesh";
import { type SegmentTree, segmentTree } from "../segment-tree";
import { type BoneCells, boneCells } from "./bone-cells";
import { type DenseWeights, normaliseDenseWeights } from "./dense-weights";

/** Least distance from the skeleton, relative to the bounding box's diagonal. */
const LEAST_DISTANCE = 1e-4;
/** Conductance of a link of length 0 (Thiery & Eisemann, section 6). Cotangents are around 1. */
const WIRE = 1e5;

/**
 * Weights of every segment for every vertex, 0..1, with rows that sum to 1 up to rounding. Turning, moving or scaling
 * mesh and skeleton together changes nothing. Linked vertices get the larger of their weights with and without links.
 * @param mesh a mesh with finite positions. With tetrahedra, heat flows through the solid.
 * @param known the result of `visibleCells`, if there is one.
 * @throws SinewError if the skeleton moves nothing; CancelledError.
 */
export async function heatWeights(
  mesh: Bindable,
  skeleton: Skeleton,
  makeParallel: MakeParallel,
  task: Task,
  known?: BoneCells,
): Promise<DenseWeights> {
  const tree = segmentTree(skeleton);
  const cells = known ?? (await visibleCells(mesh, skeleton, tree, task));
  await task.checkpoint();
  const laplacian = positiveLaplacian(mesh);
  await task.checkpoint();
  task.progress({ phase: "Heat weights", done: null, detail: "diffusion" });
  const plain = await diffuse(mesh, laplacian, cells, tree, makeParallel, task);
  if (!mesh.wires?.length) return plain;

  const square = boxDiagonal(mesh.positions) ** 2;
  const wires = wireLaplacian(mesh, (s) => WIRE * Math.exp(-s / square));
  const joined = addMatrices(laplacian, wires);
  const wired = await diffuse(mesh, joined, cells, tree, makeParallel, task);
  for (let n = 0; n < plain.values.length; n++) plain.values[n] = Math.max(plain.values[n], wired.values[n]);
  normaliseDenseWeights(plain);
  return plain;
}

/** The cells of the bones, with the mesh itself as the occluder. */
export function visibleCells(
  { positions, triangles }: Bindable,
  skeleton: Skeleton,
  tree: SegmentTree,
  task: Task,
): Promise<BoneCells> {
  task.progress({ phase: "Heat weights", done: null, detail: "what each vertex sees" });
  return boneCells(positions, skeleton, tree, new TriangleTree(positions, triangles), task);
}

async function diffuse(
  mesh: Bindable,
  laplacian: Csc,
  cells: BoneCells,
  tree: SegmentTree,
  makeParallel: MakeParallel,
  task: Task,
): Promise<DenseWeights> {
  const heat = heatOfVertices(mesh, laplacian, cells);
  await task.checkpoint();
  const matrix = addDiagonal(laplacian, heat);
  await task.checkpoint();
  const symbolic = await inSteps(analyseSteps(matrix), task);
  const columns = tree.moving.length;
  const bytes =
    SparseLdlt.bytes(symbolic, threadsToReserve(makeParallel), columns) + 8 * heat.length * columns;
  const parallel: Parallel = await makeParallel(bytes);
  try {
    const x = parallel.arena.f64(heat.length * columns);
    const column = new Int32Array(tree.count).fill(-1);
    tree.moving.forEach((j, c) => {
      column[j] = c;
    });
    x.fill(0);
    for (let i = 0; i < heat.length; i++) {
      const [begin, end] = [cells.offsets[i], cells.offsets[i + 1]];
      for (let e = begin; e < end; e++) x[columns * i + column[cells.bones[e]]] = heat[i] / (end - begin);
    }
    const ldlt = await SparseLdlt.create(parallel, matrix, task, symbolic);
    await ldlt.solve(x, columns, task);
    await task.checkpoint();
    return spread(x, tree);
  } finally {
    parallel.dispose();
  }
}

/** M H, above 0 in every part. */
function heatOfVertices(mesh: Bindable, laplacian: Csc, { distance, visible }: BoneCells): Float64Array {
  const { label, count } = conductingParts(laplacian);
  const sees = new Uint8Array(count);
  for (let i = 0; i < label.length; i++) sees[label[i]] |= visible[i];
  const least = LEAST_DISTANCE * boxDiagonal(mesh.positions);
  return vertexMasses(mesh).map((mass, i) =>
    visible[i] || !sees[label[i]] ? mass / Math.max(least, distance[i]) ** 2 : 0,
  );
}

/** Copies the columns of moving segments to the columns of all segments. Cuts off rounding below 0. */
function spread(x: Float64Array, { count, moving }: SegmentTree): DenseWeights {
  const columns = moving.length;
  const vertexCount = x.length / columns;
  const out = { bones: count, values: new Float64Array(vertexCount * count) };
  for (let i = 0; i < vertexCount; i++) {
    for (let c = 0; c < columns; c++) out.values[count * i + moving[c]] = Math.max(0, x[columns * i + c]);
  }
  normaliseDenseWeights(out);
  return out;
}
