import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import type { BoundMesh } from "./bone-columns";
import { mergeBones } from "./merge-moments";

const [V, BONES] = [12, 4];
const [ORIGIN, UNIT] = [[5, -7, 9], 3];

/** A point that a bone moves, with its share in a vertex's average. */
interface Seen {
  bone: number;
  weight: number;
  at: number[];
}

/** The points that each vertex averages, in local coordinates, and the share of each bone in its smooth position. */
function randomCase(seed: number, thickness: number) {
  const random = createRandom(seed);
  const seen = Array.from({ length: V }, (): Seen[] =>
    Array.from({ length: 12 }, () => ({
      bone: random.integer(BONES),
      weight: 0.1 + random.next(),
      at: [random.normal(), random.normal(), thickness * random.normal()],
    })),
  );
  const smooth = Array.from({ length: V }, () =>
    Array.from({ length: BONES }, () => (random.integer(3) ? random.next() : 0)),
  );
  return {
    seen,
    smooth,
    centres: Array.from({ length: V }, () => [random.normal(), random.normal(), random.normal()]),
  };
}

const total = (some: Seen[]) => some.reduce((sum, { weight }) => sum + weight, 0);
const meanOf = (some: Seen[]) =>
  [0, 1, 2].map((c) => some.reduce((sum, { weight, at }) => sum + weight * at[c], 0) / total(some));

/** A as xx, xy, xz, yy, yz, zz, then b, about a centre. */
function momentsOf(some: Seen[], centre: number[]): number[] {
  const out = new Array<number>(9).fill(0);
  for (const { weight, at } of some) {
    const [x, y, z] = at.map((v, c) => v - centre[c]);
    [x * x, x * y, x * z, y * y, y * z, z * z, x, y, z].forEach((product, n) => {
      out[n] += weight * product;
    });
  }
  return out;
}

async function merged({ seen, smooth, centres }: ReturnType<typeof randomCase>) {
  const ofBone = (bone: number) =>
    seen.flatMap((all, i) => {
      const own = all.filter((one) => one.bone === bone);
      return own.length > 0 ? [{ i, values: [...momentsOf(own, centres[i]), total(own)] }] : [];
    });
  const shares = (bone: number) =>
    smooth.flatMap((row, i) => (row[bone] > 0 ? [{ i, values: [row[bone]] }] : []));
  const entries = (bone: number, rows: { i: number; values: number[] }[]) => ({
    bone,
    vertices: Uint32Array.from(rows, ({ i }) => i),
    values: Float64Array.from(rows.flatMap(({ values }) => values)),
  });
  const bones = Array.from({ length: BONES }, (_, bone) => bone);
  const mesh = {
    rest: new Float64Array(3 * V),
    local: { origin: ORIGIN, unit: UNIT },
  } as unknown as BoundMesh;
  return mergeBones(
    mesh,
    { centres: Float64Array.from(centres.flat()), entries: bones.map((bone) => entries(bone, ofBone(bone))) },
    bones.map((bone) => entries(bone, shares(bone))),
    UNWATCHED,
  );
}

describe("moments of all bones", () => {
  it("are about the mean of the points of a vertex, in the mesh's units, with weights of sum 1", async () => {
    const test = randomCase(3, 1);
    const rows = await merged(test);
    for (let i = 0; i < V; i++) {
      const mean = meanOf(test.seen[i]);
      mean.forEach((x, c) => {
        expect(rows.centres[3 * i + c]).toBeCloseTo(ORIGIN[c] + UNIT * x, 9);
      });
      const whole = total(test.seen[i]);
      const wholeSmooth = test.smooth[i].reduce((a, b) => a + b, 0);
      const bones = [...rows.bones.subarray(rows.offsets[i], rows.offsets[i + 1])];
      const expected = Array.from({ length: BONES }, (_, bone) => bone).filter(
        (bone) => test.smooth[i][bone] > 0 || test.seen[i].some((one) => one.bone === bone),
      );
      expect(bones).toEqual(expected);
      bones.forEach((bone, n) => {
        const e = rows.offsets[i] + n;
        const own = test.seen[i].filter((one) => one.bone === bone);
        expect(rows.psi[e]).toBeCloseTo(total(own) / whole, 12);
        expect(rows.smooth[e]).toBeCloseTo(test.smooth[i][bone] / wholeSmooth, 12);
        momentsOf(own, mean).forEach((x, c) => {
          expect(rows.moments[9 * e + c]).toBeCloseTo((x / whole) * (c < 6 ? UNIT ** 2 : UNIT), 9);
        });
      });
    }
  });

  it("of flat patches get a thickness, in which each bone has its share", async () => {
    const test = randomCase(4, 0);
    const rows = await merged(test);
    for (let i = 0; i < V; i++) {
      const mean = meanOf(test.seen[i]);
      const flat = momentsOf(test.seen[i], mean).map((x) => x / total(test.seen[i]));
      const least = 1e-4 * (flat[0] + flat[3] + flat[5]);
      const sum = new Array<number>(6).fill(0);
      for (let e = rows.offsets[i]; e < rows.offsets[i + 1]; e++) {
        for (let c = 0; c < 6; c++) sum[c] += rows.moments[9 * e + c] / UNIT ** 2;
        // The patch lies in z = 0.
        expect(rows.moments[9 * e + 5] / UNIT ** 2).toBeCloseTo(rows.psi[e] * least, 12);
      }
      const [xx, xy, xz, yy, yz, zz] = sum;
      const matrix = new Matrix([
        [xx, xy, xz],
        [xy, yy, yz],
        [xz, yz, zz],
      ]);
      const values = new EigenvalueDecomposition(matrix, { assumeSymmetric: true }).realEigenvalues;
      expect(Math.min(...values)).toBeCloseTo(least, 12);
      [xx, xy, xz, yy, yz].forEach((x, c) => {
        expect(x).toBeCloseTo(flat[c], 9);
      });
    }
  });

  it("of a single point get an extent of a hundred-thousandth of the diagonal in every direction", async () => {
    const test = randomCase(5, 1);
    test.seen[2] = [{ bone: 1, weight: 0.5, at: [0.1, 0.2, 0.3] }];
    const { offsets, moments, bones } = await merged(test);
    for (let e = offsets[2]; e < offsets[3]; e++) {
      const thick = bones[e] === 1 ? 1e-10 * UNIT ** 2 : 0;
      [thick, 0, 0, thick, 0, thick, 0, 0, 0].forEach((x, c) => {
        expect(moments[9 * e + c]).toBeCloseTo(x, 16);
      });
    }
  });
});
