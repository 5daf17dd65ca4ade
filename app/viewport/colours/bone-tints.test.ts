import { describe, expect, it } from "vitest";
import type { Rig } from "../../../workers/model/rig/rig";
import { DEFAULT_LIMITS, type Skeleton } from "../../../workers/model/skeleton/skeleton";
import { boneTints, tintColour, tintCss, tintOf } from "./bone-tints";
import { BONE_COLOURS, boneColour, type Rgb, rgb } from "./palette";

const skeletonOf = (names: readonly string[]): Skeleton => ({
  version: 1,
  segments: names.map((name, j) => ({
    name,
    parent: j - 1,
    head: [j, 0, 0],
    tail: [j + 1, 0, 0],
    kind: "rigid" as const,
    limits: DEFAULT_LIMITS,
  })) as unknown as Skeleton["segments"],
});
const rigOf = (names: readonly string[]): Rig =>
  ({ bones: names.map((name, j) => ({ name, parent: j - 1 })) }) as unknown as Rig;

const luminance = (colour: Rgb) => {
  const [r, g, b] = colour.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: Rgb, b: Rgb) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

describe("colours of bones that are bound to a skeleton", () => {
  const skeleton = skeletonOf(["hip", "spine", "head"]);
  const rig = rigOf(["hip", "spine 1", "spine 2", "spine 3", "head"]);

  it("come from their segments; bones of a spine get shades of its colour", () => {
    const tints = boneTints(rig, skeleton);
    expect(tints?.map(({ colour }) => colour)).toEqual([0, 1, 1, 1, 2]);
    expect(tints?.map(({ shade }) => shade)).toEqual([0, 0, 0.5, 1, 0]);
    expect(tintColour(tints, 1)).toEqual(boneColour(1));
    expect(tintColour(tints, 4)).toEqual(boneColour(2));
    const shades = [1, 2, 3].map((j) => tintColour(tints, j));
    expect(new Set(shades.map(String)).size).toBe(3);
  });

  it("keep the same array while nothing changes, and follow bone indices without a matching skeleton", () => {
    expect(boneTints(rig, skeleton)).toBe(boneTints(rig, skeleton));
    expect(boneTints(rig, skeletonOf(["hip", "spine", "head"]))).toEqual(boneTints(rig, skeleton));
    expect(boneTints(rig, skeletonOf(["other"]))).toBeNull();
    expect(boneTints(rig, null)).toBeNull();
    expect(tintColour(null, 3)).toEqual(boneColour(3));
  });

  it("are those that the bones have kept if no skeleton sets others", () => {
    const kept = rigOf(["hip", "head"]);
    kept.bones[1].colour = 4;
    expect(boneTints(kept, null)).toEqual([
      { colour: 0, shade: 0 },
      { colour: 4, shade: 0 },
    ]);
    expect(boneTints(kept, skeleton)?.map(({ colour }) => colour)).toEqual([0, 2]);
  });

  it("are readable in the viewport in every shade", () => {
    const dark = rgb("#2c2f35");
    for (let j = 0; j < BONE_COLOURS.length; j++) {
      const many = boneTints(
        rigOf(Array.from({ length: 16 }, (_, n) => `b${j} ${n + 1}`)),
        skeletonOf(Array.from({ length: j + 1 }, (_, n) => `b${n}`)),
      );
      const least = Math.min(contrast(tintColour(many, 0), dark), 3);
      for (let n = 0; n < 16; n++)
        expect(contrast(tintColour(many, n), dark)).toBeGreaterThanOrEqual(least - 1e-9);
    }
  });

  it("are the same as CSS values", () => {
    expect(tintCss(tintOf(null, 15))).toBe("var(--bone-2)");
    const tints = boneTints(rig, skeleton);
    expect(tintCss(tintOf(tints, 3))).toMatch(/^color-mix\(in srgb, var\(--bone-2\) [\d.]+%, white\)$/);
    const part = Number(/ ([\d.]+)%/.exec(tintCss(tintOf(tints, 3)))?.[1]) / 100;
    tintColour(tints, 3).forEach((c, i) => {
      expect(c).toBeCloseTo(boneColour(1)[i] * part + (1 - part), 6);
    });
  });
});
