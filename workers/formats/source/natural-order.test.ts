import { expect, it } from "vitest";
import { gapsOf, numberedName } from "./natural-order";

it.each([
  ["shot/hound.0012.obj", "shot/hound.#.obj", 12, "hound"],
  ["hound_v2_7.PLY", "hound_v2_#.ply", 7, "hound_v2"],
  ["0001.obj", "#.obj", 1, "sequence"],
  ["cape sim/12.obj", "cape sim/#.obj", 12, "cape sim"],
  ["frame12_low.obj", "frame#_low.obj", 12, "frame"],
])("%s is one of %s", (path, pattern, number, title) => {
  expect(numberedName(path)).toEqual({ pattern, number, title });
});

it("has no number if there is none", () => {
  expect(numberedName("hound.obj")).toBeNull();
  expect(numberedName("shot_010/hound.obj")).toBeNull();
});

it("finds gaps, but treats every second frame as a step", () => {
  expect(gapsOf([1, 2, 3])).toEqual([]);
  expect(gapsOf([1, 2, 5, 6, 8])).toEqual([
    [3, 4],
    [7, 7],
  ]);
  expect(gapsOf([10, 20, 30, 50])).toEqual([[40, 40]]);
});
