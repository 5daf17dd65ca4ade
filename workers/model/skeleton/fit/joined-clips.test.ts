import { describe, expect, it } from "vitest";
import type { SkeletonClip, SkeletonSource } from "../../files/skeleton-source";
import { withJoinedClips } from "./joined-clips";

const clip = (name: string, frameCount: number, value: number, fps = 24): SkeletonClip => ({
  name,
  fps,
  frameCount,
  motions: new Float32Array(12 * frameCount).fill(value),
});

const file = (...clips: SkeletonClip[]): SkeletonSource => ({
  name: "file",
  file: "file.glb",
  format: "glTF",
  skeleton: { version: 1, segments: [] },
  upAxis: null,
  metresPerUnit: null,
  clips,
  notes: [],
});

const shown = (...names: string[]) => ({ clips: names.map((name) => ({ name, first: 0, last: 0 })) });

describe("withJoinedClips", () => {
  const source = file(clip("idle", 2, 1), clip("walk", 3, 2), clip("run", 1, 3));

  it("joins the clips of the animation, in its order", () => {
    const last = withJoinedClips(source, shown("run", "idle")).clips[3];
    expect(last.frameCount).toBe(3);
    expect([0, 12, 24].map((at) => last.motions[at])).toEqual([3, 1, 1]);
  });

  it("joins all clips where names differ, and keys with frames where some clips have keys", () => {
    const keys = { times: Float64Array.of(0, 0.5, 1), motions: new Float32Array(36).fill(7) };
    const keyed = file({ ...source.clips[0], keys }, source.clips[1]);
    const last = withJoinedClips(keyed, shown("take")).clips[2];
    expect(last.frameCount).toBe(5);
    expect([...last.keys!.times]).toEqual([0, 0.5, 1, 2, 3, 4]);
    expect(last.keys!.motions.length).toBe(12 * 6);
    expect([24, 36, 60].map((at) => last.keys!.motions[at])).toEqual([7, 2, 2]);
  });

  it("leaves a file with one clip, or with several rates, as it is", () => {
    const single = file(clip("walk", 3, 2));
    expect(withJoinedClips(single, shown("walk"))).toBe(single);
    const mixed = file(clip("a", 2, 1), clip("b", 2, 1, 30));
    expect(withJoinedClips(mixed, shown("a", "b"))).toBe(mixed);
  });
});
