import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { createRandom } from "../../math/random";
import { UNWATCHED } from "../../model/task";
import { numbersBetween } from "../../testing/numbers-between";
import { compose, turnAbout } from "../../testing/rigs";
import { farthest, randomMotion, rigidBar } from "../testing/meshes";
import { centresOfRotationDeformer, rotationCentres } from "./centres-of-rotation";
import { dualQuaternionDeformer } from "./dual-quaternion";
import { linearBlendDeformer } from "./linear-blend";

const makeSerial = async (bytes: number) => new Serial(new Arena(bytes, false));
const STILL = turnAbout([0, 0, 1], 0, [0, 0, 0], [0, 0, 0]);

/** One vertex with the given weights of bones 0, 1, …. */
const shared = (...values: number[]) => ({
  offsets: [0, values.length],
  bones: values.map((_, j) => j),
  values,
});

describe("dual quaternions", () => {
  it("blend two rotations about one axis into the rotation between them, at the same radius", () => {
    fc.assert(
      fc.property(fc.integer(), numbersBetween(0.05, 3), (seed, angle) => {
        const random = createRandom(seed);
        const axis = [random.normal(), random.normal(), random.normal()];
        const unit = axis.map((x) => x / Math.hypot(...axis));
        const around = [random.normal(), random.normal(), random.normal()];
        const point = [random.normal(), random.normal(), random.normal()];
        const turn = (a: number) => turnAbout(unit, a, around, [0, 0, 0]);
        const posed = dualQuaternionDeformer(point, shared(0.5, 0.5)).pose([...turn(0), ...turn(angle)]);
        const half = linearBlendDeformer(point, shared(1)).pose(turn(angle / 2));
        expect(farthest(posed.positions, half.positions)).toBeLessThan(1e-9);
      }),
    );
  });

  it("blend a screw motion along its screw, independently of the origin", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const point = [random.normal(), random.normal(), random.normal()];
        const [a, b] = [randomMotion(seed), randomMotion(seed + 1)];
        const frame = randomMotion(seed + 2);
        const weights = shared(0.7, 0.3);
        const here = dualQuaternionDeformer(point, weights).pose([...a, ...b]).positions;
        // The same in a moved scene: F · blend(A, B) = blend(F A, F B).
        const there = dualQuaternionDeformer(point, weights).pose([
          ...compose(frame, a),
          ...compose(frame, b),
        ]);
        const moved = linearBlendDeformer(here, shared(1)).pose(frame).positions;
        expect(farthest(there.positions, moved)).toBeLessThan(1e-8);
      }),
    );
  });

  it("take the shorter way whatever the signs are, and stretch as the bones do", () => {
    const nearlyOnce = turnAbout([0, 0, 1], 6.1, [0, 0, 0], [0, 0, 0]);
    const back = turnAbout([0, 0, 1], (6.1 - 2 * Math.PI) / 2, [0, 0, 0], [0, 0, 0]);
    const posed = dualQuaternionDeformer([1, 0, 0], shared(0.5, 0.5)).pose([...STILL, ...nearlyOnce]);
    const half = linearBlendDeformer([1, 0, 0], shared(1)).pose(back);
    expect(farthest(posed.positions, half.positions)).toBeLessThan(1e-12);
    const wide = [2, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0];
    expect([...dualQuaternionDeformer([1, 3, 0], shared(1)).pose(wide).positions]).toEqual([3, 3, 0]);
  });
});

/** Eq. 4 and 5 of Le & Hodgins over all triangles and all ordered pairs of bones, without simplification. */
function centreByDefinition(rest: ArrayLike<number>, triangles: number[], weights: number[][], i: number) {
  const sum = [0, 0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.slice(t, t + 3);
    const v = weights[0].map((_, j) => corners.reduce((s, c) => s + weights[c][j] / 3, 0));
    const at = (c: number) => [0, 1, 2].map((k) => rest[3 * corners[c] + k]);
    const [p, q, r] = [at(0), at(1), at(2)];
    const [side, other] = [q.map((x, k) => x - p[k]), r.map((x, k) => x - p[k])];
    const dot = side.reduce((s, x, k) => s + x * other[k], 0);
    const area = Math.sqrt(Math.hypot(...side) ** 2 * Math.hypot(...other) ** 2 - dot * dot) / 2;
    let similarity = 0;
    for (let j = 0; j < v.length; j++) {
      for (let k = 0; k < v.length; k++) {
        if (j === k) continue;
        const [wj, wk] = [weights[i][j], weights[i][k]];
        similarity += wj * wk * v[j] * v[k] * Math.exp(-((wj * v[k] - wk * v[j]) ** 2) / 0.01);
      }
    }
    for (let c = 0; c < 3; c++) sum[c] += (similarity * area * (p[c] + q[c] + r[c])) / 3;
    sum[3] += similarity * area;
  }
  return sum[3] > 0 ? sum.slice(0, 3).map((x) => x / sum[3]) : [0, 1, 2].map((c) => rest[3 * i + c]);
}

describe("centres of rotation", () => {
  it("are the means of the surface by similarity of weights", async () => {
    const bar = rigidBar(8, 2);
    const random = createRandom(7);
    const dense = Array.from({ length: bar.rest.length / 3 }, (_, i) => {
      const raw = [0, 1, 2].map(() => Math.max(0, random.next() - 0.3));
      const total = raw[0] + raw[1] + raw[2];
      return i % 9 === 0 || total === 0 ? [0, 1, 0] : raw.map((x) => x / total);
    });
    const weights = {
      offsets: dense.map((_, i) => 3 * i).concat(3 * dense.length),
      bones: dense.flatMap(() => [2, 0, 1]),
      values: dense.flatMap(([a, b, c]) => [c, a, b]),
    };
    const centres = await rotationCentres(bar.rest, bar.triangles, weights, makeSerial, UNWATCHED);
    dense.forEach((_, i) => {
      const truth = centreByDefinition(bar.rest, bar.triangles, dense, i);
      for (let c = 0; c < 3; c++) expect(Math.abs(centres[3 * i + c] - truth[c])).toBeLessThan(1e-7);
    });
  });

  it("lie on the axis of a bar whose weights vary along it, so it keeps its girth when twisted", async () => {
    const bar = rigidBar(12, 4);
    const count = bar.rest.length / 3;
    const share = (i: number) => Math.min(1, Math.max(0, bar.rest[3 * i] / 4 + 0.5));
    const weights = {
      offsets: Array.from({ length: count + 1 }, (_, i) => 2 * i),
      bones: Array.from({ length: 2 * count }, (_, n) => n % 2),
      values: Array.from({ length: 2 * count }, (_, n) => (n % 2 ? share((n - 1) / 2) : 1 - share(n / 2))),
    };
    const centres = await rotationCentres(bar.rest, bar.triangles, weights, makeSerial, UNWATCHED);
    const twist = [...STILL, ...turnAbout([1, 0, 0], 2.8, [0, 0, 0], [0, 0, 0])];
    const posed = centresOfRotationDeformer(bar.rest, weights, centres).pose(twist).positions;
    const linear = linearBlendDeformer(bar.rest, weights).pose(twist).positions;
    let shrunk = 0;
    for (let i = 0; i < count; i++) {
      const radius = (x: ArrayLike<number>) => Math.hypot(x[3 * i + 1], x[3 * i + 2]);
      if (share(i) > 0 && share(i) < 1)
        expect(Math.hypot(centres[3 * i + 1], centres[3 * i + 2])).toBeLessThan(0.01);
      expect(Math.abs(radius(posed) - radius(bar.rest))).toBeLessThan(0.02);
      if (radius(linear) < 0.6 * radius(bar.rest)) shrunk++;
    }
    expect(shrunk).toBeGreaterThan(10);
  });
});

it("dual quaternions and centres of rotation have certain rotations", () => {
  const twist = [...STILL, ...turnAbout([1, 0, 0], 2.8, [0, 0, 0], [0, 0, 0])];
  const weights = { offsets: [0, 2, 3], bones: [0, 1, 1], values: [0.5, 0.5, 1] };
  const rest = [1, 2, 3, 4, 5, 6];
  for (const deformer of [
    dualQuaternionDeformer(rest, weights),
    centresOfRotationDeformer(rest, weights, rest),
  ]) {
    const posed = deformer.pose(twist);
    expect([...posed.certainty]).toEqual([1, 1]);
    // A pose can overwrite another one.
    posed.certainty.fill(0);
    posed.positions.fill(7);
    const again = deformer.pose(twist, posed);
    expect(again).toBe(posed);
    expect(again).toEqual(deformer.pose(twist));
  }
});
