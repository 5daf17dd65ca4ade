import fc from "fast-check";
import { Matrix, solve } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { adjacencyOf } from "../../../geometry/adjacency";
import { createRandom } from "../../../math/random";
import { atOnce } from "../../../math/steps";
import { UNWATCHED } from "../../../model/task";
import { NO_WEIGHT_EDITS } from "../../../model/weights/weight-edits";
import { dense } from "../../../sparse/testing/matrices";
import { together } from "../../testing/bindables";
import { type ArapInput, planArap, scalarMatrix } from "../arap-plan";
import { ArapWeights } from "../arap-weights";
import { BARE, blended, randomMotions, shuffled, solverOf, tube, tubeInput } from "../testing/cases";
import { aggregates } from "./aggregates";

/** The solver's internals that are compared with their definition. */
interface Insides {
  memory: { rows: Float64Array; weights: Float64Array; r: Float64Array; z: Float64Array; p: Float64Array };
  system: {
    coarse: {
      matrix: Float64Array;
      arrays: { shares: Float64Array };
      settle(task: unknown): Promise<boolean>;
      correct(r: Float64Array, task: unknown): Promise<number>;
      direct(z: Float64Array, p: Float64Array, beta: number, task: unknown): Promise<void>;
    };
  };
}
const inside = (solver: ArapWeights) => solver as unknown as Insides;
const largest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, n) => Math.max(most, Math.abs(x - b[n])), 0);

/** Values held for some pairs of the supports. */
function someHolds({ heat }: ArapInput, count: number, seed: number) {
  const random = createRandom(seed);
  const vertices = Uint32Array.from({ length: count }, () => random.integer(heat.offsets.length - 1));
  const bones = Uint16Array.from(
    vertices,
    (i) => heat.bones[heat.offsets[i] + random.integer(heat.offsets[i + 1] - heat.offsets[i])],
  );
  return {
    ...NO_WEIGHT_EDITS,
    holds: { vertices, bones, values: Float32Array.from(vertices, () => random.next()) },
  };
}

/** A and P, by their definitions. */
function definition(solver: ArapWeights): { a: Matrix; p: Matrix } {
  const { plan } = solver;
  const { offsets } = plan.input.heat;
  const upper = new Matrix(dense(atOnce(scalarMatrix(plan, inside(solver).memory.rows))));
  const a = Matrix.add(upper, upper.transpose()).sub(Matrix.diag(upper.diagonal()));
  const coarse = plan.coarse!;
  const p = Matrix.zeros(plan.unknowns, coarse.symbolic.n);
  const { shares } = inside(solver).system.coarse.arrays;
  for (let i = 0; i < plan.vertexCount; i++) {
    for (let j = offsets[i]; j < offsets[i + 1]; j++) {
      for (let e = offsets[i] + 1; e < offsets[i + 1] && shares[j] >= 0; e++) {
        if (shares[e] >= 0) p.set(e - i - 1, coarse.unknownOf[j], (e === j ? 1 : 0) - shares[e]);
      }
    }
  }
  return { a, p };
}

describe("aggregates", () => {
  it("are connected, cover every piece that is not small, and are as many as requested", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 1e6 }), (wanted, seed) => {
        const mesh = together(tube(9, 6, seed), tube(6, 5, seed + 1), tube(1, 3, seed + 2));
        const graph = { points: mesh.positions, ...adjacencyOf(mesh.triangles, mesh.positions.length / 3) };
        const { of, count } = atOnce(aggregates(graph, wanted));
        expect(count).toBe(Math.max(2, wanted));
        const [first, second] = [10 * 6, 10 * 6 + 7 * 5];
        of.forEach((part, i) => {
          expect(part >= 0).toBe(i < second);
          if (part >= 0) expect(of.subarray(0, first).includes(part)).toBe(i < first);
        });
        for (let part = 0; part < count; part++) {
          const members = [...of.keys()].filter((i) => of[i] === part);
          const reached = new Set([members[0]]);
          for (const i of reached) {
            for (let e = graph.offsets[i]; e < graph.offsets[i + 1]; e++) {
              if (of[graph.neighbours[e]] === part) reached.add(graph.neighbours[e]);
            }
          }
          expect(reached.size).toBe(members.length);
        }
      }),
      { seed: 5, numRuns: 40 },
    );
  });
});

describe("the coarse level", () => {
  it("is PᵀAP and corrects by P (PᵀAP)⁻¹ Pᵀ, also after holds have come and gone", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const input = tubeInput(seed, 4);
        const solver = await solverOf(input, { partSize: 9 });
        await solver.iterate(1, UNWATCHED);
        await solver.edit(someHolds(input, 9, seed), UNWATCHED);
        await solver.edit(someHolds(input, 6, seed + 1), UNWATCHED);
        const { system, memory } = inside(solver);
        expect(await system.coarse.settle(UNWATCHED)).toBe(true);
        const { a, p } = definition(solver);
        const truth = p.transpose().mmul(a).mmul(p);
        const { symbolic } = solver.plan.coarse!;
        // A zero row gets a 1, to make the matrix definite.
        for (let k = 0; k < symbolic.n; k++) if (truth.get(k, k) < 1e-12) truth.set(k, k, 1);
        let at = 0;
        const found = Matrix.zeros(symbolic.n, symbolic.n);
        const { places } = solver.plan.coarse!;
        expect(system.coarse.matrix.length).toBe(places.length);
        upperPlaces(solver).forEach(([r, c]) => {
          found.set(r, c, system.coarse.matrix[at]);
          found.set(c, r, system.coarse.matrix[at++]);
        });
        const size = truth.max();
        expect(largest(found.to1DArray(), truth.to1DArray())).toBeLessThan(1e-8 * size);

        const random = createRandom(seed);
        memory.r.forEach((_, n) => {
          memory.r[n] = random.normal();
        });
        const residual = p.transpose().mmul(Matrix.columnVector(memory.r));
        const solved = solve(found, residual);
        const inner = await system.coarse.correct(memory.r, UNWATCHED);
        expect(inner).toBeCloseTo(residual.transpose().mmul(solved).get(0, 0), 5);
        memory.z.fill(0.5);
        memory.p.fill(2);
        await system.coarse.direct(memory.z, memory.p, 0.25, UNWATCHED);
        const correction = p.mmul(solved).to1DArray();
        expect(largest(memory.p, correction.map((x) => x + 1))).toBeLessThan(1e-6 * (1 + Math.max(...correction.map(Math.abs)))); // biome-ignore format: one call
      }),
      { seed: 8, numRuns: 4 },
    );
  });

  it("leads to the same weights as the factor, with holds, in any order of blocks", async () => {
    const input = tubeInput(2, 4);
    const settings = { filter: 0, negative: "keep" as const, partSize: 9 };
    const long = { steps: 2000, tolerance: 1e-14 };
    const plan = planArap(input, { ...settings, ...long });
    const solvers = [
      await solverOf(input, { ...settings, solver: "exact" }),
      await solverOf(input, { ...settings, ...long }),
      await ArapWeights.create(shuffled(ArapWeights.bytes(plan, 2)), plan, UNWATCHED),
    ];
    for (const solver of solvers) {
      await solver.iterate(2, UNWATCHED);
      await solver.edit(someHolds(input, 12, 3), UNWATCHED);
      await solver.refine(UNWATCHED);
    }
    const [exact, iterative, other] = solvers.map((solver) => inside(solver).memory.weights);
    expect(largest(exact, iterative)).toBeLessThan(1e-8);
    expect(other).toEqual(iterative);
  });

  it("carries a change across the mesh in a few steps", async () => {
    const mesh = tube(120, 8, 1);
    const heat = blended(mesh, 3, 2);
    const input = { mesh, heat, bones: 3, motions: randomMotions(3, 6, 1, 4) };
    const vertices = Uint32Array.from({ length: 200 }, (_, n) => 300 + n);
    const holds = { vertices, bones: new Uint16Array(200).fill(1), values: new Float32Array(200).fill(0.9) };
    const off: number[] = [];
    for (const partSize of [0, 32]) {
      const made = async (steps: number) => {
        const solver = await solverOf(input, {
          ...BARE,
          proximal: 1e-6,
          partSize,
          clusters: 50,
          steps,
          tolerance: 0,
        });
        await solver.iterate(1, UNWATCHED);
        await solver.edit({ ...NO_WEIGHT_EDITS, holds }, UNWATCHED);
        await solver.refine(UNWATCHED);
        return solver;
      };
      const few = await made(0);
      const before = inside(few).memory.weights.slice();
      (few.plan.settings as { steps: number }).steps = 500;
      await few.refine(UNWATCHED);
      const truth = inside(few).memory.weights.slice();
      inside(few).memory.weights.set(before);
      (few.plan.settings as { steps: number }).steps = 12;
      await few.refine(UNWATCHED);
      off.push(largest(inside(few).memory.weights, truth) / largest(before, truth));
    }
    expect(off[1]).toBeLessThan(0.25 * off[0]);
  });

  it("is left out if it is off, for one bone, and for a mesh in small pieces", async () => {
    expect(planArap(tubeInput(1), { partSize: 0 }).coarse).toBeNull();
    expect(planArap(tubeInput(1), { solver: "exact" }).coarse).toBeNull();
    const shells = together(...[1, 2, 3, 4, 5].map((n) => tube(1, 5, n)));
    const input = { mesh: shells, heat: blended(shells, 2, 1), bones: 2, motions: randomMotions(2, 3, 1, 1) };
    expect(planArap(input, { partSize: 4 }).coarse).toBeNull();
    const single = tubeInput(1, 1);
    const alone = await solverOf({ ...single, heat: blended(single.mesh, 1, 1) }, { partSize: 9 });
    await alone.iterate(2, UNWATCHED);
    expect(inside(alone).memory.weights.every((w) => w === 1)).toBe(true);
  });
});

/** Row and column of each value of the coarse matrix, in order: the upper triangle by columns. */
function upperPlaces({ plan }: ArapWeights): [number, number][] {
  const { firsts, parts, blockOffsets, places, partOf } = plan.coarse!;
  const whereOf = new Map<number, [number, number]>();
  const beside = Array.from({ length: parts }, () => new Set<number>());
  for (let i = 0; i < plan.vertexCount; i++) {
    for (let e = plan.ring.offsets[i]; e < plan.ring.offsets[i + 1]; e++) {
      const [x, y] = [partOf[i], partOf[plan.ring.neighbours[e]]];
      if (y > x) beside[x].add(y);
    }
  }
  beside.forEach((others, x) => {
    let at = blockOffsets[x];
    for (const y of [x, ...[...others].sort((a, b) => a - b)]) {
      for (let r = firsts[x]; r < firsts[x + 1]; r++) {
        for (let c = firsts[y]; c < firsts[y + 1]; c++) whereOf.set(at++, [r, c]);
      }
    }
  });
  return Array.from(places, (place) => whereOf.get(place)!);
}
