/**
 * Region growing as Kavan, Sloan & O'Sullivan (2010) describe it: the deformation gradients of a region's seed triangle
 * predict its neighbours, in one pass. The gradient maps both edges of the triangle, and its normal over the square
 * root of the normal's length (Sumner & Popović 2004). A triangle without an area moves without turning.
 */
import { adjacencyOf } from "../../../geometry/adjacency";
import { inverse3 } from "../../../math/matrix3";
import { connectedComponents } from "../../../mesh/components";
import type { Task } from "../../../model/task";
import type { Problem } from "../../problem/problem";
import type { StartContext } from "../start-context";
import { grow, type Motions, reachShells, setsOf, spreadTriangles } from "./grow-regions";

type Corners = readonly (readonly number[])[];

/** @returns the regions, or null if the mesh has no triangles to seed. */
export async function gradientRegions({ problem }: StartContext, bones: number, task: Task) {
  const { vertexCount, triangles } = problem;
  const seeds = await spreadTriangles(problem, bones, task);
  if (seeds.length === 0) return null;
  const motions = new GradientMotions(problem, seeds);
  const labels = await grow(motions, adjacencyOf(triangles, vertexCount), seeds, task);
  reachShells(motions, connectedComponents(vertexCount, triangles), labels);
  return { labels, sets: setsOf(labels) };
}

/** The motions of triangles in all frames: x → G(x − a) + a′ with the deformation gradient G and the corner a. */
class GradientMotions implements Motions {
  readonly count: number;
  /** Of each triangle the 3F by 4 matrix of all frames, reduced by the basis, and its Gram matrix. */
  private readonly panels: Float64Array[] = [];
  private readonly grams: Float64Array[] = [];
  private readonly problem: Problem;

  /** @param triangles three vertices each. */
  constructor(problem: Problem, triangles: readonly (readonly number[])[]) {
    this.problem = problem;
    this.count = triangles.length;
    for (const triangle of triangles) {
      const rows = gradientRows(problem, triangle);
      this.panels.push(reduced(problem, rows));
      this.grams.push(gramOf(rows));
    }
  }

  errorOf(vertex: number, j: number): number {
    const { trajectories, stride, rank, rest, norms } = this.problem;
    const [panel, gram] = [this.panels[j], this.grams[j]];
    let error = norms[vertex];
    for (let c = 0; c < 4; c++) {
      const x = rest[4 * vertex + c];
      let along = 0;
      for (let r = 0; r < rank; r++) along += panel[4 * r + c] * trajectories[vertex * stride + r];
      error -= 2 * x * along;
      for (let d = 0; d < 4; d++) error += x * rest[4 * vertex + d] * gram[4 * c + d];
    }
    return Math.max(0, error);
  }
}

/** The motion of a triangle in all frames: 3F rows of 4 numbers [G | a′ − G a], row 3k + axis. */
function gradientRows(problem: Problem, triangle: readonly number[]): Float64Array {
  const { rest, frameCount, frameScales } = problem;
  const corners = triangle.map((i) => Array.from(rest.subarray(4 * i, 4 * i + 3)));
  const inverse = inverse3(frameOf(corners));
  const rows = new Float64Array(12 * frameCount);
  for (let k = 0; k < frameCount; k++) {
    const posed = triangle.map((i) => posedVertex(problem, i, k));
    const edges = frameOf(posed);
    for (let a = 0; a < 3; a++) {
      const row = rows.subarray(12 * k + 4 * a, 12 * k + 4 * a + 4);
      for (let c = 0; c < 3; c++) {
        if (inverse) for (let e = 0; e < 3; e++) row[c] += edges[3 * a + e] * inverse[3 * e + c];
        else if (a === c) row[c] = 1;
      }
      row[3] = posed[0][a] - row[0] * corners[0][0] - row[1] * corners[0][1] - row[2] * corners[0][2];
      if (frameScales) for (let c = 0; c < 4; c++) row[c] *= frameScales[k];
    }
  }
  return rows;
}

function posedVertex({ trajectories, basis, stride, rank, frameScales }: Problem, i: number, k: number) {
  return [0, 1, 2].map((a) => {
    let x = 0;
    for (let r = 0; r < rank; r++) x += basis[(3 * k + a) * stride + r] * trajectories[i * stride + r];
    return frameScales ? x / frameScales[k] : x;
  });
}

/** Both edges and the scaled normal as the columns of a row-major 3x3. The normal of a triangle without area is 0. */
function frameOf([a, b, c]: Corners): number[] {
  const [p, q] = [b, c].map((corner) => corner.map((x, n) => x - a[n]));
  const normal = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const scale = Math.sqrt(Math.hypot(...normal)) || 1;
  return [0, 1, 2].flatMap((n) => [p[n], q[n], normal[n] / scale]);
}

/** UᵀB of rows B: `rank` rows of 4. */
function reduced({ basis, rank, stride, frameCount }: Problem, rows: Float64Array): Float64Array {
  const out = new Float64Array(4 * rank);
  for (let row = 0; row < 3 * frameCount; row++) {
    for (let r = 0; r < rank; r++) {
      for (let c = 0; c < 4; c++) out[4 * r + c] += basis[row * stride + r] * rows[4 * row + c];
    }
  }
  return out;
}

function gramOf(rows: Float64Array): Float64Array {
  const gram = new Float64Array(16);
  for (let at = 0; at < rows.length; at += 4) {
    for (let c = 0; c < 4; c++) for (let d = 0; d < 4; d++) gram[4 * c + d] += rows[at + c] * rows[at + d];
  }
  return gram;
}
