import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbersBetween } from "../../../testing/numbers-between";
import { keyRate } from "./key-rate";
import type { SceneClip } from "./scene/scene";

/** A clip with keys at the given seconds, rounded as in files. */
function clipOf(...tracks: number[][]): SceneClip {
  const all = tracks.map((times) => Float64Array.from(Float32Array.from(times)));
  return {
    name: "clip",
    start: Math.min(...all.map((times) => times[0])),
    end: Math.max(...all.map((times) => times[times.length - 1])),
    tracks: all.map((times, node) => ({
      node,
      path: "translation",
      keys: {
        times,
        width: 3,
        values: new Float64Array(3 * times.length),
        interpolation: "LINEAR",
        rotation: false,
      },
    })),
  };
}
const grid = (fps: number, frames: number, first = 0) =>
  Array.from({ length: frames }, (_, k) => first + k / fps);

describe("keyRate", () => {
  it("finds the rate with a key on every frame, for any start and length of the clip", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(24, 25, 30, 50, 60),
        fc.integer({ min: 12, max: 2000 }),
        numbersBetween(0, 10),
        (fps, frames, first) =>
          keyRate([clipOf(grid(fps, frames, first), [first, first + (frames - 1) / fps])]) === fps,
      ),
      { numRuns: 60, seed: 1 },
    );
  });

  it("is 30 if keys are sparse, lie on no common grid, or are missing", () => {
    expect(keyRate([clipOf([0, 1])])).toBe(30);
    expect(keyRate([clipOf([0, 0.0137, 0.5, 0.777])])).toBe(30);
    expect(keyRate([clipOf(grid(29.97, 300))])).toBe(30);
    expect(keyRate([])).toBe(30);
  });

  it("fits the keys of every clip", () => {
    expect(keyRate([clipOf(grid(24, 40)), clipOf(grid(12, 20))])).toBe(24);
    expect(keyRate([clipOf(grid(24, 40)), clipOf(grid(25, 40))])).toBe(30);
    expect(keyRate([clipOf(grid(30, 40)), clipOf(grid(60, 40))])).toBe(60);
  });

  it("finds the rate whose frames all have keys, if there are more keys between them", () => {
    for (const fps of [24, 25, 30, 50, 60]) {
      expect(keyRate([clipOf(grid(fps, 40), grid(16 * fps, 16 * 39 + 1))])).toBe(fps);
    }
  });
});
