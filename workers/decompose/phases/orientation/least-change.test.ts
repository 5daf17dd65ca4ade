import { describe, expect, it } from "vitest";
import { choleskySolve } from "../../../math/cholesky-solve";
import { determinant3 } from "../../../math/matrix3";
import { createRandom, type Random } from "../../../math/random";
import { cheapestSide, whitening } from "./cheapest-side";
import { type Constraint, LeastChange } from "./least-change";

/** A random positive definite matrix, with one direction of each bone that the error hardly depends on. */
function metric(width: number, random: Random): Float64Array {
  const scale = Array.from({ length: width }, (_, k) => (k % 4 === 2 ? 0.03 : 1));
  const factor = Array.from({ length: width * width }, () => random.normal());
  return Float64Array.from({ length: width * width }, (_, at) => {
    const [r, c] = [Math.floor(at / width), at % width];
    let sum = r === c ? 0.1 : 0;
    for (let k = 0; k < width; k++) sum += factor[r * width + k] * factor[c * width + k];
    return scale[r] * scale[c] * sum;
  });
}

const units = (n: number, random: Random): Float64Array => {
  const x = Float64Array.from({ length: n }, () => random.normal());
  const size = Math.hypot(...x);
  return x.map((c) => c / size);
};

/** b of a constraint, and x·b. */
const along = ({ bone, v }: Constraint, x: ArrayLike<number>, from = 0) =>
  v[0] * x[from + 4 * bone] + v[1] * x[from + 4 * bone + 1] + v[2] * x[from + 4 * bone + 2];

describe("the least change of bones", () => {
  it.each([
    ["a factor", 20, 60],
    ["conjugate gradients", 350, 400],
  ])("meets all constraints and has no other part, by %s", (_, count, rank) => {
    const random = createRandom(count);
    const [bones, width] = [3, 12];
    const normal = metric(width, random);
    const constraints = Array.from({ length: count }, (): Constraint => {
      return { bone: random.integer(bones), a: units(rank, random), v: units(3, random), lambda: 0 };
    });
    const responses = Array.from({ length: bones }, (_, bone) => {
      const rows = new Float64Array(3 * width);
      for (let axis = 0; axis < 3; axis++) {
        const row = rows.subarray(axis * width, (axis + 1) * width);
        row[4 * bone + axis] = 1;
        choleskySolve(normal.slice(), row);
      }
      return rows;
    });
    const least = new LeastChange(constraints, rank, width, (bone) => responses[bone]);
    const wanted = Float64Array.from({ length: count }, () => random.normal());
    const change = least.solve(wanted);
    for (const [c, value] of least.values(change).entries()) expect(value).toBeCloseTo(wanted[c], 6);
    // At a minimum under constraints, the gradient is a combination of theirs: Δ N = Σ λ a bᵀ.
    for (let q = 0; q < rank; q += 7) {
      for (let k = 0; k < width; k++) {
        let gradient = 0;
        for (let m = 0; m < width; m++) gradient += change[q * width + m] * normal[m * width + k];
        const unit = new Float64Array(width);
        unit[k] = 1;
        const forces = constraints.reduce((sum, one) => sum + one.lambda * one.a[q] * along(one, unit), 0);
        expect(gradient).toBeCloseTo(forces, 7);
      }
    }
  });
});

describe("the cheapest side", () => {
  it("costs the error less than any other way to flip a part", () => {
    const random = createRandom(7);
    for (let n = 0; n < 50; n++) {
      const s = metric(4, random);
      const block = Float64Array.from({ length: 9 }, (_, at) => s[4 * Math.floor(at / 3) + (at % 3)]);
      const part = Float64Array.from({ length: 9 }, () => random.normal());
      const { u, v } = cheapestSide(part, whitening(block));
      const image = (x: ArrayLike<number>) =>
        [0, 3, 6].map((r) => part[r] * x[0] + part[r + 1] * x[1] + part[r + 2] * x[2]);
      const variance = (x: ArrayLike<number>) =>
        [0, 1, 2].reduce(
          (sum, r) => sum + x[r] * [0, 1, 2].reduce((row, c) => row + block[3 * r + c] * x[c], 0),
          0,
        );
      const now = image(v).reduce((sum, x, r) => sum + u[r] * x, 0);
      // u points to the side where the part does not reflect.
      expect(Math.sign(now)).toBe(Math.sign(determinant3(part)));
      // To flip the part in a direction x, all of its image has to go.
      const cost = now ** 2 / variance(v);
      for (let trial = 0; trial < 300; trial++) {
        const x = units(3, random);
        expect(image(x).reduce((sum, c) => sum + c * c, 0) / variance(x)).toBeGreaterThan(cost * (1 - 1e-9));
      }
    }
  });
});
