import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { HUES } from "../../document/bone-colours";
import {
  BONE_COLOURS,
  boneColour,
  CLAY,
  clayTint,
  countStop,
  RAMPS,
  rampColour,
  rgb,
  THEMES,
} from "./palette";

const tokens = readFileSync(new URL("../../ui/styles/tokens.css", import.meta.url), "utf8");

/** The value of a custom property at its first definition. */
const tokenIn = (sheet: string, name: string): string =>
  new RegExp(`${name}:\\s*([^;]+);`).exec(sheet)?.[1].trim() ?? "";
const token = (name: string) => tokenIn(tokens, name);

describe("palette", () => {
  it("has as many colours for bones as new bones choose from", () => {
    expect(BONE_COLOURS.length).toBe(HUES);
  });

  it("has the same ramps and bone colours as the tokens", () => {
    for (const name of ["weight", "error", "signed", "count"] as const) {
      expect([...RAMPS[name]]).toEqual(token(`--ramp-${name}`).split(/,\s*/));
    }
    BONE_COLOURS.forEach((colour, j) => {
      expect(colour).toBe(token(`--bone-${j + 1}`));
    });
  });

  it.each(["dark", "light"] as const)("has the %s theme of the tokens", (name) => {
    const sheet = name === "dark" ? tokens : tokens.slice(tokens.indexOf(':root[data-theme="light"]'));
    const { centre, mid, edge, accent, axes } = THEMES[name];
    const all = { "viewport-centre": centre, "viewport-mid": mid, "viewport-edge": edge, accent };
    const [x, y, z] = axes;
    for (const [token, colour] of Object.entries({ ...all, "axis-x": x, "axis-y": y, "axis-z": z }))
      expect(colour, token).toEqual(rgb(tokenIn(sheet, `--${token}`)));
  });

  it("interpolates ramps between their stops and clamps beyond", () => {
    expect(rampColour("error", 0)).toEqual(rgb(RAMPS.error[0]));
    expect(rampColour("error", -3)).toEqual(rgb(RAMPS.error[0]));
    expect(rampColour("error", 7)).toEqual(rgb(RAMPS.error[7]));
    const [a, b] = [rgb(RAMPS.weight[2]), rgb(RAMPS.weight[3])];
    rampColour("weight", 2.5 / 7).forEach((c, i) => {
      expect(c).toBeCloseTo((a[i] + b[i]) / 2, 12);
    });
  });

  it("repeats bone colours and groups influence counts", () => {
    expect(boneColour(14)).toEqual(boneColour(0));
    expect([0, 1, 2, 3, 4, 5, 8, 9, 40].map(countStop)).toEqual([0, 0, 1, 2, 3, 4, 4, 5, 5]);
  });

  it("keeps a material's own colour and shows grey ones as clay", () => {
    expect(clayTint([0.8, 0.8, 0.8, 1])).toEqual(CLAY);
    expect(clayTint([1, 1, 1, 1])).toEqual(CLAY);
    const red = clayTint([0.5, 0.02, 0.02, 1]);
    expect(red[0]).toBeGreaterThan(0.7);
    expect(red[1]).toBeLessThan(0.2);
    expect(Math.max(...clayTint([0.01, 0.01, 0.01, 1]))).toBeLessThan(0.15);
  });
});
