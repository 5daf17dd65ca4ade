import { describe, expect, it } from "vitest";
import { ExactArena } from "../../kernels/testing/exact-arena";
import { createRandom } from "../../math/random";
import type { Problem } from "../problem/problem";
import { createState, motionOfRows, rowsOfMotion, stateBytes } from "./blend-state";

const [FRAMES, H] = [3, 4];

describe("rows of motion", () => {
  const random = createRandom(1);
  const motion = Float64Array.from({ length: FRAMES * H * 12 }, () => random.normal());
  const scales = Float64Array.of(2, 0.5, 4);

  it("hold row r of bone j in frame k in columns 4j to 4j + 3 of row 3k + r, times the frame's scale", () => {
    for (const given of [null, scales]) {
      const rows = new Float64Array(3 * FRAMES * 4 * H);
      rowsOfMotion(motion, FRAMES, H, rows, given);
      for (let k = 0; k < FRAMES; k++) {
        for (let j = 0; j < H; j++) {
          for (let r = 0; r < 3; r++) {
            for (let c = 0; c < 4; c++) {
              const scaled = motion[12 * (H * k + j) + 4 * r + c] * (given ? given[k] : 1);
              expect(rows[4 * H * (3 * k + r) + 4 * j + c]).toBe(scaled);
            }
          }
        }
      }
    }
  });

  it("convert to the same motion again", () => {
    for (const given of [null, scales]) {
      const rows = new Float64Array(3 * FRAMES * 4 * H);
      rowsOfMotion(motion, FRAMES, H, rows, given);
      expect(motionOfRows(rows, FRAMES, H, given)).toEqual(motion);
    }
  });
});

it("a new state has no influences and no error yet, and fits into the prediction", () => {
  const [V, F, h, slots] = [7, 4, 3, 2];
  for (const [kind, rank] of [
    ["rigid", 5],
    ["affine", 5],
    ["affine", 3 * F],
  ] as const) {
    const arena = new ExactArena(stateBytes(V, F, h, slots));
    const state = createState(arena, { vertexCount: V, frameCount: F, rank } as Problem, kind, h, slots);
    expect(state.bones).toHaveLength((kind === "rigid" ? 3 * F : rank) * 4 * h);
    expect(state.ids).toEqual(new Int32Array(V * slots).fill(-1));
    expect(state.values).toEqual(new Float64Array(V * slots));
    expect(state.errors).toEqual(new Float64Array(V));
    expect([state.error, state.objective]).toEqual([Infinity, Infinity]);
  }
});
