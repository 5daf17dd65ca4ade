import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { BEND, bendAt } from "../bend";
import { segment, skeletonOf, surface } from "../testing/bindables";
import type { ArapPlan } from "./arap-plan";
import type { ArapWeights } from "./arap-weights";
import { BARE, bentInput, edits, partAlong, polarBySvd, solverOf, strainByDefinition, tubeInput } from "./testing/cases"; // biome-ignore format: one import

const valuesOf = (solver: ArapWeights): Float64Array =>
  (solver as unknown as { memory: { weights: Float64Array } }).memory.weights.slice();

const apply = (m: ArrayLike<number>, at: number, p: number[]) =>
  [0, 4, 8].map((r) => m[at + r] * p[0] + m[at + r + 1] * p[1] + m[at + r + 2] * p[2] + m[at + r + 3]);

/**
 * The Jacobian of segment j at vertex i in a pose by central differences, with the best linear fit of u in the ring.
 */
function jacobian({ input, ring, bones }: ArapPlan, pose: number, i: number, j: number): Matrix {
  const { positions } = input.mesh;
  const point = (v: number) => Array.from(positions.subarray(3 * v, 3 * v + 3));
  const { head, tail, kind } = input.segments![j];
  const at = pose * bones + j;
  const motion = Array.from({ length: 12 }, (_, n) => input.motions[12 * at + n]);
  const bend = Array.from({ length: BEND }, (_, n) => input.bends![BEND * at + n]);
  const way = tail.map((x, c) => x - head[c]);
  let [change, size] = [0, 0];
  for (let e = ring.offsets[i]; e < ring.offsets[i + 1]; e++) {
    const k = ring.neighbours[e];
    const along = way.reduce((sum, x, c) => sum + x * (point(k)[c] - point(i)[c]), 0);
    change += ring.shares[e] * along * (partAlong(head, tail, point(k)) - partAlong(head, tail, point(i)));
    size += ring.shares[e] * along ** 2;
  }
  const image = (p: number[]) => {
    const bent = new Float64Array(12);
    const moved = way.reduce((sum, x, c) => sum + x * (p[c] - point(i)[c]), 0);
    const u = partAlong(head, tail, point(i)) + (change / size) * moved;
    if (kind === "rigid") return apply(motion, 0, p);
    bendAt(bend, head, tail, u, bent);
    return apply(motion, 0, apply(bent, 0, p));
  };
  const h = 1e-5;
  const columns = [0, 1, 2].map((c) => {
    const [up, down] = [h, -h].map((d) => image(point(i).map((x, n) => (n === c ? x + d : x))));
    return up.map((x, r) => (x - down[r]) / (2 * h));
  });
  return new Matrix(columns).transpose();
}

describe("as-rigid-as-desired transformations", () => {
  it.each([
    ["one a vertex", { clusters: 1e9 }],
    ["clusters", { clusters: 6, clusterings: 2 }],
  ])(
    "equal U diag(σ) Vᵀ with the stretch of the bones, by finite differences and an SVD: %s",
    async (_, settings) => {
      const input = bentInput(8, 3);
      const solver = await solverOf(input, { ...BARE, ...settings, asRigidAsDesired: true });
      const { plan } = solver;
      const rows = { ...input.heat, values: valuesOf(solver) };
      const owners = (solver as unknown as { memory: { owners: Uint32Array } }).memory.owners;
      const clusterOf = (i: number, pose: number) => owners[(pose % plan.clusterings) * plan.vertexCount + i];
      const desired = (cov: number[], key: string) => {
        const pose = Number(key.split(" ")[1]);
        const matrix = new Matrix([cov.slice(0, 3), cov.slice(3, 6), cov.slice(6)]);
        const v = new SingularValueDecomposition(matrix).rightSingularVectors;
        const sums = [0, 0, 0];
        let total = 0;
        for (let i = 0; i < plan.vertexCount; i++) {
          if (`${clusterOf(i, pose)} ${pose}` !== key) continue;
          for (let e = rows.offsets[i]; e < rows.offsets[i + 1]; e++) {
            const j = jacobian(plan, pose, i, rows.bones[e]).mmul(v);
            const weight = plan.ring.masses[i] * rows.values[e];
            total += weight;
            for (let k = 0; k < 3; k++) sums[k] += weight * Math.hypot(...j.getColumn(k));
          }
        }
        const stretch = v.mmul(Matrix.diag(sums.map((sum) => sum / total))).mmul(v.transpose());
        return polarBySvd(cov).mmul(stretch);
      };
      const [figures] = await solver.iterate(1, UNWATCHED);
      const truth = strainByDefinition(plan, rows, plan.input, clusterOf, desired).strain;
      const rotations = strainByDefinition(plan, rows, plan.input, clusterOf).strain;
      expect(Math.abs(figures.strain / truth - 1)).toBeLessThan(1e-6);
      expect(Math.abs(truth / rotations - 1)).toBeGreaterThan(0.05);
    },
  );

  it("are rotations if nothing bends", async () => {
    const [a, b] = [
      await solverOf(tubeInput(3), { clusters: 9 }),
      await solverOf(tubeInput(3), { clusters: 9, asRigidAsDesired: true }),
    ];
    expect(await a.iterate(3, UNWATCHED)).toEqual(await b.iterate(3, UNWATCHED));
  });

  it("find no strain if a bone stretches evenly along the axes of its rings", async () => {
    const [width, height] = [6, 4];
    const positions: number[] = [];
    const triangles: number[] = [];
    for (let x = 0; x <= width; x++) {
      for (let y = 0; y <= height; y++) {
        positions.push(x, y, 0);
        if (x === width || y === height) continue;
        // Quads have both diagonals, so rings are symmetric.
        const [a, b, c, d] = [0, 1, height + 2, height + 1].map((n) => x * (height + 1) + y + n);
        triangles.push(a, b, c, a, c, d, a, b, d, b, c, d);
      }
    }
    const mesh = surface(positions, triangles);
    const limits = { swing: 0, twist: [0, 0] as [number, number], stretch: [2, 2] as [number, number] };
    const { segments } = skeletonOf(segment(-1, [-2, 0, 0], [9, 0, 0], "stretch-twist", limits));
    const count = positions.length / 3;
    const heat = {
      version: 1 as const,
      offsets: Uint32Array.from({ length: count + 1 }, (_, i) => i),
      bones: new Uint16Array(count),
      values: new Float32Array(count).fill(1),
    };
    const motions = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);
    const input = { mesh, heat, bones: 1, motions, segments, bends: Float64Array.of(1, 0, 0, 0, 2) };
    // All vertices except those in the rings of corners.
    const importance = new Float32Array(count).fill(1);
    for (const corner of [0, height, count - 1 - height, count - 1]) importance[corner] = 0;
    const strainOf = async (asRigidAsDesired: boolean) => {
      const solver = await solverOf(input, { ...BARE, clusters: 1e9, asRigidAsDesired });
      await solver.edit(edits({ importance }), UNWATCHED);
      return (await solver.iterate(1, UNWATCHED))[0].strain;
    };
    expect(await strainOf(true)).toBeLessThan(1e-12);
    expect(await strainOf(false)).toBeGreaterThan(0.1);
  });
});
