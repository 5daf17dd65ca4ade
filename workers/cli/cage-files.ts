// A cage from files: its mesh as OBJ, and its weights as .dmat.
import { readObj } from "../formats/obj/obj";
import { readDmat } from "../formats/skeletons/dmat";
import { nodeFiles } from "../formats/source/node-file";
import type { CageInput } from "../model/reduce/reduce-report";
import { WeightBuilder } from "../model/rig/weight-builder";
import type { Task } from "../model/task";
import { refuseInput } from "./status";

/** Weights that are smaller have no visible effect. */
const LEAST = 1e-6;

/**
 * The cage of an OBJ: its vertices in the order of the file, polygons cut into fans.
 * @param origin what was subtracted from the mesh on reading.
 */
export async function readCage(
  path: string,
  origin: ArrayLike<number>,
  task: Task,
): Promise<CageInput["cage"]> {
  const [file] = await nodeFiles([path]);
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
export async function readCageWeights(
  path: string,
  vertices: number,
  cageVertices: number,
): Promise<CageInput["weights"]> {
  const [file] = await nodeFiles([path]);
  const { rows, columns, values } = await readDmat(file);
  if (rows !== vertices || columns !== cageVertices) {
    refuseInput(
      `${file.name} does not fit its mesh and cage`,
      `It has ${rows} rows of ${columns} weights; the mesh has ${vertices} vertices, and the cage ${cageVertices}.`,
    );
  }
  const kept = new WeightBuilder();
  for (let i = 0; i < rows; i++) {
    const row = values.subarray(i * columns, (i + 1) * columns);
    const sum = row.reduce((total, w) => total + w, 0);
    if (!(Math.abs(sum - 1) < 0.02)) {
      refuseInput(
        `${file.name} has no weights of a cage`,
        `Those of vertex ${i + 1} sum to ${sum}, not to 1.`,
      );
    }
    row.forEach((weight, j) => {
      if (Math.abs(weight) >= LEAST) kept.add(j, weight / sum);
    });
    kept.endRow();
  }
  return kept.weights();
}
