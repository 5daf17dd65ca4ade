import { describe, expect, it } from "vitest";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { character } from "../testing/character";
import { bestBones, fitMotion } from "./motion-fit";
import { meshSample } from "./sample";
import { sharpened } from "./sharpen";

const STRAIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

describe("sharpened", () => {
  it("finds the exact place although some vertices follow several bones", async () => {
    const { sequence, rig } = character(31, { frames: 8 });
    const mesh = meshSample(sequence);
    const size = 12 * rig.bones.length;
    const sample = { ...mesh, bones: mesh.chosen.map((k) => rig.motion.subarray(k * size, (k + 1) * size)) };
    const diagonal = restDiagonal(sequence);
    const start = {
      scale: 1,
      turn: STRAIGHT,
      shift: [0.02 * diagonal, 0, -0.01 * diagonal] as [number, number, number],
    };
    const plain = await fitMotion(sample, start, false, UNWATCHED);
    const found = await sharpened(sample, plain, sequence, UNWATCHED);
    expect(found.scale).toBeCloseTo(1, 5);
    expect(Math.hypot(...found.shift)).toBeLessThan(1e-4 * diagonal);
    expect(found.meanSquare).toBeCloseTo(bestBones(sample, found).meanSquare, 12);
  });

  it("leaves an exact placement as it is", async () => {
    const { sequence, rig } = character(32, { frames: 6, rigid: true });
    const mesh = meshSample(sequence);
    const size = 12 * rig.bones.length;
    const sample = { ...mesh, bones: mesh.chosen.map((k) => rig.motion.subarray(k * size, (k + 1) * size)) };
    const exact = { scale: 1, turn: STRAIGHT, shift: [0, 0, 0] as [number, number, number], meanSquare: 0 };
    expect(await sharpened(sample, exact, sequence, UNWATCHED)).toBe(exact);
  });
});
