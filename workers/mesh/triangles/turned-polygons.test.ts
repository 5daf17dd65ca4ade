import fc from "fast-check";
import { expect, it } from "vitest";
import { rotationMatrix } from "../../math/quaternion";
import { createRandom } from "../../math/random";
import { triangulate } from "./triangulate";

/** Triangles of one polygon whose corners are its points. */
function cut(positions: number[]): number[] {
  const n = positions.length / 3;
  const corners = Uint32Array.from({ length: n }, (_, i) => i);
  const out = new Uint32Array(3 * (n - 2));
  triangulate([0, n], corners, corners, positions, out);
  return [...out];
}

it("a polygon is cut in the same way however it is turned in space", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 4, max: 9 }), (seed, n) => {
      const random = createRandom(seed);
      // A simple polygon in a plane, concave more often than not.
      const flat = Array.from({ length: n }, (_, i) => {
        const [radius, angle] = [0.1 + random.next() ** 2, (2 * Math.PI * (i + 0.8 * random.next())) / n];
        return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
      });
      const expected = cut(flat.flat());
      const q = Array.from({ length: 4 }, () => random.normal());
      const turn = new Float64Array(9);
      rotationMatrix(
        q.map((x) => x / Math.hypot(...q)),
        0,
        turn,
        0,
      );
      const move = [random.normal(), random.normal(), random.normal()];
      const turned = flat.map((p) =>
        [0, 1, 2].map((r) => move[r] + turn[3 * r] * p[0] + turn[3 * r + 1] * p[1] + turn[3 * r + 2] * p[2]),
      );
      const found = cut(turned.flat());
      if (n === 4) expect(found).toEqual(expected);
      // Larger polygons are clipped as seen along an axis, so their ears may differ, but each triangle faces the right
      // way.
      const side = (t: number[]) => {
        const [a, b, c] = t.map((i) => flat[i]);
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      };
      let area = 0;
      for (let t = 0; t < found.length; t += 3) {
        const own = side(found.slice(t, t + 3));
        expect(own).toBeGreaterThan(-1e-9);
        area += own;
      }
      const whole = flat.reduce(
        (sum, p, i) => sum + p[0] * flat[(i + 1) % n][1] - p[1] * flat[(i + 1) % n][0],
        0,
      );
      expect(area).toBeCloseTo(whole, 9);
    }),
  );
});
