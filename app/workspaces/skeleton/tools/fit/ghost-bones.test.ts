import { describe, expect, it } from "vitest";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import { ghostBones } from "./ghost-bones";

const segment = (name: string, kind: "rigid" | "virtual") => ({
  name,
  kind,
  head: [1, 0, 0],
  tail: [2, 0, 0],
});
const source = {
  skeleton: { segments: [segment("hip", "rigid"), segment("root", "virtual")] },
} as unknown as SkeletonSource;
/** Scales by 2, turns x to y, and moves 3 up. */
const alignment = {
  scale: 2,
  turn: [0, -1, 0, 1, 0, 0, 0, 0, 1],
  shift: [0, 3, 0],
} as unknown as FitAlignment;
const bare = { bones: [], weights: null, rest: null };

describe("the bones of a skeleton that is not applied yet", () => {
  it("are where the alignment places them, without those that move nothing", () => {
    const found = { alignment, skeleton: { ...bare, motion: null } };
    expect(ghostBones(source, found, 5)).toEqual([{ name: "hip", head: [0, 5, 0], tail: [0, 7, 0] }]);
  });

  it("follow the clip, and stay at its end", () => {
    const still = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    const moved = [1, 0, 0, 4, 0, 1, 0, 0, 0, 0, 1, 0];
    const motion = Float32Array.from([...still, ...still, ...moved, ...still]);
    const found = { alignment, skeleton: { ...bare, motion } };
    expect(ghostBones(source, found, 0)[0].head).toEqual([0, 5, 0]);
    expect(ghostBones(source, found, 9)[0].head).toEqual([4, 5, 0]);
  });
});
