import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../../testing/numbers-between";
import { normalised, quantiseWeights, withBounds } from "./quantise";

describe("quantised weights", () => {
  it("sum to exactly one over all sets, stay within a step, and keep empty slots empty", () => {
    const weight = fc.oneof(fc.constant(0), numbersBetween(0, 1), numbersBetween(0, 1e-6));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(weight),
        fc.constantFrom(255 as const, 65535 as const),
        (sets, vertices, stream, whole) => {
          const rows = Array.from({ length: vertices }, () => {
            const raw = Array.from({ length: 4 * sets }, () => stream.next().value as number);
            if (!raw.some((x) => x > 0)) raw[0] = 1;
            const sum = raw.reduce((a, b) => a + b, 0);
            return raw.map((x) => x / sum);
          });
          const given = Array.from({ length: sets }, (_, s) =>
            Float32Array.from(rows.flatMap((row) => row.slice(4 * s, 4 * s + 4))),
          );
          const found = quantiseWeights(given, whole).map(({ bytes }) =>
            whole === 255 ? bytes : new Uint16Array(bytes.buffer),
          );
          rows.forEach((row, v) => {
            const own = found.flatMap((set) => [...set.subarray(4 * v, 4 * v + 4)]);
            expect(own.reduce((a, b) => a + b, 0)).toBe(whole);
            own.forEach((x, n) => {
              expect(Math.abs(x / whole - row[n])).toBeLessThan(1.001 / whole);
              if (row[n] === 0) expect(x).toBe(0);
            });
          });
        },
      ),
    );
  });
});

describe("normalised integers", () => {
  it("are within half a step, in rows of whole words, with right bounds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(numbersBetween(0, 1), numbersBetween(0, 1), numbersBetween(0, 1)), {
          minLength: 1,
        }),
        (points) => {
          const quantised = withBounds(normalised(points.flat(), 3, 5123), 3);
          expect(quantised.stride).toBe(8);
          const numbers = new Uint16Array(quantised.bytes.buffer);
          points.forEach((point, n) => {
            point.forEach((x, c) => {
              const whole = numbers[4 * n + c];
              expect(Math.abs(whole / 65535 - x)).toBeLessThanOrEqual(0.51 / 65535);
              expect(whole).toBeGreaterThanOrEqual(quantised.min![c]);
              expect(whole).toBeLessThanOrEqual(quantised.max![c]);
            });
          });
        },
      ),
    );
  });

  it("never reach -128 or -32768, which glTF reads as less than -1", () => {
    expect([...new Int8Array(normalised([-1, 1, 0], 3, 5120).bytes.buffer)]).toEqual([-127, 127, 0, 0]);
    expect([...new Int16Array(normalised([-1, 1, 0, 0.5], 4, 5122).bytes.buffer)]).toEqual([
      -32767, 32767, 0, 16384,
    ]);
  });
});
