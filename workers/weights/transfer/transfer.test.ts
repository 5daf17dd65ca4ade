import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UNTURNED_AXES } from "../../geometry/placing";
import { createRandom } from "../../math/random";
import { cotangentLaplacian, vertexAreas } from "../../mesh/laplacian";
import type { SparseWeights } from "../../model/rig/sparse-weights";
import { UNWATCHED } from "../../model/task";
import {
  TRANSFER_DEFAULTS,
  TRANSFER_KINDS,
  type TransferInput,
  type TransferSettings,
} from "../../model/weights/transfer";
import { multiply } from "../../sparse/csc";
import { LOBED_BONES, lobedBody, lobedWeights } from "../../testing/lobed-body";
import { packWeights } from "../../testing/rigs";
import { reusedParallel } from "../testing/bindables";
import { inpaintWeights } from "./inpaint-weights";
import { transferWeights } from "./transfer-weights";

const one = reusedParallel();
const B = LOBED_BONES.length;
const STAY = { scale: 1, turn: UNTURNED_AXES, shift: [0, 0, 0] as [number, number, number] };

type Body = ReturnType<typeof lobedBody>;

const transfer = (
  from: Body,
  to: Body,
  change: Omit<Partial<TransferInput>, "settings"> & { settings?: Partial<TransferSettings> } = {},
) =>
  transferWeights(
    {
      source: { ...from, weights: lobedWeights(from.rest) },
      target: to,
      placement: STAY,
      bones: Int32Array.from({ length: B }, (_, j) => j),
      boneCount: B,
      ...change,
      settings: { ...TRANSFER_DEFAULTS, ...change.settings },
    },
    one,
    UNWATCHED,
  );

const weightAt = ({ offsets, bones, values }: SparseWeights, i: number, j: number) => {
  for (let e = offsets[i]; e < offsets[i + 1]; e++) if (bones[e] === j) return values[e];
  return 0;
};

/** The largest and the mean difference of two sets of weights. */
function differences(a: SparseWeights, b: SparseWeights) {
  const V = a.offsets.length - 1;
  let [worst, sum] = [0, 0];
  for (let i = 0; i < V; i++) {
    for (let j = 0; j < B; j++) {
      const apart = Math.abs(weightAt(a, i, j) - weightAt(b, i, j));
      worst = Math.max(worst, apart);
      sum += apart;
    }
  }
  return { worst, mean: sum / (V * B) };
}

function expectRows({ offsets, values }: SparseWeights, vertices: number) {
  expect(offsets.length).toBe(vertices + 1);
  for (let i = 0; i < vertices; i++) {
    const row = values.subarray(offsets[i], offsets[i + 1]);
    expect(row.every((w) => w > 0)).toBe(true);
    expect(Math.abs(row.reduce((a, b) => a + b, 0) - 1)).toBeLessThan(1e-5);
  }
}

describe("transferWeights", () => {
  it("finds known weights on another topology of the same body, with every method", async () => {
    const from = lobedBody({ steps: 10, uvs: "mirrored" });
    const to = lobedBody({ steps: 6, slide: 1, seed: 5, uvs: "mirrored" });
    const truth = lobedWeights(to.rest);
    for (const by of ["surface", "ray", "uv", "volume"] as const) {
      const { weights, report } = await transfer(from, to, { settings: { by } });
      const { worst, mean } = differences(weights, truth);
      console.log(
        `${by}: largest error ${worst.toFixed(4)}, mean ${mean.toFixed(5)}, matched ${report.matched}, inpainted ${report.inpainted} of ${report.vertices}`,
      );
      expectRows(weights, report.vertices);
      expect(report.matched + report.inpainted + report.nearest).toBe(report.vertices);
      expect(mean).toBeLessThan(0.02);
      expect(worst).toBeLessThan(0.2);
    }
  });

  it("copies a mesh onto itself exactly", async () => {
    const body = lobedBody({ steps: 6 });
    const { weights, report } = await transfer(body, body);
    expect(report.matched).toBe(report.vertices);
    expect(differences(weights, lobedWeights(body.rest)).worst).toBeLessThan(1e-6);
  });

  it("undoes a change of unit and axes, and renames bones", async () => {
    const from = lobedBody({ steps: 8, move: ([x, y, z]) => [100 * x, -100 * z, 100 * y] });
    const to = lobedBody({ steps: 8, slide: 0.7 });
    const back = {
      scale: 0.01,
      turn: [1, 0, 0, 0, 0, 1, 0, -1, 0],
      shift: [0, 0, 0] as [number, number, number],
    };
    const weightsOf = lobedBody({ steps: 8 });
    const { weights } = await transfer(from, to, {
      placement: back,
      source: { ...from, weights: lobedWeights(weightsOf.rest) },
      bones: Int32Array.of(3, 1, 2, 0),
    });
    const truth = lobedWeights(to.rest);
    for (let i = 0; 3 * i < to.rest.length; i++) {
      expect(Math.abs(weightAt(weights, i, 0) - weightAt(truth, i, 3))).toBeLessThan(0.2);
      expect(Math.abs(weightAt(weights, i, 1) - weightAt(truth, i, 1))).toBeLessThan(0.2);
    }
  });

  it("inpaints vertices far from the source better than the nearest point does", async () => {
    // The target wears a muff where the arm's weights change. Its vertices are beyond the threshold.
    const muff = ([x, y, z]: [number, number, number]): [number, number, number] => {
      const by = 1 + 2.5 * Math.max(0, 1 - ((x - 0.7) / 0.25) ** 2);
      return [x, by * y, by * z];
    };
    const from = lobedBody({ steps: 12 });
    const to = lobedBody({ steps: 12, move: muff });
    const truth = lobedWeights(from.rest);
    const robust = await transfer(from, to);
    const naive = await transfer(from, to, { settings: { distance: 9, angle: 180 } });
    expect(robust.report.inpainted).toBeGreaterThan(10);
    expect(naive.report.inpainted).toBe(0);
    const [ours, nearest] = [robust, naive].map(({ weights }) => differences(weights, truth));
    console.log(
      `inpainted ${robust.report.inpainted}: largest error ${ours.worst.toFixed(4)}, nearest points ${nearest.worst.toFixed(4)}`,
    );
    expect(ours.worst).toBeLessThan(nearest.worst);
    expect(ours.mean).toBeLessThan(nearest.mean);
    expectRows(robust.weights, to.rest.length / 3);
  });

  it("leaves bones out, and refuses input that does not fit together", async () => {
    const body = lobedBody({ steps: 5 });
    const { weights, kinds } = await transfer(body, body, { bones: Int32Array.of(0, -1, 2, 3) });
    expectRows(weights, kinds.length);
    expect(weights.bones.every((j) => j !== 1)).toBe(true);
    await expect(transfer(body, body, { bones: new Int32Array(B).fill(-1) })).rejects.toThrow("No bone");
    await expect(transfer(body, body, { settings: { by: "uv" } })).rejects.toThrow("no UVs");
    await expect(transfer(body, body, { settings: { distance: Number.NaN } })).rejects.toThrow("above 0");
  });

  it("gives parts without any match the nearest weights", async () => {
    const body = lobedBody({ steps: 4 });
    const far = lobedBody({ steps: 4, move: ([x, y, z]) => [0.2 * x + 3, 0.2 * y, 0.2 * z] });
    const { kinds, weights } = await transfer(body, far);
    expect(kinds.every((kind) => kind === TRANSFER_KINDS.nearest)).toBe(true);
    for (let i = 0; i < kinds.length; i++) expect(weightAt(weights, i, 1)).toBeGreaterThan(0.9);
  });

  it("gives such parts weights that can be used, and refuses if there are none", async () => {
    const body = lobedBody({ steps: 4 });
    const far = lobedBody({ steps: 4, move: ([x, y, z]) => [0.2 * x + 3, 0.2 * y, 0.2 * z] });
    const { kinds, weights } = await transfer(body, far, { bones: Int32Array.of(0, -1, 2, 3) });
    expect(kinds.every((kind) => kind === TRANSFER_KINDS.nearest)).toBe(true);
    expectRows(weights, kinds.length);
    const onlyArm = {
      ...body,
      weights: packWeights(Array.from({ length: body.rest.length / 3 }, () => [[1, 1]])),
    };
    await expect(transfer(body, far, { source: onlyArm, bones: Int32Array.of(0, -1, 2, 3) })).rejects.toThrow(
      "Pair more",
    );
  });
});

describe("inpaintWeights", () => {
  it("agrees with a dense solution of Q", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const random = createRandom(seed);
        const { rest, triangles } = lobedBody({ steps: 2, slide: 0.8, seed });
        const V = rest.length / 3;
        const weights = packWeights(
          Array.from({ length: V }, () => {
            const w = random.next();
            return [[0, w] as [number, number], [1, 1 - w] as [number, number]];
          }),
        );
        const unknown = Uint32Array.from([...Array(V).keys()].filter(() => random.next() < 0.4));
        fc.pre(unknown.length > 0 && unknown.length < V);
        const found = await inpaintWeights(
          { rest, triangles, weights, boneCount: 2, unknown },
          one,
          UNWATCHED,
        );
        const dense = denseInpainting(rest, triangles, weights, unknown);
        for (let i = 0; i < V; i++) expect(Math.abs(weightAt(found, i, 0) - dense[i])).toBeLessThan(3e-3);
      }),
      { seed: 3, numRuns: 12 },
    );
  });
});

/** The weights of the first of two bones, by dense matrices and Gaussian elimination. */
function denseInpainting(
  rest: Float32Array,
  triangles: Uint32Array,
  weights: SparseWeights,
  unknown: Uint32Array,
): number[] {
  const V = rest.length / 3;
  const laplacian = cotangentLaplacian(rest, triangles);
  const axes = [0, 1, 2].map((c) => Array.from({ length: V }, (_, i) => rest[3 * i + c]));
  const size = Math.hypot(...axes.map((x) => Math.max(...x) - Math.min(...x)));
  const areas = vertexAreas(rest, triangles).map((a) => a / size ** 2);
  const columns = Array.from({ length: V }, (_, j) => {
    const unit = new Float64Array(V);
    unit[j] = 1;
    return multiply(laplacian, unit);
  });
  const q = Array.from({ length: V }, (_, i) =>
    Array.from({ length: V }, (_2, j) => {
      let sum = columns[j][i];
      for (let k = 0; k < V; k++) sum += (columns[k][i] * columns[j][k]) / areas[k];
      return sum;
    }),
  );
  const isUnknown = new Set(unknown);
  const solved = [0, 1].map((bone) => {
    const a = Array.from(unknown, (i) => Array.from(unknown, (j) => q[i][j]));
    const b = Array.from(unknown, (i) =>
      [...Array(V).keys()].reduce(
        (s, k) => (isUnknown.has(k) ? s : s - q[i][k] * weightAt(weights, k, bone)),
        0,
      ),
    );
    return eliminate(a, b);
  });
  return Array.from({ length: V }, (_, i) => {
    const u = unknown.indexOf(i);
    if (u < 0) return weightAt(weights, i, 0);
    const [w0, w1] = solved.map((x) => (x[u] > 1e-3 ? x[u] : 0));
    return w0 / (w0 + w1);
  });
}

function eliminate(a: number[][], b: number[]): number[] {
  const n = b.length;
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let r = k + 1; r < n; r++) if (Math.abs(a[r][k]) > Math.abs(a[pivot][k])) pivot = r;
    [a[k], a[pivot], b[k], b[pivot]] = [a[pivot], a[k], b[pivot], b[k]];
    for (let r = k + 1; r < n; r++) {
      const by = a[r][k] / a[k][k];
      for (let c = k; c < n; c++) a[r][c] -= by * a[k][c];
      b[r] -= by * b[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let c = k + 1; c < n; c++) b[k] -= a[k][c] * b[c];
    b[k] /= a[k][k];
  }
  return b;
}
