import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { inverse, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import type { Point, Skeleton } from "../../model/skeleton/skeleton";
import { UNWATCHED } from "../../model/task";
import type { Bindable } from "../../model/weights/bindable";
import { sharedData } from "../../testing/shared-data";
import { axisRotation } from "../bend";
import {
  chain,
  readGraph,
  readObjText,
  reusedParallel,
  segment,
  skeletonOf,
  surface,
  together,
  tube,
} from "../testing/bindables";
import type { DenseWeights } from "./dense-weights";
import { heatWeights } from "./heat";

const makeParallel = reusedParallel();
const heat = (mesh: Bindable, skeleton: Skeleton) => heatWeights(mesh, skeleton, makeParallel, UNWATCHED);

function expectPartition({ bones, values }: DenseWeights): void {
  for (let at = 0; at < values.length; at += bones) {
    const row = values.subarray(at, at + bones);
    expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...row)).toBeLessThanOrEqual(1 + 1e-12);
    expect(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(1e-9);
  }
}

const largestDifference = (a: DenseWeights, b: DenseWeights) =>
  a.values.reduce((most, w, n) => Math.max(most, Math.abs(w - b.values[n])), 0);

const ARM = chain([0, 0, 0], [1, 0, 0], [2, 0.3, 0], [2.5, 0.3, 0]);

describe("heatWeights", () => {
  it("gives weights of 0 to 1 that sum to 1 on any triangles and bones", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 6 }), async (seed, bones) => {
        const random = createRandom(seed);
        const point = () => [0, 1, 2].map(() => random.normal()) as Point;
        const count = 4 + random.integer(30);
        const soup = surface(
          Array.from({ length: count }, point).flat(),
          Array.from({ length: 3 * random.integer(40) }, () => random.integer(count)),
        );
        const segments = Array.from({ length: bones }, (_, j) =>
          segment(
            random.integer(j + 1) - 1,
            point(),
            point(),
            j > 0 && random.next() < 0.3 ? "virtual" : "rigid",
          ),
        );
        const weights = await heat(soup, skeletonOf(...segments));
        expectPartition(weights);
        segments.forEach(({ kind }, j) => {
          if (kind !== "virtual") return;
          for (let i = 0; i < count; i++) expect(weights.values[bones * i + j]).toBe(0);
        });
      }),
      { seed: 5, numRuns: 60 },
    );
  });

  it("equals a dense solve of (L + M H) w = M H χ", async () => {
    // For a regular tetrahedron of edge 1 around two bones of no length, everything has a closed form.
    const s = Math.sqrt(1 / 8);
    const mesh = surface([s, s, s, s, -s, -s, -s, s, -s, -s, -s, s], [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2]);
    const skeleton = skeletonOf(
      segment(-1, [0.05, 0, 0], [0.05, 0, 0]),
      segment(-1, [-0.05, 0, 0], [-0.05, 0, 0]),
    );
    const weight = 1 / Math.sqrt(3);
    const mass = (4 * (Math.sqrt(3) / 4)) / 4;
    const h = mass / ((s - 0.05) ** 2 + 2 * s * s);
    const system = Matrix.eye(4)
      .mul(4 * weight + h)
      .sub(Matrix.ones(4, 4).mul(weight));
    const chi = new Matrix([
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ]).mul(h);
    const truth = inverse(system).mmul(chi).to1DArray();
    const { values } = await heat(mesh, skeleton);
    values.forEach((w, n) => {
      expect(w).toBeCloseTo(truth[n], 6);
    });
  });

  it("does not change when everything is turned, moved and scaled", async () => {
    const mesh = tube([-0.2, 0, 0], [2.6, 0.2, 0], 0.4, 30, 14);
    const before = await heat(mesh, ARM);
    const rotation = new Float64Array(9);
    axisRotation([2 / 3, -1 / 3, 2 / 3], 1.1, rotation);
    const move = (p: ArrayLike<number>) =>
      [0, 1, 2].map(
        (r) => 5 * (rotation[3 * r] * p[0] + rotation[3 * r + 1] * p[1] + rotation[3 * r + 2] * p[2]) + r,
      ) as Point;
    const moved = mesh.positions.slice();
    for (let n = 0; n < moved.length; n += 3) moved.set(move(mesh.positions.subarray(n, n + 3)), n);
    const skeleton = skeletonOf(
      ...ARM.segments.map((own) => ({ ...own, head: move(own.head), tail: move(own.tail) })),
    );
    expect(largestDifference(before, await heat({ ...mesh, positions: moved }, skeleton))).toBeLessThan(1e-4);
  });

  it("gives two shells, each around one bone, entirely to their bones", async () => {
    const mesh = together(tube([0, 0, 0], [1, 0, 0], 0.2), tube([0, 1, 0], [1, 1, 0], 0.2));
    const { values } = await heat(
      mesh,
      skeletonOf(segment(-1, [0, 0, 0], [1, 0, 0]), segment(-1, [0, 1, 0], [1, 1, 0])),
    );
    const half = mesh.positions.length / 6;
    for (let i = 0; i < 2 * half; i++) expect(values[2 * i + (i < half ? 0 : 1)]).toBeCloseTo(1, 9);
  });

  it("gives a part that sees no bone to the nearest bone, and does not change other parts", async () => {
    const body = tube([0, 0, 0], [2, 0, 0], 0.4, 20);
    const hidden = tube([0.3, 0.9, 0], [0.7, 0.9, 0], 0.05, 4, 6);
    const box = tube([0.1, 0.9, 0], [0.9, 0.9, 0], 0.2, 6, 12);
    const skeleton = chain([0, 0, 0], [1, 0, 0], [2, 0, 0]);
    const alone = await heat(body, skeleton);
    const all = await heat(together(body, box, hidden), skeleton);
    expectPartition(all);
    const bodySize = body.positions.length / 3;
    for (let n = 0; n < 2 * bodySize; n++) expect(all.values[n]).toBeCloseTo(alone.values[n], 4);
    for (let n = 2 * bodySize; n < all.values.length; n += 2) expect(all.values[n]).toBeGreaterThan(0.9);
  });

  it("gives vertices nearest to a virtual segment to its parent bone", async () => {
    const skeleton = skeletonOf(
      segment(-1, [0, 0, 0], [1, 0, 0]),
      segment(0, [1, 0, 0], [1.9, 0, 0], "virtual"),
      segment(1, [1.9, 0, 0], [2.1, 0, 0]),
    );
    const plain = skeletonOf(segment(-1, [0, 0, 0], [1.9, 0, 0]), segment(0, [1.9, 0, 0], [2.1, 0, 0]));
    const mesh = tube([0, 0, 0], [2.1, 0, 0], 0.3, 24);
    const [a, b] = [await heat(mesh, skeleton), await heat(mesh, plain)];
    for (let i = 0; i < mesh.positions.length / 3; i++) {
      expect(a.values[3 * i]).toBeCloseTo(b.values[2 * i], 6);
      expect(a.values[3 * i + 2]).toBeCloseTo(b.values[2 * i + 1], 6);
    }
  });

  it("carries heat over linked parts", async () => {
    const [left, right] = [tube([0, 0, 0], [1, 0, 0], 0.2), tube([1.5, 0, 0], [2.5, 0, 0], 0.2)];
    const mesh = together(left, right);
    const skeleton = skeletonOf(segment(-1, [0, 0, 0], [1, 0, 0]), segment(-1, [1.5, 0, 0], [2.5, 0, 0]));
    const half = mesh.positions.length / 6;
    const end = 11 * 10;
    const wires = Uint32Array.from({ length: 20 }, (_, n) => (n >> 1) + (n % 2 === 0 ? end : half));
    const linked = await heat({ ...mesh, wires }, skeleton);
    expectPartition(linked);
    for (let s = 0; s < 10; s++) {
      const [a, b] = [2 * (end + s), 2 * (half + s)];
      expect(linked.values[a + 1]).toBeGreaterThan(0.2);
      expect(linked.values[a]).toBeGreaterThan(linked.values[a + 1]);
      expect(linked.values[b + 1]).toBeGreaterThan(linked.values[b]);
    }
    expect(linked.values[0]).toBeGreaterThan(0.98);
  });

  it("refuses a skeleton of virtual segments only", async () => {
    const still = skeletonOf(segment(-1, [0, 0, 0], [1, 0, 0], "virtual"));
    await expect(heat(tube([0, 0, 0], [1, 0, 0], 0.2), still)).rejects.toThrow("moves");
  });
});

const DATA = sharedData("static/");

describe.skipIf(!existsSync(DATA))("real meshes (skipped without ../shared/data)", () => {
  it.each(["arm", "elephant"])("binds the %s", async (name) => {
    const mesh = readObjText(readFileSync(new URL(`${name}.obj`, DATA), "utf8"));
    const skeleton = readGraph(readFileSync(new URL(`${name}.tgf`, DATA), "utf8"));
    const weights = await heat(mesh, skeleton);
    expectPartition(weights);
    for (let j = 0; j < weights.bones; j++) {
      expect(weights.values.filter((w, n) => n % weights.bones === j && w > 0.02).length).toBeGreaterThan(0);
    }
  });
});
