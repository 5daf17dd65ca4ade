import { describe, expect, it } from "vitest";
import type { RawSequence } from "../source/source";
import { checkRaw, checkRoom, checkSpread, isUsable } from "./check-raw";

/** A triangle and a quad over five points, with changes. */
const raw = (more: Partial<RawSequence> = {}): RawSequence =>
  ({
    ...{ name: "tube", pointCount: 5, frameCount: 2, fps: 24, rest: new Float64Array(15) },
    ...{ displayPoint: Uint32Array.of(0, 1, 2, 3, 4), polygonOffsets: Uint32Array.of(0, 3, 7) },
    ...{ polygonCorners: Uint32Array.of(0, 1, 2, 2, 1, 3, 4) },
    ...more,
  }) as unknown as RawSequence;

describe("a raw sequence", () => {
  it("is complete, or a message says what is wrong", () => {
    const check = (more: Partial<RawSequence>) => expect(() => checkRaw(raw(more)));
    const corners = (...all: number[]) => ({ polygonCorners: Uint32Array.from(all) });
    check({}).not.toThrow();
    check({ tets: Uint32Array.of(0, 1, 2, 4), wires: Uint32Array.of(0, 4) }).not.toThrow();
    check({ pointCount: 0 }).toThrow("tube has no vertices");
    check({ pointCount: 1, rest: new Float64Array(3), displayPoint: new Uint32Array(5) }).not.toThrow();
    check({ polygonOffsets: Uint32Array.of(0) }).toThrow("tube has no faces. It has 5 points");
    check({ frameCount: 0 }).toThrow("tube has no frames");
    check({ frameCount: 1 }).not.toThrow();
    for (const fps of [0, -1, Number.NaN, Infinity])
      check({ fps }).toThrow(`Its rate is ${fps} frames a second`);
    check({ rest: new Float64Array(18) }).toThrow("Its rest pose has 6 points, its frames 5");
    check(corners(0, 1, 2, 2, 1, 3)).toThrow("Its faces have 7 corners, but 6 are listed");
    check({ polygonOffsets: Uint32Array.of(0, 2, 7) }).toThrow("Face 1 has 2 corners");
    check({ polygonOffsets: Uint32Array.of(0, 5, 7) }).toThrow("Face 2 has 2 corners");
    check(corners(0, 1, 2, 2, 1, 3, 5)).toThrow("A face names vertex 6, but there are 5");
    check(corners(5, 1, 2, 2, 1, 3, 4)).toThrow("A face names vertex 6, but there are 5");
    check({ tets: Uint32Array.of(5, 1, 2, 3) }).toThrow("A tetrahedron names point 6, but there are 5");
    check({ wires: Uint32Array.of(0, 5) }).toThrow("A wire edge names point 6, but there are 5");
    check({ displayPoint: Uint32Array.of(5, 1, 2, 3, 4) }).toThrow("A vertex names point 6, but there are 5");
  });

  it("has no point that is over 1e8 times farther from the middle than most, along any axis", () => {
    for (const unit of [1e-3, 1, 1e4]) {
      for (let axis = 0; axis < 3; axis++) {
        const points = (away: number) => {
          // Four points at the ends of a cross, one in its middle, and the far one, all shifted by an offset.
          const all = [
            ...[1, -1].flatMap((x) => [
              [x, 0, 0],
              [0, x, 0],
            ]),
            [0, 0, 0],
            [0, 1, 2].map((c) => (c === axis ? away : 0)),
          ];
          return all.flatMap((p) => p.map((x, c) => unit * (x + [5, -7, 9][c])));
        };
        expect(() => checkSpread("tube", points(0.99e8))).not.toThrow();
        expect(() => checkSpread("tube", points(-0.99e8))).not.toThrow();
        expect(() => checkSpread("tube", points(1.01e8))).toThrow(
          "tube has a vertex far from all others. Vertex 6 is at",
        );
        expect(() => checkSpread("tube", points(-1.01e8))).toThrow("most are within");
      }
    }
    // No point is far if most are at the same place.
    expect(() => checkSpread("tube", [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0])).not.toThrow();
    expect(() => checkSpread("tube", [])).not.toThrow();
  });

  it("fits into memory, or a message says how many frames would fit", () => {
    expect(() => checkRoom(raw({ frameCount: 10 }), 1000)).not.toThrow();
    const failure = (frameCount: number, vertices: number) => {
      try {
        checkRoom(raw({ frameCount }), vertices);
        return "";
      } catch (error) {
        return (error as Error).message;
      }
    };
    const message = failure(1e6, 1e5);
    const [, most] = /Export at most (\d+) frames/.exec(message)!;
    expect(failure(Number(most), 1e5)).toBe("");
    expect(failure(Number(most) + 2, 1e5)).toContain("tube is too large for memory");
    expect(failure(2, 1e9)).toContain("Export a coarser mesh");
  });
});

it("numbers leave room for 32-bit results up to 1e33", () => {
  const numbers = [0, 1e33, -1e33, 1.0001e33, -1.0001e33, Number.NaN, Number.POSITIVE_INFINITY];
  expect(numbers.map(isUsable)).toEqual([true, true, true, false, false, false, false]);
});
