import { expect, test } from "vitest";
import { anyMoves, motionByNames } from "../rig/motion-by-names";
import { poseMatrices } from "../rig/pose";
import { exemplarsOfClips, type NamedClip, spreadFrames } from "./clip-exemplars";
import { DEFAULT_LIMITS, type Point, type Skeleton } from "./skeleton";

const segment = (name: string, parent: number, x: number) => ({
  ...{ name, parent, kind: "rigid" as const, head: [x, 0, 0] as Point, tail: [x + 1, 0, 0] as Point },
  limits: { ...DEFAULT_LIMITS },
});
const skeleton: Skeleton = {
  version: 1,
  segments: [segment("root", -1, 0), segment("arm", 0, 1), segment("new", 1, 2)],
};

/** A rotation about z through (x, 0, 0). */
const turned = (angle: number, x: number) => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, -s, 0, x - c * x, s, c, 0, -s * x, 0, 0, 1, 0];
};

/** Its bones are in another order than the skeleton's. The arm rotates by a tenth of a radian per frame. */
const clip = (frameCount: number): NamedClip => ({
  name: "wave",
  frameCount,
  bones: ["arm", "other", "root"],
  motions: Float32Array.from(
    Array.from({ length: frameCount }, (_, k) => [
      ...turned(0.1 * k, 1),
      ...turned(2, 5),
      ...turned(0, 0),
    ]).flat(),
  ),
});

test("frames are spread evenly from the first to the last, without repetition", () => {
  expect(spreadFrames(11, 3)).toEqual([0, 5, 10]);
  expect(spreadFrames(4, 10)).toEqual([0, 1, 2, 3]);
  expect(spreadFrames(9, 1)).toEqual([4]);
  for (let frames = 1; frames < 40; frames++) {
    for (let count = 1; count < 40; count++) {
      const taken = spreadFrames(frames, count);
      expect(new Set(taken).size).toBe(Math.min(frames, count));
      expect(taken.every((k) => k >= 0 && k < frames)).toBe(true);
    }
  }
});

test("frames of clips pose the segments that have the names of their bones", () => {
  const taken = exemplarsOfClips(skeleton, [clip(11), { ...clip(2), name: "rest" }], 4);
  expect(taken.map(({ name }) => name)).toEqual(["wave 1", "wave 5", "wave 9", "rest 2"]);
  const [, second] = taken;
  const matrices = poseMatrices(skeleton.segments, second.pose);
  const expected = [...turned(0, 0), ...turned(0.4, 1), ...turned(0.4, 1)];
  expected.forEach((x, n) => {
    expect(matrices[n]).toBeCloseTo(x, 5);
  });
  expect(exemplarsOfClips(skeleton, [], 4)).toEqual([]);
});

test("motion transfers to the pieces of a bending bone, and back to the whole", () => {
  const motion = Float32Array.from([...turned(0.3, 0), ...turned(0.5, 1)]);
  const root = { name: "root", parent: -1 };
  const pieces = [root, { name: "arm 1", parent: 0 }, { name: "arm 2", parent: 1 }];
  const spread = motionByNames(pieces, ["root", "arm"], motion);
  expect([...spread]).toEqual([...motion, ...motion.subarray(12)]);
  const back = motionByNames(
    [root, { name: "arm", parent: 0 }],
    pieces.map(({ name }) => name),
    spread,
  );
  expect([...back]).toEqual([...motion]);
  const still = motionByNames([{ name: "else", parent: -1 }], ["root", "arm"], motion);
  expect([...still]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]);
  expect(anyMoves(pieces, ["root"])).toBe(true);
  expect(anyMoves(pieces, ["leg"])).toBe(false);
});
