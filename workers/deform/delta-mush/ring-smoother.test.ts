import fc from "fast-check";
import { expect, it } from "vitest";
import { ensureEngine } from "../../../tools/build/engine.mjs";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { Arena } from "../../kernels/arena";
import { type Parallel, Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { cotangentLaplacian, uniformLaplacian } from "../../mesh/laplacian";
import { CancelledError } from "../../model/errors";
import { type Task, UNWATCHED } from "../../model/task";
import type { Csc } from "../../sparse/csc";
import { numbersBetween } from "../../testing/numbers-between";
import { type ColumnGroup, WIDTH } from "../direct/bone-columns";
import { rigidBar, untidyMesh } from "../testing/meshes";
import { chebyshevSeries, degreeWithin } from "./chebyshev";
import { plainFactors } from "./factors";
import { ringSmoother, ringSmootherBytes } from "./ring-smoother";
import { createSmoother, type SmoothingSettings } from "./smoothing";

const sizeOf = ({ columns, indices }: Csc) => ({ vertexCount: columns, entries: indices.length + columns });
const serial = (laplacian: Csc) => new Serial(new Arena(ringSmootherBytes(sizeOf(laplacian), 1), false));

/** Groups of some neighbouring vertices with random values. */
function someGroups(vertexCount: number, groups: number, seed: number): ColumnGroup[] {
  const random = createRandom(seed);
  return Array.from({ length: groups }, () => {
    const first = random.integer(vertexCount);
    const count = Math.min(vertexCount - first, 1 + random.integer(6));
    const vertices = Uint32Array.from({ length: count }, (_, n) => first + n);
    return { vertices, values: Float64Array.from({ length: WIDTH * count }, () => 2 * random.next() - 1) };
  });
}

/** Each group on the whole mesh, V x WIDTH; zero where no value was returned. */
async function smoothed(
  parallel: Parallel,
  laplacian: Csc,
  settings: SmoothingSettings,
  accuracy: number,
  groups: ColumnGroup[],
  task: Task = UNWATCHED,
) {
  const whole = groups.map(() => new Float64Array(WIDTH * laplacian.columns));
  const reached: number[] = [];
  await ringSmoother(
    parallel,
    laplacian,
    settings,
    accuracy,
    task,
  )(groups, (n, rows, values) => {
    reached[n] = rows.length;
    rows.forEach((i, r) => {
      whole[n].set(values.subarray(WIDTH * r, WIDTH * (r + 1)), WIDTH * i);
    });
  });
  return { whole, reached };
}

/** The same by solving, or by taking the steps, on the whole mesh. */
async function reference(laplacian: Csc, settings: SmoothingSettings, { vertices, values }: ColumnGroup) {
  const whole = new Float64Array(WIDTH * laplacian.columns);
  vertices.forEach((i, n) => {
    whole.set(values.subarray(WIDTH * n, WIDTH * (n + 1)), WIDTH * i);
  });
  await (await createSmoother(laplacian, settings, plainFactors))(whole, WIDTH);
  return whole;
}

const apart = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

const cases = fc.record({
  seed: fc.integer(),
  p: fc.integer({ min: 0, max: 25 }),
  step: fc.oneof(numbersBetween(0, 2), numbersBetween(2, 60)),
  scheme: fc.constantFrom("implicit" as const, "explicit" as const),
  painted: fc.boolean(),
});

it("solves like the whole system: any strengths, isolated vertices, both schemes and Laplacians", async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ seed, p, step, scheme, painted }) => {
      const mesh = seed % 2 ? rigidBar(9, 2) : untidyMesh(3, seed);
      const count = mesh.rest.length / 3;
      const laplacian =
        seed % 3 ? uniformLaplacian(count, mesh.triangles) : cotangentLaplacian(mesh.rest, mesh.triangles);
      const random = createRandom(seed);
      const strengths = painted
        ? Array.from({ length: count }, () => Math.max(0, 1.4 * random.next() - 0.4))
        : null;
      const settings = { scheme, iterations: p, step: scheme === "explicit" ? step % 1 : step, strengths };
      // Explicit steps with weights of both signs are unstable.
      if (scheme === "explicit" && !(seed % 3)) return;
      const groups = someGroups(count, 5, seed);
      const { whole } = await smoothed(serial(laplacian), laplacian, settings, 0, groups);
      for (let n = 0; n < groups.length; n++) {
        expect(apart(whole[n], await reference(laplacian, settings, groups[n]))).toBeLessThan(1e-8);
      }
    }),
    { numRuns: 40 },
  );
});

it("leaves out no more than the accuracy allows, and only far away", async () => {
  const mesh = rigidBar(60, 2);
  const count = mesh.rest.length / 3;
  const laplacian = uniformLaplacian(count, mesh.triangles);
  const largest = Math.max(...laplacian.values);
  const smallest = Math.min(...laplacian.values.filter((x) => x > 0));
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.integer({ min: 2, max: 20 }),
      numbersBetween(0.1, 4),
      fc.integer({ min: 2, max: 9 }),
      async (seed, iterations, step, digits) => {
        const settings = { scheme: "implicit", iterations, step, strengths: null } as const;
        const accuracy = 10 ** -digits;
        const [group] = someGroups(count, 1, seed);
        const { whole, reached } = await smoothed(serial(laplacian), laplacian, settings, accuracy, [group]);
        // Carne's bound, for the sum over the sources of a function of at most 1. Truncated walks go out and back.
        const bound = 2 * accuracy * group.vertices.length * Math.sqrt(largest / smallest);
        expect(apart(whole[0], await reference(laplacian, settings, group))).toBeLessThan(bound + 1e-9);
        const series = chebyshevSeries((w) => (1 + step * w) ** -iterations, 2, 1e-12);
        const rings = degreeWithin(series, accuracy);
        if (rings < 15) expect(reached[0]).toBeLessThan(count);
      },
    ),
    { numRuns: 60 },
  );
});

it("keeps constants, and the sum of many groups", async () => {
  const mesh = untidyMesh(4, 9);
  const count = mesh.rest.length / 3;
  const laplacian = cotangentLaplacian(mesh.rest, mesh.triangles, { nonNegative: true });
  const settings = { scheme: "implicit", iterations: 20, step: 3, strengths: null } as const;
  const groups = Array.from({ length: 40 }, (_, n): ColumnGroup => {
    const vertices = Uint32Array.from({ length: count }, (_, i) => i).filter((i) => i % 40 === n);
    return { vertices, values: new Float64Array(WIDTH * vertices.length).fill(1) };
  });
  const { whole } = await smoothed(serial(laplacian), laplacian, settings, 0, groups);
  for (let i = 0; i < WIDTH * count; i++) {
    expect(Math.abs(whole.reduce((sum, values) => sum + values[i], 0) - 1)).toBeLessThan(1e-11);
  }
});

it("gives the same bits on one thread and on three, whatever the arena contained before", async () => {
  await ensureEngine();
  const mesh = rigidBar(30, 4);
  const laplacian = cotangentLaplacian(mesh.rest, mesh.triangles, { nonNegative: true });
  const settings = { scheme: "implicit", iterations: 20, step: 1, strengths: null } as const;
  const groups = someGroups(laplacian.columns, 40, 7);
  const results = [];
  for (const threads of [1, 3]) {
    const parallel = await nodeParallel(ringSmootherBytes(sizeOf(laplacian), threads), threads);
    new Float64Array(parallel.arena.memory.buffer).fill(Number.NaN, 128);
    results.push(await smoothed(parallel, laplacian, settings, 1e-8, groups));
    parallel.dispose();
  }
  expect(results[1]).toEqual(results[0]);
});

it("stops in the middle when cancelled, leaves the arena unchanged, and can be used again", async () => {
  const mesh = rigidBar(30, 4);
  const laplacian = uniformLaplacian(mesh.rest.length / 3, mesh.triangles);
  const settings = { scheme: "implicit", iterations: 20, step: 1, strengths: null } as const;
  const parallel = serial(laplacian);
  const groups = someGroups(laplacian.columns, 40, 3);
  const before = await smoothed(parallel, laplacian, settings, 0, groups);
  const used = parallel.arena.used;
  let left = 10;
  const stop = {
    ...UNWATCHED,
    async checkpoint() {
      if (left-- === 0) throw new CancelledError();
    },
  };
  await expect(smoothed(parallel, laplacian, settings, 0, groups, stop)).rejects.toThrow(CancelledError);
  expect(left).toBe(-1);
  expect(parallel.arena.used).toBe(used);
  expect(await smoothed(parallel, laplacian, settings, 0, groups)).toEqual(before);
});

it("smooths with very small strengths, and not at all if all are zero", async () => {
  const mesh = rigidBar(6, 2);
  const count = mesh.rest.length / 3;
  const laplacian = uniformLaplacian(count, mesh.triangles);
  for (const strength of [0, 1e-3, 0.2, 0.45]) {
    const strengths = Array.from({ length: count }, (_, i) => (i % 2 ? strength : strength / 3));
    const settings = { scheme: "implicit", iterations: 4, step: 2, strengths } as const;
    const groups = someGroups(count, 2, 5);
    const { whole } = await smoothed(serial(laplacian), laplacian, settings, 0, groups);
    for (let n = 0; n < groups.length; n++)
      expect(apart(whole[n], await reference(laplacian, settings, groups[n]))).toBeLessThan(1e-9);
  }
});

it("needs memory for sixteen groups of a small mesh, and for four of a large one", () => {
  const more = (vertexCount: number) => {
    const size = { vertexCount, entries: 7 * vertexCount };
    // Ten numbers of each vertex in three places, and a copy of the matrix, for each group.
    const group = (3 * 80 + 24 + 12 * 7) * vertexCount;
    return ringSmootherBytes(size, 1) / group;
  };
  expect(more(2e3)).toBeGreaterThan(16);
  expect(more(2e3)).toBeLessThan(19);
  expect(more(1e6)).toBeGreaterThan(4);
  expect(more(1e6)).toBeLessThan(4.5);
  // In between, as many as fit into 48 MB.
  const half = Math.floor(48e6 / (348 * 17e3));
  expect(half).toBe(8);
  expect(more(17e3)).toBeGreaterThan(half);
  expect(more(17e3)).toBeLessThan(half + 1);
});
