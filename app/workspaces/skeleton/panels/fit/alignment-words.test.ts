import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { MeshSequence } from "../../../../../workers/model/mesh/mesh-sequence";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { alignmentRows, anglesOf, framesCovered, turnOfAngles } from "./alignment-words";

const mesh = {
  metresPerUnit: 1,
  upAxis: "y",
  origin: [0, 0, 0],
  frameCount: 120,
} as unknown as MeshSequence;

const source = {
  metresPerUnit: 0.01,
  upAxis: "z",
  clips: [{ name: "walk", frameCount: 24 }],
} as unknown as SkeletonSource;

const alignment: FitAlignment = {
  scale: 0.01,
  turn: [1, 0, 0, 0, 0, 1, 0, -1, 0],
  shift: [0, -0.0042, 0],
  frames: { clip: 0, first: 4, step: 1 },
  pose: "bind",
  inside: { count: 39, of: 41, outside: ["a", "b"] },
  rmsePercent: null,
  fits: true,
  notes: [],
};

const rows = (change: Partial<FitAlignment> = {}) =>
  Object.fromEntries(
    alignmentRows({ ...alignment, ...change }, source, mesh).map(({ name, value, note }) => [
      name,
      [value, note].map((text) => text.replace(/\s/g, " ").replace("−", "-")),
    ]),
  );

describe("rows of an alignment", () => {
  it("give scale, turn, move and frames with their meaning", () => {
    expect(rows()).toEqual({
      Scale: ["0.01", "cm to m"],
      Turn: ["-90° X", "Z up to Y up"],
      Move: ["4.20 mm", "down"],
      Frames: ["20 of 120", "starts at 5"],
    });
  });

  it("say if nothing changes", () => {
    const still = rows({ scale: 1, turn: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 0], frames: null });
    expect([still["Scale"][1], still["Turn"][0], still["Move"][0], still["Frames"]]).toEqual([
      "same units",
      "none",
      "none",
      ["no clip", "none fits"],
    ]);
  });

  it("count frames that the clip has a pose for", () => {
    expect(framesCovered({ ...alignment, frames: { clip: 0, first: 0, step: 0.5 } }, source, mesh)).toBe(47);
  });
});

/** The largest difference between entries of two matrices. */
const farthest = (a: number[], b: number[]) => Math.max(...a.map((x, n) => Math.abs(x - b[n])));

describe("angles of a turn", () => {
  const angle = fc.double({ min: -179, max: 179, noNaN: true });
  const tilt = fc.double({ min: -89, max: 89, noNaN: true });

  it("give the same turn again", () => {
    fc.assert(
      fc.property(fc.tuple(angle, tilt, angle), (angles) => {
        const again = turnOfAngles(anglesOf(turnOfAngles(angles as Point)));
        expect(farthest(again, turnOfAngles(angles as Point))).toBeLessThan(1e-6);
      }),
    );
  });

  it("give the same turn in gimbal lock", () => {
    for (const turn of [turnOfAngles([30, 90, 0]), turnOfAngles([30, -90, 20])]) {
      expect(farthest(turnOfAngles(anglesOf(turn)), turn)).toBeLessThan(1e-6);
    }
  });
});
