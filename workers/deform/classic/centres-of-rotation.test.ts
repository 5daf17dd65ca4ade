import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { CancelledError } from "../../model/errors";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import type { BlendRows } from "../deformer";
import { farthest, rigidBar, untidyMesh } from "../testing/meshes";
import { rotationCentres } from "./centres-of-rotation";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));

/** Eq. 4 and 5 of Le & Hodgins in f64 over all triangles, pairs of bones outermost. */
function plainCentres(rest: ArrayLike<number>, triangles: ArrayLike<number>, weights: BlendRows) {
  const rowOf = (i: number) => {
    const row = new Map<number, number>();
    for (let e = weights.offsets[i]; e < weights.offsets[i + 1]; e++) {
      row.set(weights.bones[e], (row.get(weights.bones[e]) ?? 0) + weights.values[e]);
    }
    return row;
  };
  const surface: { area: number; centroid: number[]; mean: Map<number, number> }[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [p, q, r] = corners.map((i) => [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]);
    const [u, v] = [q, r].map((to) => to.map((x, c) => x - p[c]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const mean = new Map<number, number>();
    for (const i of corners) for (const [j, w] of rowOf(i)) mean.set(j, (mean.get(j) ?? 0) + w / 3);
    surface.push({ area: Math.hypot(...normal) / 2, centroid: p.map((x, c) => (x + q[c] + r[c]) / 3), mean });
  }
  const centres = Float64Array.from(rest);
  for (let i = 0; 3 * i < rest.length; i++) {
    const own = [...rowOf(i)];
    const sum = [0, 0, 0, 0];
    for (const { area, centroid, mean } of surface) {
      for (let e = 0; e < own.length; e++) {
        for (let f = e + 1; f < own.length; f++) {
          const [[j, wj], [k, wk]] = [own[e], own[f]];
          const [vj, vk] = [mean.get(j) ?? 0, mean.get(k) ?? 0];
          const difference = (wj * vk - wk * vj) / 0.1;
          // Below 1e-17 the term adds nothing.
          if (Math.abs(difference) > 6.3) continue;
          const likeness = area * wj * wk * vj * vk * Math.exp(-(difference ** 2));
          for (let c = 0; c < 3; c++) sum[c] += likeness * centroid[c];
          sum[3] += likeness;
        }
      }
    }
    if (sum[3] > 1e-28) for (let c = 0; c < 3; c++) centres[3 * i + c] = sum[c] / sum[3];
  }
  return centres;
}

/** A mesh with `most` bones per vertex in any order and weights in f32; some vertices have one bone. */
function subject(seed: number, most: number) {
  const mesh = seed % 2 ? untidyMesh(6, seed) : rigidBar(14, 4, 6);
  const random = createRandom(seed);
  const count = mesh.rest.length / 3;
  const [offsets, bones, values] = [[0], [] as number[], [] as number[]];
  for (let i = 0; i < count; i++) {
    const some = new Set(Array.from({ length: 1 + random.integer(most) }, () => random.integer(6)));
    const raw = [...some].map(() => random.next() ** 3);
    const total = raw.reduce((a, b) => a + b, 0);
    bones.push(...some);
    values.push(...raw.map((x) => Math.fround(x / total)));
    offsets.push(bones.length);
  }
  return { rest: mesh.rest, triangles: mesh.triangles, weights: { offsets, bones, values } };
}

describe("centres of rotation by pairs of bones", () => {
  it("are within 1e-6 of the diagonal of the plain sums over all triangles", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 6 }), async (seed, most) => {
        const { rest, triangles, weights } = subject(seed, most);
        const centres = await rotationCentres(rest, triangles, weights, makeSerial, UNWATCHED);
        const truth = plainCentres(rest, triangles, weights);
        const diagonal = restDiagonal({ rest: Float32Array.from(rest) });
        expect(farthest(centres, truth)).toBeLessThan(1e-6 * diagonal);
      }),
      { numRuns: 30 },
    );
  });

  it("have the same bits on any number of threads", async () => {
    const { rest, triangles, weights } = subject(8, 5);
    const alone = await rotationCentres(rest, triangles, weights, makeSerial, UNWATCHED);
    for (const threads of [2, 3]) {
      const make = (bytes: number) => nodeParallel(bytes, threads);
      expect(await rotationCentres(rest, triangles, weights, make, UNWATCHED)).toEqual(alone);
    }
  });

  it("stop at every checkpoint when cancelled", async () => {
    const { rest, triangles, weights } = subject(8, 5);
    const truth = await rotationCentres(rest, triangles, weights, makeSerial, UNWATCHED);
    let stops = 0;
    for (let after = 0; ; after++) {
      let left = after;
      const task = {
        ...UNWATCHED,
        async checkpoint() {
          if (left-- === 0) throw new CancelledError();
        },
      };
      const result = await rotationCentres(rest, triangles, weights, makeSerial, task).catch((e) => e);
      if (result instanceof CancelledError) stops++;
      else {
        expect(result).toEqual(truth);
        break;
      }
    }
    expect(stops).toBeGreaterThan(3);
  });

  it("leave vertices with one bone, and meshes without faces, unchanged", async () => {
    const { rest, triangles, weights } = subject(8, 1);
    const make = () => Promise.reject(new Error("Nothing to compute"));
    expect(await rotationCentres(rest, triangles, weights, make, UNWATCHED)).toEqual(Float64Array.from(rest));
    const shared = subject(8, 5).weights;
    expect(await rotationCentres(rest, [], shared, makeSerial, UNWATCHED)).toEqual(Float64Array.from(rest));
  });
});
