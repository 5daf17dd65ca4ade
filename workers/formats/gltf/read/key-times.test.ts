import { describe, expect, it } from "vitest";
import { keyTimes } from "./key-times";
import type { Keyframes } from "./scene/keyframes";
import type { SceneClip } from "./scene/scene";

const clipOf = (...tracks: [interpolation: Keyframes["interpolation"], times: number[]][]): SceneClip => ({
  name: "walk",
  start: Math.min(...tracks.flatMap(([, times]) => times)),
  end: Math.max(...tracks.flatMap(([, times]) => times)),
  tracks: tracks.map(([interpolation, times], node) => ({
    node,
    path: "rotation",
    keys: {
      times: Float64Array.from(times),
      width: 4,
      values: new Float64Array(12 * times.length),
      interpolation,
      rotation: true,
    },
  })),
});

describe("keyTimes", () => {
  it("returns none for straight tracks with all keys on frames", () => {
    expect(keyTimes(clipOf(["LINEAR", [0, 0.5, 1]]), 24, 100)).toBeNull();
  });

  it("has the keys of all tracks in order", () => {
    const times = keyTimes(clipOf(["LINEAR", [0, 0.31, 1]], ["LINEAR", [0.1, 0.71]]), 24, 100);
    expect([...times!]).toEqual([0, 0.1, 0.31, 0.71, 1]);
  });

  it("cuts curves into short pieces, and has steps on both sides", () => {
    const times = [...keyTimes(clipOf(["CUBICSPLINE", [0, 0.1]], ["STEP", [0, 0.053]]), 24, 100)!];
    const gaps = times.slice(1).map((time, n) => time - times[n]);
    expect(Math.max(...gaps)).toBeLessThan(1 / 119);
    expect(times.filter((time) => Math.abs(time - 0.053) < 1e-5)).toHaveLength(2);
  });

  it("gives up if there would be too many", () => {
    expect(keyTimes(clipOf(["CUBICSPLINE", [0, 10]]), 24, 100)).toBeNull();
  });
});
