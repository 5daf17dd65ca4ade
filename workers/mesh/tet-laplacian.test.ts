import { Matrix, solve } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../math/random";
import { tetLaplacian, tetVertexVolumes } from "./tet-laplacian";

/** A cube of n³ cells of six tetrahedra each, with its inner vertices moved at random. */
function solid(n: number, seed: number, jitter = 0.25) {
  const random = createRandom(seed);
  const at = (i: number, j: number, k: number) => (i * (n + 1) + j) * (n + 1) + k;
  const positions: number[] = [];
  const tets: number[] = [];
  const inner = (i: number) => i > 0 && i < n;
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      for (let k = 0; k <= n; k++) {
        const moves = inner(i) && inner(j) && inner(k) ? jitter / n : 0;
        positions.push(...[i, j, k].map((x) => x / n + moves * (random.next() - 0.5)));
        if (i === n || j === n || k === n) continue;
        for (const [a, b] of [
          [1, 2],
          [2, 1],
          [1, 4],
          [4, 1],
          [2, 4],
          [4, 2],
        ]) {
          const corner = (bits: number) => at(i + (bits & 1), j + ((bits >> 1) & 1), k + ((bits >> 2) & 1));
          tets.push(corner(0), corner(a), corner(a | b), corner(7));
        }
      }
    }
  }
  return { positions, tets };
}

const entry = (L: ReturnType<typeof tetLaplacian>, i: number, j: number) => {
  for (let e = L.offsets[j]; e < L.offsets[j + 1]; e++) if (L.indices[e] === i) return L.values[e];
  return 0;
};

/** Σ V ∇φ_i·∇φ_j, with the gradients from the inverse of the corners' coordinates. */
function stiffness(positions: number[], tets: number[]): number[][] {
  const count = positions.length / 3;
  const K = Array.from({ length: count }, () => new Array<number>(count).fill(0));
  for (let t = 0; t < tets.length; t += 4) {
    const corners = tets.slice(t, t + 4);
    const M = new Matrix(corners.map((v) => [1, ...positions.slice(3 * v, 3 * v + 3)]));
    const gradients = solve(M, Matrix.eye(4));
    const volume = Math.abs(determinant4(M)) / 6;
    corners.forEach((i, a) => {
      corners.forEach((j, b) => {
        for (let c = 1; c < 4; c++) K[i][j] += volume * gradients.get(c, a) * gradients.get(c, b);
      });
    });
  }
  return K;
}

function determinant4(M: Matrix): number {
  const [p, q, r] = [1, 2, 3].map((n) => [1, 2, 3].map((c) => M.get(n, c) - M.get(0, c)));
  return (
    p[0] * (q[1] * r[2] - q[2] * r[1]) -
    p[1] * (q[0] * r[2] - q[2] * r[0]) +
    p[2] * (q[0] * r[1] - q[1] * r[0])
  );
}

describe("tetLaplacian", () => {
  const { positions, tets } = solid(3, 1);
  const count = positions.length / 3;

  it("is the stiffness matrix of linear elements, for either orientation of the tetrahedra", () => {
    const K = stiffness(positions, tets);
    const turned = tets.map((_, n) => tets[(n & ~3) + [1, 0, 2, 3][n & 3]]);
    for (const L of [tetLaplacian(positions, tets), tetLaplacian(positions, turned)]) {
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) expect(entry(L, i, j)).toBeCloseTo(K[i][j], 10);
      }
    }
  });

  it("removes negative weights if asked to, and keeps the others", () => {
    const { positions: bent, tets: thin } = solid(2, 4, 1.2);
    const [free, kept] = [tetLaplacian(bent, thin), tetLaplacian(bent, thin, true)];
    let clamped = 0;
    for (let j = 0; j < bent.length / 3; j++) {
      let sum = 0;
      for (let i = 0; i < bent.length / 3; i++) {
        sum += entry(kept, i, j);
        if (i === j) continue;
        expect(entry(kept, i, j)).toBeCloseTo(Math.min(0, entry(free, i, j)), 12);
        if (entry(free, i, j) > 1e-9) clamped++;
      }
      expect(sum).toBeCloseTo(0, 10);
    }
    expect(clamped).toBeGreaterThan(0);
  });

  it("ignores tetrahedra without volume", () => {
    const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1];
    const L = tetLaplacian(flat, [0, 1, 2, 3, 0, 1, 2, 4]);
    const alone = tetLaplacian(flat, [0, 1, 2, 4]);
    for (let i = 0; i < 5; i++) {
      for (let j = 0; j < 5; j++) expect(entry(L, i, j)).toBeCloseTo(entry(alone, i, j), 12);
    }
  });
});

describe("tetVertexVolumes", () => {
  it("divide each tetrahedron among its corners", () => {
    const volumes = tetVertexVolumes([0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 9, 9, 9], [0, 2, 1, 3]);
    expect([...volumes]).toEqual([1, 1, 1, 1, 0]);
  });

  it("sum to the volume of the solid", () => {
    const { positions, tets } = solid(3, 2);
    expect(tetVertexVolumes(positions, tets).reduce((sum, v) => sum + v)).toBeCloseTo(1, 12);
  });
});
