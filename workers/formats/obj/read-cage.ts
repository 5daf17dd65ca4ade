/** Reads a cage from files: its mesh from an OBJ, and its weights from a .dmat. */

import { SinewError } from "../../model/errors";
import type { ReadCage } from "../../model/files/cage-source";
import type { CageShape } from "../../model/reduce/reduce-report";
import { howMany } from "../../model/reports/figures";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { WeightBuilder } from "../../model/rig/weight-builder";
import type { Task } from "../../model/task";
import { readDmat } from "../skeletons/dmat";
import type { SourceFile } from "../source/source";
import { readObj } from "./obj";

/** Smaller weights have no visible effect. */
const LEAST = 1e-6;

const refuse = (title: string, body: string): never => {
  throw new SinewError({ title, body });
};

/**
 * The cage in an OBJ, with its vertices in the order of the file and polygons cut into fans.
 * @param origin what was subtracted from the mesh on reading.
 */
async function shapeOf(file: SourceFile, origin: ArrayLike<number>, task: Task): Promise<CageShape> {
  const { positions, polygonOffsets, polygonCorners, displayPoint } = await readObj(file, task);
  const triangles: number[] = [];
  for (let p = 0; p + 1 < polygonOffsets.length; p++) {
    const corners = polygonCorners.subarray(polygonOffsets[p], polygonOffsets[p + 1]);
    for (let n = 2; n < corners.length; n++) {
      triangles.push(...[corners[0], corners[n - 1], corners[n]].map((d) => displayPoint[d]));
    }
  }
  return {
    positions: Float32Array.from(positions, (x, n) => x - origin[n % 3]),
    triangles: Uint32Array.from(triangles),
  };
}

/**
 * Weights of a cage: a row for each vertex of the mesh, a column for each vertex of the cage.
 * @throws SinewError if they belong to other meshes, or do not sum to 1.
 */
async function weightsOf(file: SourceFile, vertices: number, cageVertices: number): Promise<SparseWeights> {
  const { rows, columns, values } = await readDmat(file);
  if (rows !== vertices || columns !== cageVertices) {
    refuse(
      `${file.name} does not fit its mesh and cage`,
      `It has ${howMany(rows, "row")} of ${howMany(columns, "weight")}; the mesh has ${howMany(vertices, "vertex")}, and the cage ${cageVertices}.`,
    );
  }
  const kept = new WeightBuilder();
  for (let i = 0; i < rows; i++) {
    const row = values.subarray(i * columns, (i + 1) * columns);
    const broken = row.findIndex((w) => !Number.isFinite(w));
    if (broken >= 0) {
      refuse(
        `${file.name} has weights that are not numbers`,
        `One is that of the cage's vertex ${broken + 1} at vertex ${i + 1}. Export the weights again.`,
      );
    }
    const sum = row.reduce((total, w) => total + w, 0);
    if (!(Math.abs(sum - 1) < 0.02)) {
      refuse(
        `${file.name} has no weights of a cage`,
        `The weights of vertex ${i + 1} sum to ${Number(sum.toPrecision(4))}, not to 1.`,
      );
    }
    row.forEach((weight, j) => {
      if (Math.abs(weight) >= LEAST) kept.add(j, weight / sum);
    });
    kept.endRow();
  }
  return kept.weights();
}

/**
 * @param files an OBJ, and optionally a .dmat.
 * @param origin what was subtracted from the mesh on reading; `vertices` its number of vertices.
 * @throws SinewError if there is no OBJ, or the weights belong to other meshes.
 */
export async function readCage(
  files: readonly SourceFile[],
  { origin, vertices }: { origin: ArrayLike<number>; vertices: number },
  task: Task,
): Promise<ReadCage> {
  const withEnding = (ending: string) => files.find(({ name }) => name.toLowerCase().endsWith(ending));
  const mesh = withEnding(".obj");
  const table = withEnding(".dmat");
  if (!mesh) {
    const names = files.map(({ name }) => name).join(", ");
    return refuse(
      `${names} has no cage`,
      "A cage is an OBJ file with a closed mesh of few vertices. Its weights may be in a .dmat file beside it.",
    );
  }
  const cage = await shapeOf(mesh, origin, task);
  const weights = table ? await weightsOf(table, vertices, cage.positions.length / 3) : null;
  return { file: mesh.name, cage, weights };
}
