import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../../../math/random";
import { numbersBetween } from "../../../../testing/numbers-between";
import { type Keyframes, sampleKeyframes } from "./keyframes";

function randomKeys(seed: number, count: number, more: Partial<Keyframes>): Keyframes {
  const random = createRandom(seed);
  const width = more.width ?? 3;
  const stride = more.interpolation === "CUBICSPLINE" ? 3 * width : width;
  let t = random.normal();
  const times = Float64Array.from({ length: count }, () => {
    t += 0.1 + random.next();
    return t;
  });
  const values = Float64Array.from({ length: stride * count }, () => random.normal());
  if (more.rotation) {
    for (let at = 0; at < values.length; at += 4) {
      const length = Math.hypot(...values.subarray(at, at + 4));
      for (let c = 0; c < 4; c++) values[at + c] /= length;
    }
  }
  return { times, width, values, interpolation: "LINEAR", rotation: false, ...more };
}

const sample = (keys: Keyframes, t: number) => {
  const out = new Float64Array(keys.width);
  sampleKeyframes(keys, t, out);
  return [...out];
};

/** The key at or before a time, the share of the way to the next key, and whether there is one. */
function placeOf({ times }: Keyframes, t: number) {
  const k = Math.max(
    0,
    [...times].findLastIndex((time) => time <= t),
  );
  const isOn = t <= times[k] || k + 1 === times.length;
  return { k, s: isOn ? 0 : (t - times[k]) / (times[k + 1] - times[k]), isOn };
}

const cases = [fc.integer(), fc.integer({ min: 1, max: 9 }), numbersBetween(-0.3, 1.3)] as const;
const timeIn = ({ times }: Keyframes, part: number) => times[0] + part * (times[times.length - 1] - times[0]);

function expectNear(found: number[], expected: ArrayLike<number>): void {
  found.forEach((x, c) => {
    expect(x).toBeCloseTo(expected[c], 9);
  });
}

describe("keyframes", () => {
  it("are joined by straight lines, or hold until the next", () => {
    fc.assert(
      fc.property(...cases, fc.integer({ min: 1, max: 5 }), (seed, count, part, width) => {
        for (const interpolation of ["LINEAR", "STEP"] as const) {
          const keys = randomKeys(seed, count, { width, interpolation });
          const t = timeIn(keys, part);
          const { k, s } = placeOf(keys, t);
          const row = (n: number) => keys.values.subarray(width * n, width * (n + 1));
          const way = interpolation === "STEP" ? 0 : s;
          const next = row(Math.min(k + 1, count - 1));
          expectNear(
            sample(keys, t),
            row(k).map((x, c) => x + way * (next[c] - x)),
          );
        }
      }),
    );
  });

  it("have their exact values at their times", () => {
    for (const interpolation of ["LINEAR", "STEP", "CUBICSPLINE"] as const) {
      const keys = randomKeys(4, 7, { interpolation });
      const [stride, from] = interpolation === "CUBICSPLINE" ? [9, 3] : [3, 0];
      keys.times.forEach((t, k) => {
        expect(sample(keys, t)).toEqual([...keys.values.subarray(stride * k + from, stride * k + from + 3)]);
      });
    }
  });

  it("are joined by splines whose ends and slopes are given", () => {
    fc.assert(
      fc.property(...cases, fc.integer({ min: 1, max: 4 }), (seed, count, part, width) => {
        const keys = randomKeys(seed, count, { width, interpolation: "CUBICSPLINE" });
        const t = timeIn(keys, part);
        const { k, s, isOn } = placeOf(keys, t);
        const number = (key: number, which: number, c: number) => keys.values[width * (3 * key + which) + c];
        const truth = Array.from({ length: width }, (_, c) => {
          if (isOn) return number(k, 1, c);
          // The same as a Bézier curve, by de Casteljau's algorithm.
          const third = (keys.times[k + 1] - keys.times[k]) / 3;
          let points = [
            number(k, 1, c),
            number(k, 1, c) + third * number(k, 2, c),
            number(k + 1, 1, c) - third * number(k + 1, 0, c),
            number(k + 1, 1, c),
          ];
          while (points.length > 1) points = points.slice(1).map((x, n) => points[n] + s * (x - points[n]));
          return points[0];
        });
        expectNear(sample(keys, t), truth);
      }),
    );
  });

  it("of rotations turn evenly the shorter way, with length 1", () => {
    fc.assert(
      fc.property(...cases, (seed, count, part) => {
        const keys = randomKeys(seed, count, { width: 4, rotation: true });
        const t = timeIn(keys, part);
        const { k, s } = placeOf(keys, t);
        const [a, b] = [k, Math.min(k + 1, count - 1)].map((n) => [
          ...keys.values.subarray(4 * n, 4 * n + 4),
        ]);
        const dot = a.reduce((sum, x, c) => sum + x * b[c], 0);
        const near = dot < 0 ? b.map((x) => -x) : b;
        const found = sample(keys, t);
        expect(Math.hypot(...found)).toBeCloseTo(1, 12);
        const angle = (p: number[], q: number[]) =>
          Math.acos(
            Math.min(
              1,
              p.reduce((sum, x, c) => sum + x * q[c], 0),
            ),
          );
        const whole = angle(a, near);
        expect(angle(a, found)).toBeCloseTo(s * whole, 6);
        expect(angle(found, near)).toBeCloseTo((1 - s) * whole, 6);
      }),
    );
  });

  it("of nearly equal rotations are joined by straight lines, and zeros do not turn", () => {
    const small = 1e-7;
    const values = Float64Array.of(0, 0, 0, 1, small, 0, 0, 1);
    const keys: Keyframes = {
      times: Float64Array.of(0, 2),
      width: 4,
      values,
      interpolation: "LINEAR",
      rotation: true,
    };
    expect(sample(keys, 0.5)[0] / small).toBeCloseTo(0.25, 9);
    expect(sample({ ...keys, values: new Float64Array(8) }, 0)).toEqual([0, 0, 0, 1]);
    expect(sample({ ...keys, values: Float64Array.of(0, 3, 0, 4, 0, 0, 0, 1) }, -1)).toEqual([
      0, 0.6, 0, 0.8,
    ]);
  });
});
