import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mendRows, type RowsAre, rangeOf, usableKeys } from "./mend-numbers";

const anyNumber = fc.oneof(
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, 1, -1),
);
const rows = (width: number) =>
  fc.array(fc.array(anyNumber, { minLength: width, maxLength: width }), { maxLength: 9 });

/** The numbers that replace the given ones, or the given ones. */
const written = (given: number[], width: number, are: RowsAre) =>
  mendRows(given, width, are)?.values ?? Float32Array.from(given);

describe("rows of a kept accessor", () => {
  it("are numbers of the length, the sign and the range that their meaning asks for", () => {
    const uses = fc.constantFrom<[RowsAre, number]>(
      ...([
        ["numbers", 2],
        ["positions", 3],
        ["normals", 3],
        ["tangents", 4],
        ["colours", 4],
        ["rotations", 4],
      ] as [RowsAre, number][]),
    );
    fc.assert(
      fc.property(
        uses.chain(([are, width]) => rows(width).map((given) => ({ are, width, given }))),
        ({ are, width, given }) => {
          const values = written(given.flat(), width, are);
          expect(values.every(Number.isFinite)).toBe(true);
          for (const [r, row] of given.entries()) {
            const own = [...values.subarray(width * r, width * (r + 1))];
            const unit = { normals: 3, tangents: 3, rotations: 4 }[are as string];
            if (unit) expect(Math.abs(Math.hypot(...own.slice(0, unit)) - 1)).toBeLessThan(0.0051);
            if (are === "tangents") expect(Math.abs(own[3])).toBe(1);
            if (are === "colours") for (const c of own) expect(c >= 0 && c <= 1).toBe(true);
            // Sound rows keep their direction, and numbers without a rule stay.
            const length = Math.hypot(...row.slice(0, unit));
            if (unit && row.every(Number.isFinite) && length > 1e-6)
              for (let c = 0; c < unit; c++) expect(own[c]).toBeCloseTo(row[c] / length, 2);
            if (are === "positions" && row.every(Number.isFinite)) expect(own).toEqual(row.map(Math.fround));
          }
        },
      ),
    );
  });

  it("stay as they are if a file may have them", () => {
    expect(mendRows([0, 0.6, 0.8, 1, 0, 0], 3, "normals")).toBeNull();
    expect(mendRows([7, -7, 0], 3, "positions")).toBeNull();
    // A spline's tangents are no rotations.
    expect(mendRows([5, 5, 5, 5, 0, 0, 0, 1, 0, 0, 0, 0], 4, "spline rotations")).toBeNull();
  });

  it("count those without a direction", () => {
    expect(mendRows([0, 0, 0, 0, 2, 0, Number.NaN, 0, 1], 3, "normals")).toEqual({
      values: Float32Array.of(0, 0, 1, 0, 1, 0, 0, 0, 1),
      replaced: 2,
    });
    expect(mendRows(new Float64Array(12), 4, "spline rotations")?.values[7]).toBe(1);
  });
});

it("the range of numbers is the range of each component", () => {
  expect(rangeOf([3, -1, 2, 5], 2)).toEqual({ min: [2, -1], max: [3, 5] });
});

it("keys ascend, begin at 0 or later, and keep the last of several at one time", () => {
  fc.assert(
    fc.property(
      fc.array(anyNumber, { maxLength: 12 }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      (given, earlier) => {
        const { keys, times } = usableKeys(given, earlier);
        expect(keys.length).toBe(times.length);
        for (let k = 0; k < keys.length; k++) {
          expect(times[k]).toBe(Math.fround(Math.max(0, given[keys[k]] - earlier)));
          if (k > 0) expect(times[k] > times[k - 1] && keys[k] > keys[k - 1]).toBe(true);
        }
      },
    ),
  );
  expect(usableKeys([1, 2, 2, 3], 1)).toEqual({ keys: [0, 2, 3], times: Float32Array.of(0, 1, 2) });
});
