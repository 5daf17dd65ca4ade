import { Matrix, SingularValueDecomposition } from "ml-matrix";
import { beforeAll, describe, expect, it } from "vitest";
import { rotationMatrix } from "../../../math/quaternion";
import { turnAbout } from "../../../testing/rigs";
import { dualQuaternionDeformer } from "../../classic/dual-quaternion";
import { linearBlendDeformer } from "../../classic/linear-blend";
import { farthest } from "../../testing/meshes";
import type { DirectMoments } from "../moments";
import { directEntries } from "../omega";
import {
  bar,
  count,
  momentsWith,
  patches,
  patchOf,
  poses,
  settings,
  shares,
  smoothPositions,
} from "../testing/bent-bar";
import { ddmV0 } from "./ddm-v0";
import { ddmV1 } from "./ddm-v1";
import { ddmV2 } from "./ddm-v2";
import { ddmV3 } from "./ddm-v3";
import { ddmV4 } from "./ddm-v4";
import { ddmV5 } from "./ddm-v5";

/** Vertices whose polar rotation is less certain than this are left out of comparisons. */
const GAP = 0.02;

let moments: DirectMoments;

beforeAll(async () => {
  moments = await momentsWith(settings);
});

const entriesAt = (alpha: number) => directEntries(moments, alpha);

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

  it("has the same rotations for any alpha and kappa", async () => {
    const other = await momentsWith({ ...settings, kappa: 0.6 });
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
  it("is the cofactors of the best linear map, and reverses deltas if its determinant is negative", () => {
    let flipped = 0;
    for (const bones of poses) {
      for (const alpha of [0, 0.6]) {
        const posed = ddmV1(entriesAt(alpha)).pose(bones);
        const smooth = smoothPositions(alpha, bones);
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

describe("v2, v3", () => {
  it("put the delta on the smooth position, turned by the blend of the bones, with its length", () => {
    for (const bones of bar.motion) {
      const smooth = smoothPositions(0.4, bones);
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

  it("turns by half if two bones share a vertex evenly", () => {
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

it("each variant can overwrite another pose, and variants that blend quaternions are certain", () => {
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
