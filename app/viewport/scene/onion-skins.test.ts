import { expect, it } from "vitest";
import { ghostFrames } from "./onion-skins";

it("ghosts are frames of the sequence around the shown one, nearest first", () => {
  const onion = { on: true, before: 2, after: 3, spacing: 4 };
  const found = (k: number) => ghostFrames(onion, k, 20).map(({ frame, step }) => [step, frame]);
  expect(found(10)).toEqual([
    [-1, 6],
    [1, 14],
    [-2, 2],
    [2, 18],
  ]);
  // Playback shows fractions of frames.
  expect(found(3.7)).toEqual([
    [1, 7],
    [2, 11],
    [3, 15],
  ]);
  expect(ghostFrames({ ...onion, on: false }, 10, 20)).toEqual([]);
});
