import { describe, expect, it } from "vitest";
import type { SkeletonClip, SkeletonSource } from "../../../model/files/skeleton-source";
import { DEFAULT_LIMITS, type Segment } from "../../../model/skeleton/skeleton";
import { withJoinedClips } from "./joined-clips";

/** One bone that shifts along x by `speed` in each frame. */
const clip = (name: string, frameCount: number, speed: number, fps: number): SkeletonClip => {
  const motions = new Float32Array(12 * frameCount);
  for (let k = 0; k < frameCount; k++) {
    motions.set([1, 0, 0, k * speed, 0, 1, 0, 0, 0, 0, 1, 0], 12 * k);
  }
  return { name, fps, frameCount, motions };
};

const BONE: Segment = {
  name: "bone",
  parent: -1,
  kind: "rigid",
  head: [0, 0, 0],
  tail: [0, 1, 0],
  limits: DEFAULT_LIMITS,
};

const source: SkeletonSource = {
  name: "file",
  file: "file.glb",
  format: "glTF",
  skeleton: { version: 1, segments: [BONE] },
  upAxis: null,
  metresPerUnit: null,
  clips: [clip("idle", 3, 1, 12), clip("walk", 4, 10, 24), clip("run", 2, 100, 24)],
  notes: [],
};

describe("withJoinedClips", () => {
  const clips = [
    { name: "walk", first: 0, last: 3 },
    { name: "idle", first: 4, last: 8 },
  ];

  it("joins the clips that the animation shows, in its order and at its rate", () => {
    const { clips: found } = withJoinedClips(source, { clips, fps: 24 });
    expect(found.length).toBe(4);
    const { frameCount, fps, motions } = found[3];
    expect([frameCount, fps]).toEqual([9, 24]);
    const along = Array.from({ length: 9 }, (_, k) => motions[12 * k + 3]);
    [0, 10, 20, 30, 0, 0.5, 1, 1.5, 2].forEach((x, k) => {
      expect(along[k]).toBeCloseTo(x, 5);
    });
  });

  it("joins them once, and does not change other files", () => {
    const once = withJoinedClips(source, { clips, fps: 24 });
    expect(withJoinedClips(once, { clips, fps: 24 })).toBe(once);
    expect(withJoinedClips(source, { clips: [clips[0]], fps: 24 })).toBe(source);
    const other = [clips[0], { name: "jump", first: 4, last: 8 }];
    expect(withJoinedClips(source, { clips: other, fps: 24 })).toBe(source);
  });
});
