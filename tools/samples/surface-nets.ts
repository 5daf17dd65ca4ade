/**
 * An even quad mesh of an implicit surface: naive surface nets (Gibson 1998, "Constrained elastic surface nets"), then
 * smoothing along the surface.
 */
import { type Field, gradient } from "./implicit";
import type { Vec3 } from "./vector";

export interface QuadMesh {
  points: Vec3[];
  /** Counter-clockwise from outside. */
  quads: number[][];
}

/** Values of the field at the corners of a lattice with the spacing `cell`. */
function sampleLattice(field: Field, low: Vec3, high: Vec3, cell: number) {
  const size = low.map((x, c) => Math.ceil((high[c] - x) / cell) + 1);
  const values = new Float32Array(size[0] * size[1] * size[2]);
  let n = 0;
  for (let z = 0; z < size[2]; z++) {
    for (let y = 0; y < size[1]; y++) {
      for (let x = 0; x < size[0]; x++) {
        values[n++] = field([low[0] + x * cell, low[1] + y * cell, low[2] + z * cell]);
      }
    }
  }
  return { size, values };
}

/** The mean of the crossings on a cell's 12 edges, in cells; null where the surface does not pass. */
function crossing(corners: number[]): [number, number, number] | null {
  const sum: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let a = 0; a < 8; a++) {
    for (const bit of [1, 2, 4]) {
      const b = a | bit;
      if (b === a || corners[a] < 0 === corners[b] < 0) continue;
      const t = corners[a] / (corners[a] - corners[b]);
      for (let c = 0; c < 3; c++) sum[c] += 1 << c === bit ? t : (a >> c) & 1;
      count++;
    }
  }
  return count > 0 ? [sum[0] / count, sum[1] / count, sum[2] / count] : null;
}

/** Surface nets of `field` within a box that contains the surface. */
export function surfaceNets(field: Field, low: Vec3, high: Vec3, cell: number): QuadMesh {
  const { size, values } = sampleLattice(field, low, high, cell);
  const step = [1, size[0], size[0] * size[1]];
  const vertexOf = new Int32Array(values.length).fill(-1);
  const points: Vec3[] = [];
  const corners = new Array<number>(8);
  const each = (from: number, visit: (n: number, at: number[]) => void) => {
    for (let z = from; z < size[2] - 1; z++) {
      for (let y = from; y < size[1] - 1; y++) {
        for (let x = from; x < size[0] - 1; x++) visit(x + step[1] * y + step[2] * z, [x, y, z]);
      }
    }
  };
  each(0, (n, at) => {
    for (let q = 0; q < 8; q++)
      corners[q] = values[n + (q & 1) + ((q >> 1) & 1) * step[1] + (q >> 2) * step[2]];
    const p = crossing(corners);
    if (!p) return;
    const [x, y, z] = p.map((t, c) => low[c] + (at[c] + t) * cell);
    vertexOf[n] = points.push([x, y, z]) - 1;
  });
  const quads: number[][] = [];
  each(1, (n) => {
    for (let axis = 0; axis < 3; axis++) {
      const inside = values[n] < 0;
      if (inside === values[n + step[axis]] < 0) continue;
      const u = step[(axis + 1) % 3];
      const v = step[(axis + 2) % 3];
      const quad = [n - u - v, n - v, n, n - u].map((c) => vertexOf[c]);
      quads.push(inside ? quad : quad.reverse());
    }
  });
  return { points, quads };
}

/** The vertices that share an edge with each vertex. */
export function ringsOf(count: number, polygons: number[][]): number[][] {
  const rings = Array.from({ length: count }, () => new Set<number>());
  for (const polygon of polygons) {
    polygon.forEach((v, c) => {
      const next = polygon[(c + 1) % polygon.length];
      rings[v].add(next);
      rings[next].add(v);
    });
  }
  return rings.map((ring) => [...ring]);
}

/** Evens out a mesh of an implicit surface without leaving it. */
export function relax(mesh: QuadMesh, field: Field, iterations: number): QuadMesh {
  const rings = ringsOf(mesh.points.length, mesh.quads);
  let points = mesh.points;
  for (let n = 0; n < iterations; n++) {
    const from = points;
    points = from.map((p, i) => {
      const mean = [0, 0, 0];
      for (const r of rings[i]) for (let c = 0; c < 3; c++) mean[c] += from[r][c] / rings[i].length;
      const q: Vec3 = [0.5 * (p[0] + mean[0]), 0.5 * (p[1] + mean[1]), 0.5 * (p[2] + mean[2])];
      const d = 0.9 * field(q);
      const g = gradient(field, q);
      return [q[0] - d * g[0], q[1] - d * g[1], q[2] - d * g[2]];
    });
  }
  return { points, quads: mesh.quads };
}
