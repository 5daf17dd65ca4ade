/**
 * The properties of a mesh from which weights are found: edges, Laplacian, masses and parts, for surfaces and solids.
 */

import type { Adjacency } from "../geometry/adjacency";
import { adjacencyOf } from "../geometry/adjacency";
import { DisjointSets } from "../mesh/disjoint-sets";
import { cotangentLaplacian, graphLaplacian, vertexAreas } from "../mesh/laplacian";
import { tetLaplacian, tetVertexVolumes } from "../mesh/tet-laplacian";
import type { Bindable } from "../model/weights/bindable";
import { type Csc, cscFromTriplets } from "../sparse/csc";

/** Least mass of a vertex, relative to the mean. Vertices without area have almost no mass, but not zero. */
const LEAST_MASS = 1e-6;
/** Least entry of a Laplacian that joins two vertices, relative to their diagonal entries. */
const LEAST_LINK = 1e-9;

/** Length of the diagonal of the bounding box; 1 for a mesh of at most one point. */
export function boxDiagonal(positions: ArrayLike<number>): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    let [least, greatest] = [Infinity, -Infinity];
    for (let n = c; n < positions.length; n += 3) {
      least = Math.min(least, positions[n]);
      greatest = Math.max(greatest, positions[n]);
    }
    if (greatest > least) sum += (greatest - least) ** 2;
  }
  return Math.sqrt(sum) || 1;
}

/** Triangles that contain all edges of the mesh: the surface, and for a solid also the faces of its tetrahedra. */
function allTriangles({ triangles, tets }: Bindable): Uint32Array {
  if (!tets) return triangles;
  const faces = new Uint32Array(triangles.length + 3 * tets.length);
  faces.set(triangles);
  for (let t = 0, at = triangles.length; t + 3 < tets.length; t += 4) {
    const [a, b, c, d] = [tets[t], tets[t + 1], tets[t + 2], tets[t + 3]];
    faces.set([a, b, c, b, c, d, c, d, a, d, a, b], at);
    at += 12;
  }
  return faces;
}

/** Neighbours along edges, and with `wired` also along the artist's links. */
export function bindableAdjacency(mesh: Bindable, wired = true): Adjacency {
  const faces = allTriangles(mesh);
  const wires = wired ? (mesh.wires ?? new Uint32Array(0)) : new Uint32Array(0);
  const all = new Uint32Array(faces.length + 1.5 * wires.length);
  all.set(faces);
  for (let w = 0, at = faces.length; w + 1 < wires.length; w += 2, at += 3) {
    all.set([wires[w], wires[w + 1], wires[w]], at);
  }
  return adjacencyOf(all, mesh.positions.length / 3);
}

/**
 * Parts between which nothing flows. Vertices are joined by entries that are neither 0 nor so small that a
 * factorisation would lose them.
 */
export function conductingParts(laplacian: Csc): { label: Uint32Array; count: number } {
  const { columns, offsets, indices, values } = laplacian;
  const diagonal = new Float64Array(columns);
  const entries = (visit: (r: number, c: number, value: number) => void) => {
    for (let c = 0; c < columns; c++) {
      for (let e = offsets[c]; e < offsets[c + 1]; e++) visit(indices[e], c, values[e]);
    }
  };
  entries((r, c, value) => {
    if (r === c) diagonal[c] = value;
  });
  const sets = new DisjointSets(columns);
  entries((r, c, value) => {
    if (r < c && -value > LEAST_LINK * Math.min(diagonal[r], diagonal[c])) sets.union(r, c);
  });
  return sets.labels();
}

/** The Laplacian of surface or solid without negative weights, which keeps diffused values within their bounds. */
export function positiveLaplacian({ positions, triangles, tets }: Bindable): Csc {
  return tets
    ? tetLaplacian(positions, tets, true)
    : cotangentLaplacian(positions, triangles, { nonNegative: true });
}

/** Area or volume of each vertex, V, all above 0. */
export function vertexMasses({ positions, triangles, tets }: Bindable): Float64Array {
  const masses = tets ? tetVertexVolumes(positions, tets) : vertexAreas(positions, triangles);
  const mean = masses.reduce((sum, m) => sum + m, 0) / Math.max(1, masses.length);
  return masses.map((m) => Math.max(m, LEAST_MASS * mean) || 1);
}

/** The sum of two matrices of one size. */
export function addMatrices(a: Csc, b: Csc): Csc {
  const size = a.values.length;
  const row = new Uint32Array(size + b.values.length);
  const column = new Uint32Array(row.length);
  const value = new Float64Array(row.length);
  [a, b].forEach((m, n) => {
    row.set(m.indices, n * size);
    value.set(m.values, n * size);
    for (let c = 0; c < m.columns; c++) {
      column.fill(c, n * size + m.offsets[c], n * size + m.offsets[c + 1]);
    }
  });
  return cscFromTriplets(a.rows, a.columns, { row, column, value });
}

/** The Laplacian of the artist's links alone, each of the given strength. */
export function wireLaplacian({ positions, wires }: Bindable, strength: (square: number) => number): Csc {
  const links = wires ?? new Uint32Array(0);
  const strengths = Float64Array.from({ length: links.length / 2 }, (_, w) => {
    let square = 0;
    for (let c = 0; c < 3; c++) {
      square += (positions[3 * links[2 * w] + c] - positions[3 * links[2 * w + 1] + c]) ** 2;
    }
    return strength(square);
  });
  return graphLaplacian(positions.length / 3, links, strengths);
}
