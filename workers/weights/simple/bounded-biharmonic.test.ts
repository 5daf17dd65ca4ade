import { existsSync, readFileSync } from "node:fs";
import { inverse, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { tetLaplacian, tetVertexVolumes } from "../../mesh/tet-laplacian";
import type { Skeleton } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { boneHandles } from "../handles";
import { segmentTree } from "../segment-tree";
import {
  chain,
  readGraph,
  readMeditText,
  reusedParallel,
  segment,
  skeletonOf,
  tetBox,
  tube,
} from "../testing/bindables";
import { boundedBiharmonicWeights } from "./bounded-biharmonic";
import { heatWeights } from "./heat";

const makeParallel = reusedParallel();
const USUAL = { tolerance: 5e-3, steps: 300 };

/** A randomly distorted box, in which no symmetry hides a mistake. */
function bentBox(seed: number, step = 0.5) {
  const box = tetBox(6, 2, 2, step);
  const random = createRandom(seed);
  return { ...box, positions: box.positions.map((x) => x + 0.15 * step * (random.next() - 0.5)) };
}

/** Stiffness and masses by the gradients of the linear functions of each tetrahedron: the inverse of (1, x, y, z). */
function denseElements({ positions, tets }: ReturnType<typeof tetBox>) {
  const n = positions.length / 3;
  const [laplacian, masses] = [Matrix.zeros(n, n), new Float64Array(n)];
  for (let t = 0; t < tets.length; t += 4) {
    const own = [...tets.subarray(t, t + 4)];
    const corners = new Matrix(own.map((i) => [1, ...positions.subarray(3 * i, 3 * i + 3)]));
    const gradients = inverse(corners).subMatrix(1, 3, 0, 3);
    // |det| = 6 V, by the triple product.
    const [a, b, c] = [1, 2, 3].map((r) =>
      corners
        .getRow(r)
        .slice(1)
        .map((x, k) => x - corners.get(0, k + 1)),
    );
    const volume =
      Math.abs(
        a[0] * (b[1] * c[2] - b[2] * c[1]) -
          a[1] * (b[0] * c[2] - b[2] * c[0]) +
          a[2] * (b[0] * c[1] - b[1] * c[0]),
      ) / 6;
    own.forEach((i, p) => {
      masses[i] += volume / 4;
      own.forEach((j, q) => {
        const product = gradients.getColumn(p).reduce((sum, x, k) => sum + x * gradients.get(k, q), 0);
        laplacian.set(i, j, laplacian.get(i, j) + volume * product);
      });
    });
  }
  return { laplacian, masses };
}

describe("tetLaplacian", () => {
  it("is the stiffness matrix of linear elements", () => {
    const box = bentBox(3);
    const { laplacian, masses } = denseElements(box);
    const mine = tetLaplacian(box.positions, box.tets);
    const dense = Matrix.zeros(mine.rows, mine.columns);
    for (let c = 0; c < mine.columns; c++) {
      for (let e = mine.offsets[c]; e < mine.offsets[c + 1]; e++)
        dense.set(mine.indices[e], c, mine.values[e]);
    }
    expect(Matrix.sub(laplacian, dense).norm()).toBeLessThan(1e-10);
    tetVertexVolumes(box.positions, box.tets).forEach((m, i) => {
      expect(m).toBeCloseTo(masses[i], 12);
    });
  });
});

describe("boundedBiharmonicWeights", () => {
  const skeleton = chain([0, 0.5, 0.5], [1.4, 0.5, 0.5], [3, 0.5, 0.5]);

  it("finds the same constrained minimum as relaxing one weight after another", async () => {
    const box = bentBox(5);
    const { laplacian, masses } = denseElements(box);
    const n = masses.length;
    const energy = laplacian.mmul(Matrix.diag([...masses].map((m) => 1 / m))).mmul(laplacian);
    const handles = boneHandles(box, skeleton, segmentTree(skeleton));
    expect(handles.size).toBeGreaterThan(3);
    const rows: number[][] = Array.from({ length: n }, () => [0, 0]);
    let bounded = 0;
    for (let j = 0; j < 2; j++) {
      const w = new Float64Array(n);
      for (const [i, bones] of handles) w[i] = bones.includes(j) ? 1 / bones.length : 0;
      for (let sweep = 0; sweep < 4000; sweep++) {
        for (let i = 0; i < n; i++) {
          if (handles.has(i)) continue;
          const row = energy.getRow(i);
          const rest = row.reduce((sum, x, k) => (k === i ? sum : sum + x * w[k]), 0);
          w[i] = Math.min(1, Math.max(0, -rest / row[i]));
        }
      }
      w.forEach((x, i) => {
        rows[i][j] = x;
        if (!handles.has(i) && (x === 0 || x === 1)) bounded++;
      });
    }
    expect(bounded).toBeGreaterThan(10);
    const { values } = await boundedBiharmonicWeights(
      box,
      skeleton,
      { tolerance: 1e-7, steps: 5000 },
      makeParallel,
      UNWATCHED,
    );
    rows.forEach((row, i) => {
      const sum = row[0] + row[1];
      row.forEach((x, j) => {
        expect(values[2 * i + j]).toBeCloseTo(x / sum, 4);
      });
    });
  }, 20000);

  it("holds the handles, and gives weights of 0 to 1 that sum to 1", async () => {
    const box = bentBox(7);
    const skeletons: Skeleton[] = [
      skeleton,
      skeletonOf(
        segment(-1, [0.2, 0.5, 0.5], [1, 0.5, 0.5]),
        segment(0, [1, 0.5, 0.5], [1.6, 0.5, 0.5], "virtual"),
        segment(1, [1.6, 0.5, 0.5], [2.8, 0.5, 0.5], "spine"),
      ),
    ];
    for (const own of skeletons) {
      const { bones, values } = await boundedBiharmonicWeights(box, own, USUAL, makeParallel, UNWATCHED);
      for (let at = 0; at < values.length; at += bones) {
        const row = values.subarray(at, at + bones);
        expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
        expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
      }
      for (const [i, held] of boneHandles(box, own, segmentTree(own))) {
        for (const j of held) expect(values[bones * i + j]).toBeCloseTo(1 / held.length, 9);
      }
    }
  });

  it("says that a surface is not enough", async () => {
    const surface = tube([0, 0, 0], [3, 0, 0], 0.5);
    await expect(boundedBiharmonicWeights(surface, skeleton, USUAL, makeParallel, UNWATCHED)).rejects.toThrow(
      "solid",
    );
  });
});

const DATA = sharedData("static/");

describe.skipIf(!existsSync(DATA))("a hand of tetrahedra (skipped without ../shared/data)", () => {
  it("is bound, and every bone holds its own vertices", async () => {
    const mesh = readMeditText(readFileSync(new URL("hand.mesh", DATA), "utf8"));
    const skeleton = readGraph(readFileSync(new URL("hand.tgf", DATA), "utf8"));
    const handles = boneHandles(mesh, skeleton, segmentTree(skeleton));
    const { bones, values } = await boundedBiharmonicWeights(
      mesh,
      skeleton,
      { tolerance: 0.05, steps: 300 },
      makeParallel,
      UNWATCHED,
    );
    for (const [i, held] of handles) {
      for (const j of held) expect(values[bones * i + j]).toBeCloseTo(1 / held.length, 9);
    }
    const heat = await heatWeights(mesh, skeleton, makeParallel, UNWATCHED);
    let alike = 0;
    for (let i = 0; i < mesh.positions.length / 3; i++) {
      const largest = (w: Float64Array) => {
        const row = w.subarray(bones * i, bones * (i + 1));
        return row.indexOf(Math.max(...row));
      };
      if (largest(values) === largest(heat.values)) alike++;
    }
    expect(alike / (mesh.positions.length / 3)).toBeGreaterThan(0.7);
  }, 60000);
});
