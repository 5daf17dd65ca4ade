import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { beforeAll, describe, expect, it } from "vitest";
import { rotationMatrix } from "../../math/quaternion";
import { uniformLaplacian } from "../../mesh/laplacian";
import { UNWATCHED } from "../../model/task";
import { turnAbout } from "../../testing/rigs";
import { dualQuaternionDeformer } from "../classic/dual-quaternion";
import { linearBlendDeformer } from "../classic/linear-blend";
import { plainFactors } from "../delta-mush/factors";
import { denseSmoothing, farthest, rigidBar } from "../testing/meshes";
import { ddmV0 } from "./ddm-v0";
import { ddmV1 } from "./ddm-v1";
import { ddmV2 } from "./ddm-v2";
import { ddmV3 } from "./ddm-v3";
import { ddmV4 } from "./ddm-v4";
import { ddmV5 } from "./ddm-v5";
import type { DirectMoments } from "./moments";
import { directEntries } from "./omega";
import { DIRECT_DEFAULTS, directMoments } from "./psi";

/** Vertices whose polar rotation is less certain than this are left out of comparisons. */
const GAP = 0.02;
const LAMBDA = 0.8;
const P = 5;

const bar = rigidBar(10, 2);
const count = bar.rest.length / 3;
const laplacian = uniformLaplacian(count, bar.triangles);
const settings = { ...DIRECT_DEFAULTS, iterations: P, lambda: LAMBDA, kappa: 0.2, negligible: 0 };
/** Column i: the vertices that vertex i averages over. */
const patches = denseSmoothing(laplacian, LAMBDA, P, null);
/** The middle third is lifted off the line, as in the S shapes of the paper, far enough to turn patches inside out. */
const torn = Float64Array.from([
  ...turnAbout([0, 0, 1], 0, [0, 0, 0], [0, 0, 0]),
  ...turnAbout([0, 1, 0], 3, [0, 0, 0], [-3, 0.4, 0]),
  ...turnAbout([1, 0, 0], 1, [0, 0, 0], [-1, 0.2, 0.3]),
]);
const poses = [...bar.motion, torn];
let moments: DirectMoments;

beforeAll(async () => {
  moments = await directMoments(
    { rest: bar.rest, laplacian },
    bar.weights,
    bar.bones,
    settings,
    plainFactors,
    UNWATCHED,
  );
});

const entriesAt = (alpha: number) => directEntries(moments, alpha);

/** The weighted patches of rest and skinned pose about their means, column i of B; from the definitions (eq. 5). */
function patchOf(bones: Float64Array, i: number) {
  const skinned = linearBlendDeformer(bar.rest, bar.weights).pose(bones).positions;
  const b = patches.getColumn(i);
  const mean = (x: Float64Array) => [0, 1, 2].map((c) => b.reduce((sum, w, k) => sum + w * x[3 * k + c], 0));
  const [p, q] = [mean(bar.rest), mean(skinned)];
  const moment = (x: Float64Array, m: number[]) =>
    new Matrix(
      [0, 1, 2].map((r) =>
        [0, 1, 2].map((c) =>
          b.reduce((sum, w, k) => sum + w * (x[3 * k + r] - m[r]) * (bar.rest[3 * k + c] - p[c]), 0),
        ),
      ),
    );
  return { p, q, across: moment(skinned, q), own: moment(bar.rest, p) };
}

const determinant = (m: Matrix) => {
  const [a, b, c, d, e, f, g, h, i] = m.to1DArray();
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
};

describe("v0", () => {
  it("is Delta Mush with the best rigid transform of each patch as frame", () => {
    let compared = 0;
    for (const bones of poses) {
      const posed = ddmV0(entriesAt(0)).pose(bones);
      for (let i = 0; i < count; i++) {
        const { p, q, across } = patchOf(bones, i);
        const svd = new SingularValueDecomposition(across);
        const [u, v] = [svd.leftSingularVectors, svd.rightSingularVectors];
        const sign = Math.sign(determinant(u) * determinant(v));
        const [s1, s2, s3] = svd.diagonal;
        expect(Math.abs(posed.certainty[i] - (s2 + sign * s3) / s1)).toBeLessThan(1e-6);
        if (posed.certainty[i] < GAP) continue;
        compared++;
        const delta = Matrix.columnVector([0, 1, 2].map((c) => bar.rest[3 * i + c] - p[c]));
        const turned = u
          .mmul(Matrix.diag([1, 1, sign]))
          .mmul(v.transpose())
          .mmul(delta)
          .to1DArray();
        for (let c = 0; c < 3; c++) {
          expect(Math.abs(posed.positions[3 * i + c] - q[c] - turned[c])).toBeLessThan(1e-9);
        }
      }
    }
    expect(compared).toBeGreaterThan(0.95 * count * poses.length);
  });

  it("turns the same whatever alpha and kappa are", async () => {
    const other = await directMoments(
      { rest: bar.rest, laplacian },
      bar.weights,
      bar.bones,
      { ...settings, kappa: 0.6 },
      plainFactors,
      UNWATCHED,
    );
    for (const bones of poses) {
      const truth = ddmV0(entriesAt(0)).pose(bones);
      for (const entries of [entriesAt(0.3), entriesAt(0.9), directEntries(other, 0.7)]) {
        const posed = ddmV0(entries).pose(bones);
        for (let i = 0; i < count; i++) {
          if (truth.certainty[i] < GAP) continue;
          for (let c = 0; c < 4; c++) {
            // Half turns have two quaternions, so this compares up to the sign.
            const [a, b] = [truth.rotations[4 * i + c], posed.rotations[4 * i + c]];
            expect(Math.min(Math.abs(a - b), Math.abs(a + b))).toBeLessThan(1e-9);
          }
        }
        expect(farthest(truth.positions, posed.positions)).toBeGreaterThan(1e-3);
      }
    }
  });
});

describe("v1", () => {
  it("is the cofactors of the best linear map, and turns deltas against it if its determinant is negative", () => {
    let flipped = 0;
    for (const bones of poses) {
      for (const alpha of [0, 0.6]) {
        const posed = ddmV1(entriesAt(alpha)).pose(bones);
        const smooth = ddmV5OfCentres(alpha, bones);
        for (let i = 0; i < count; i++) {
          const { p, across, own } = patchOf(bones, i);
          const [det, patch] = [determinant(across), determinant(own)];
          const d = [0, 1, 2].map((c) => bar.rest[3 * i + c] - p[c]);
          const moved = [0, 1, 2].map((c) => posed.positions[3 * i + c] - smooth[3 * i + c]);
          // det(R') (Q − q pᵀ)⁻ᵀ (P − p pᵀ) d, by solving with the transpose.
          const target = own.mmul(Matrix.columnVector(d)).mul(det / patch);
          const back = across.transpose().mmul(Matrix.columnVector(moved));
          for (let c = 0; c < 3; c++) expect(Math.abs(back.get(c, 0) - target.get(c, 0))).toBeLessThan(1e-9);
          if (det / patch > -1e-6) continue;
          flipped++;
          const linear = across.mmul(inverse3(own)).mmul(Matrix.columnVector(d)).to1DArray();
          expect(linear.reduce((sum, x, c) => sum + x * moved[c], 0)).toBeLessThan(0);
        }
      }
    }
    expect(flipped).toBeGreaterThan(2);
  });
});

function inverse3(m: Matrix): Matrix {
  const svd = new SingularValueDecomposition(m);
  const inverse = Matrix.diag(svd.diagonal.map((s) => 1 / s));
  return svd.rightSingularVectors.mmul(inverse).mmul(svd.leftSingularVectors.transpose());
}

/** q_i by the definition of Ω (eq. 11): (1 − α) of the smoothed skin, α of the centre moved by the weights w'. */
function ddmV5OfCentres(alpha: number, bones: Float64Array): Float64Array {
  const skinned = linearBlendDeformer(bar.rest, bar.weights).pose(bones).positions;
  const shares = denseSmoothing(laplacian, settings.kappa, P, null);
  const out = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const p = [0, 0, 0];
    for (let k = 0; k < count; k++)
      for (let c = 0; c < 3; c++) p[c] += patches.get(k, i) * bar.rest[3 * k + c];
    for (let k = 0; k < count; k++) {
      const m = 12 * bar.weights.bones[k];
      for (let r = 0; r < 3; r++) {
        const row = bones.subarray(m + 4 * r, m + 4 * r + 4);
        const moved = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
        out[3 * i + r] +=
          (1 - alpha) * patches.get(k, i) * skinned[3 * k + r] + alpha * shares.get(k, i) * moved;
      }
    }
  }
  return out;
}

describe("v2, v3", () => {
  it("put the delta on the smooth position, turned by the blend of the bones, with its length", () => {
    for (const bones of bar.motion) {
      const smooth = ddmV5OfCentres(0.4, bones);
      const [two, three] = [ddmV2, ddmV3].map((variant) => variant(entriesAt(0.4)).pose(bones));
      const linear = linearOf(bones);
      const turn = new Float64Array(9);
      for (let i = 0; i < count; i++) {
        const d = [0, 1, 2].map((c) => bar.rest[3 * i + c] - moments.centres[3 * i + c]);
        const [a, b] = [two, three].map((pose) =>
          [0, 1, 2].map((c) => pose.positions[3 * i + c] - smooth[3 * i + c]),
        );
        expect(Math.hypot(...a)).toBeCloseTo(Math.hypot(...d), 9);
        expect(Math.hypot(...b)).toBeCloseTo(Math.hypot(...d), 9);
        rotationMatrix(two.rotations, 4 * i, turn, 0);
        for (let r = 0; r < 3; r++) {
          expect(a[r]).toBeCloseTo(turn[3 * r] * d[0] + turn[3 * r + 1] * d[1] + turn[3 * r + 2] * d[2], 9);
        }
        const along = Matrix.from1DArray(3, 3, linear[i]).mmul(Matrix.columnVector(d)).to1DArray();
        const scale = Math.hypot(...b) / Math.hypot(...along);
        for (let r = 0; r < 3; r++) expect(b[r]).toBeCloseTo(scale * along[r], 9);
      }
    }
  });

  /** Σ ψ Mᴿ by the dense operator. */
  function linearOf(bones: Float64Array): number[][] {
    return Array.from({ length: count }, (_, i) => {
      const sum = new Array<number>(9).fill(0);
      for (let k = 0; k < count; k++) {
        const m = 12 * bar.weights.bones[k];
        for (let n = 0; n < 9; n++) sum[n] += patches.get(k, i) * bones[m + 4 * Math.floor(n / 3) + (n % 3)];
      }
      return sum;
    });
  }
});

describe("v4", () => {
  it("with psi = omega is skinning with centres of rotation at p and weights omega", () => {
    const entries = entriesAt(0);
    for (const bones of bar.motion) {
      const posed = ddmV4(entries).pose(bones);
      const turn = new Float64Array(9);
      for (let i = 0; i < count; i++) {
        // Le & Hodgins' form: R by quaternions, [R̃ t̃] by linear blending, t = R̃ p + t̃ − R p, x = R u + t.
        const blended = new Float64Array(12);
        for (let e = entries.offsets[i]; e < entries.offsets[i + 1]; e++) {
          for (let n = 0; n < 12; n++) blended[n] += entries.omega[e] * bones[12 * entries.bones[e] + n];
        }
        rotationMatrix(posed.rotations, 4 * i, turn, 0);
        for (let r = 0; r < 3; r++) {
          let x = blended[4 * r + 3];
          for (let c = 0; c < 3; c++) {
            const [p, u] = [moments.centres[3 * i + c], bar.rest[3 * i + c]];
            x += blended[4 * r + c] * p + turn[3 * r + c] * (u - p);
          }
          expect(Math.abs(posed.positions[3 * i + r] - x)).toBeLessThan(1e-12);
        }
      }
    }
  });

  it("turns halfway if two bones share a vertex evenly", () => {
    const half = {
      ...entriesAt(0),
      offsets: Uint32Array.of(0, 2),
      bones: Uint16Array.of(0, 1),
      psi: Float64Array.of(0.5, 0.5),
      omega: Float64Array.of(0.5, 0.5),
      rest: Float64Array.of(0, 1, 0),
      centres: new Float64Array(3),
    };
    const bones = [
      ...turnAbout([0, 0, 1], 0, [0, 0, 0], [0, 0, 0]),
      ...turnAbout([0, 0, 1], 1.2, [0, 0, 0], [0, 0, 0]),
    ];
    const [x, y, z] = ddmV4(half).pose(bones).positions;
    expect(Math.hypot(x + Math.sin(0.6), y - Math.cos(0.6), z)).toBeLessThan(1e-12);
  });
});

describe("v5", () => {
  it("is linear blend skinning, or dual quaternions, with smoothed weights", () => {
    const shares = denseSmoothing(laplacian, settings.kappa, P, null);
    const rows = { offsets: [0], bones: [] as number[], values: [] as number[] };
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < bar.bones; j++) {
        let weight = 0;
        for (let k = 0; k < count; k++) {
          if (bar.weights.bones[k] === j) weight += 0.7 * patches.get(k, i) + 0.3 * shares.get(k, i);
        }
        rows.bones.push(j);
        rows.values.push(weight);
      }
      rows.offsets.push(rows.bones.length);
    }
    const entries = entriesAt(0.3);
    for (const bones of bar.motion) {
      const linear = linearBlendDeformer(bar.rest, rows).pose(bones);
      expect(farthest(ddmV5(entries).pose(bones).positions, linear.positions)).toBeLessThan(1e-9);
      const dual = dualQuaternionDeformer(bar.rest, rows).pose(bones);
      expect(farthest(ddmV5(entries, "dual-quaternion").pose(bones).positions, dual.positions)).toBeLessThan(
        1e-9,
      );
    }
  });
});

it("loses no more than the bound when negligible entries are dropped", async () => {
  const long = rigidBar(40, 2, 5);
  const mesh = { rest: long.rest, laplacian: uniformLaplacian(long.rest.length / 3, long.triangles) };
  const posesOf = async (negligible: number) => {
    const kept = await directMoments(
      mesh,
      long.weights,
      5,
      { ...DIRECT_DEFAULTS, negligible },
      plainFactors,
      UNWATCHED,
    );
    return long.motion.map((bones) => ddmV0(directEntries(kept, 0.5)).pose(bones).positions);
  };
  const [whole, part] = [await posesOf(0), await posesOf(1e-4)];
  // The bar is 4 long and bends by less than its length.
  whole.forEach((positions, k) => {
    expect(farthest(positions, part[k])).toBeLessThan(4e-4);
  });
});

it("keeps its precision in f32 far from the origin, where the paper's moments lose it", async () => {
  const small = rigidBar(24, 2);
  // A bar of length 0.08, 20 away.
  const rest = small.rest.map((x, n) => 0.02 * x + [20, -5, 3][n % 3]);
  const mesh = { rest, laplacian: uniformLaplacian(rest.length / 3, small.triangles) };
  const kept = await directMoments(
    mesh,
    small.weights,
    small.bones,
    DIRECT_DEFAULTS,
    plainFactors,
    UNWATCHED,
  );
  const entries = directEntries(kept, 0.4);
  const rounded = {
    ...entries,
    moments: entries.moments.map(Math.fround),
    psi: entries.psi.map(Math.fround),
    omega: entries.omega.map(Math.fround),
  };
  // The same with moments about the origin, as in the paper, rounded and centred again.
  const absolute = { ...entries, moments: entries.moments.slice() };
  const pairs = [
    [0, 0],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
  ];
  for (let i = 0; i + 1 < entries.offsets.length; i++) {
    const p = entries.centres.subarray(3 * i, 3 * i + 3);
    for (let e = entries.offsets[i]; e < entries.offsets[i + 1]; e++) {
      const b = entries.moments.subarray(9 * e + 6, 9 * e + 9);
      const w = 0.6 * entries.psi[e];
      const first = b.map((x, c) => Math.fround(x + w * p[c]));
      pairs.forEach(([r, c], n) => {
        const second = Math.fround(entries.moments[9 * e + n] + b[r] * p[c] + p[r] * b[c] + w * p[r] * p[c]);
        absolute.moments[9 * e + n] = second - first[r] * p[c] - p[r] * first[c] + w * p[r] * p[c];
      });
      for (let c = 0; c < 3; c++) absolute.moments[9 * e + 6 + c] = first[c] - w * p[c];
    }
  }
  const turn = (a: number) => turnAbout([0, 0, 1], a, [20, -5, 3], [0, 0, 0]);
  const bones = [...turn(0), ...turn(0.5), ...turn(1)];
  const truth = ddmV0(entries).pose(bones).positions;
  expect(farthest(ddmV0(rounded).pose(bones).positions, truth)).toBeLessThan(1e-6 * 0.08 * 10);
  expect(farthest(ddmV0(absolute).pose(bones).positions, truth)).toBeGreaterThan(1e-3 * 0.08);
});

it("each variant can write over another pose, and those that blend quaternions are certain", () => {
  const entries = entriesAt(0.4);
  const variants = { v0: ddmV0, v1: ddmV1, v2: ddmV2, v3: ddmV3, v4: ddmV4, v5: ddmV5 };
  for (const [name, variant] of Object.entries(variants)) {
    const deformer = variant(entries);
    expect(deformer.vertexCount).toBe(count);
    const fresh = deformer.pose(poses[1]);
    const used = {
      ...fresh,
      positions: fresh.positions.map((x) => x + 1),
      certainty: new Float64Array(count),
    };
    expect(deformer.pose(poses[1], used)).toBe(used);
    expect([name, used]).toEqual([name, fresh]);
    const isCertain = fresh.certainty.every((x) => x === 1);
    expect([name, isCertain]).toEqual([name, name === "v2" || name === "v4"]);
  }
});
