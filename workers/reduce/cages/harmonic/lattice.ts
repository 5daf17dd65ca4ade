/** A regular lattice inside a cage, and the Laplacian on it. */
import { type Csc, cscFromTriplets } from "../../../sparse/csc";
import { type CageCrossing, type CageLines, windingBelow } from "./cage-lines";

/** Links to the cage are at least this part of a cell long. */
const SHORTEST = 1e-6;
/** The lattice lies askew of the box, so that its lines do not run along faces of cages that are boxes. */
const SHIFT = [0.4142, 0.4571, 0.3717];

export interface Lattice {
  lines: CageLines;
  /** Cell size, and the position of node (0, 0, 0). */
  step: number;
  origin: number[];
  /** Nodes along x, y and z. */
  counts: number[];
  /** The number of each node among those inside, x first; −1 outside. */
  inside: Int32Array;
  /** How many are inside. */
  nodes: number;
}

/** The volume of the cage, by the divergence theorem. */
function volumeOf({ cage: { positions, triangles } }: CageLines): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    sum += positions[a] * (positions[b + 1] * positions[c + 2] - positions[b + 2] * positions[c + 1]);
    sum += positions[a + 1] * (positions[b + 2] * positions[c] - positions[b] * positions[c + 2]);
    sum += positions[a + 2] * (positions[b] * positions[c + 1] - positions[b + 1] * positions[c]);
  }
  return Math.abs(sum) / 6;
}

/** @param nodes about how many nodes should be inside. */
export function latticeIn(lines: CageLines, nodes: number): Lattice {
  const { low, size } = lines;
  const step = Math.cbrt(volumeOf(lines) / nodes) || 1;
  const origin = [...low].map((x, c) => x - SHIFT[c] * step);
  const counts = [...size].map((length) => Math.ceil(length / step) + 2);
  const inside = new Int32Array(counts[0] * counts[1] * counts[2]).fill(-1);
  let count = 0;
  for (let z = 0; z < counts[2]; z++) {
    for (let y = 0; y < counts[1]; y++) {
      const row = [0, origin[1] + step * y, origin[2] + step * z];
      const crossings = lines.crossings(0, row);
      if (crossings.length === 0) continue;
      for (let x = 0; x < counts[0]; x++) {
        if (windingBelow(crossings, origin[0] + step * x) === 0) continue;
        inside[(z * counts[1] + y) * counts[0] + x] = count++;
      }
    }
  }
  return { lines, step, origin, counts, inside, nodes: count };
}

/** The system of the Laplacian over the nodes, and what the cage adds to its right side. */
export interface LatticeSystem {
  matrix: Csc;
  /** Triplets of the right side: value[e] times the boundary value of cage vertex column[e] at node row[e]. */
  boundary: { row: number[]; column: number[]; value: number[] };
}

/**
 * The Laplacian with seven points, whose links end at the cage where it is nearer than the next node (Gibou et al.
 * 2002, "A second-order-accurate symmetric discretization of the Poisson equation on irregular domains"). A link of the
 * length θ weighs 1/θ. The matrix is symmetric, its solutions obey the maximum principle, and linear functions are
 * exact.
 */
export function latticeSystem({ lines, step, origin, counts, inside, nodes }: Lattice): LatticeSystem {
  const [row, column, value]: number[][] = [[], [], []];
  const boundary: LatticeSystem["boundary"] = { row: [], column: [], value: [] };
  const diagonal = new Float64Array(nodes);
  const { triangles } = lines.cage;
  const strides = [1, counts[0], counts[0] * counts[1]];

  const toCage = (node: number, from: number, { at, corner, shares }: CageCrossing) => {
    const weight = 1 / Math.max(SHORTEST, Math.abs(at - from) / step);
    diagonal[node] += weight;
    shares.forEach((share, n) => {
      boundary.row.push(node);
      boundary.column.push(triangles[corner + n]);
      boundary.value.push(weight * share);
    });
  };
  const toNode = (a: number, b: number) => {
    diagonal[a]++;
    diagonal[b]++;
    row.push(Math.min(a, b));
    column.push(Math.max(a, b));
    value.push(-1);
  };

  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    const point = [0, 0, 0];
    for (let nu = 0; nu < counts[u]; nu++) {
      for (let nv = 0; nv < counts[v]; nv++) {
        point[u] = origin[u] + step * nu;
        point[v] = origin[v] + step * nv;
        const crossings = lines.crossings(axis, point);
        const first = nu * strides[u] + nv * strides[v];
        let next = 0;
        let last = -1;
        for (let n = 0; n < counts[axis]; n++) {
          const node = inside[first + n * strides[axis]];
          const from = origin[axis] + step * n;
          const passed = next;
          while (next < crossings.length && crossings[next].at < from) next++;
          if (next === passed && last >= 0 && node >= 0) toNode(last, node);
          if (node >= 0 && next > 0 && crossings[next - 1].at >= from - step)
            toCage(node, from, crossings[next - 1]);
          if (node >= 0 && next < crossings.length && crossings[next].at < from + step)
            toCage(node, from, crossings[next]);
          last = node;
        }
      }
    }
  }
  for (let node = 0; node < nodes; node++) {
    row.push(node);
    column.push(node);
    value.push(diagonal[node] || 1);
  }
  return { matrix: cscFromTriplets(nodes, nodes, { row, column, value }), boundary };
}
