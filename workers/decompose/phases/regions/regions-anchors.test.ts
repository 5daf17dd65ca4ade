import { describe, expect, it } from "vitest";
import { Arena } from "../../../kernels/arena";
import { Serial } from "../../../kernels/parallel";
import { UNWATCHED } from "../../../model/task";
import type { BlendState } from "../blend-state";
import { Regions } from "./regions";

const VERTICES = 40;

describe("regions that share half", () => {
  /** Makes the regions choose by a script of the bounds of each bone and the error that each anchor reaches. */
  async function choose(now: number, bounds: number[], errors: number[], canSolve = true) {
    const parallel = new Serial(new Arena(1 << 20, false));
    const together = Uint16Array.from({ length: VERTICES }, (_, i) => (i === 2 || i === 6 ? 1 : 0));
    const size = { limit: 3, slots: 3 };
    const regions = new Regions(parallel, VERTICES, { rigid: null, together }, null, size);
    const ids = new Int32Array(3 * VERTICES).fill(-1);
    const state = { ids, values: new Float64Array(3 * VERTICES) } as BlendState;
    const give = (anchor: number, share: number) => {
      for (const i of [2, 6]) {
        state.ids.set([anchor, 4, -1], 3 * i);
        state.values.set([share, 1 - share, 0], 3 * i);
      }
    };
    if (now >= 0) give(now, 0.5);
    const tried: number[] = [];
    const solver = {
      bones: bounds.length,
      canSolve,
      async sums(runs: Int32Array, members: Int32Array, half: boolean) {
        expect([[...runs], [...members], half]).toEqual([[0, 2], [2, 6], true]);
        return Float64Array.from(bounds);
      },
      async solve(vertices: Int32Array) {
        const anchor = regions.anchors[2];
        expect([[...vertices], regions.anchors[6]]).toEqual([[2, 6], anchor]);
        // Each trial begins with the original weights.
        expect(state.values[6]).toBe(now < 0 ? 0 : 0.5);
        tried.push(anchor);
        give(anchor, 0.75);
        return errors[anchor];
      },
    };
    await regions.choose(state, solver, UNWATCHED);
    expect(regions.anchors[6]).toBe(regions.anchors[2]);
    expect(regions.anchors.filter((anchor) => anchor >= 0)).toHaveLength(2);
    return { chosen: regions.anchors[2], tried, row: [state.ids[18], state.values[18]] };
  }

  it("try the three most promising bones if they have no bone yet, and take the best", async () => {
    const { chosen, tried, row } = await choose(-1, [5, 3, 9, 4, 3], [0, 2, 0, 1, 3]);
    expect(tried).toEqual([1, 4, 3]);
    expect(chosen).toBe(3);
    expect(row).toEqual([3, 0.75]);
  });

  it("try their own bone and the most promising one, and keep their own unless the other is better", async () => {
    const other = await choose(2, [5, 3, 9, 4, 8], [0, 6, 7, 0, 0]);
    expect(other).toEqual({ chosen: 1, tried: [2, 1], row: [1, 0.75] });
    const own = await choose(2, [5, 3, 9, 4, 8], [0, 7, 7, 0, 0]);
    expect(own).toEqual({ chosen: 2, tried: [2, 1], row: [2, 0.75] });
    const best = await choose(1, [5, 3, 9, 4, 8], [0, 0, 0, 0, 0]);
    expect(best).toEqual({ chosen: 1, tried: [], row: [1, 0.5] });
  });

  it("keep their own bone, or else take the most promising one, if trials cannot be solved", async () => {
    for (const now of [0, 2]) {
      const kept = await choose(now, [5, 3, 9, 4, 8], [], false);
      expect(kept).toEqual({ chosen: now, tried: [], row: [now, 0.5] });
    }
    expect(await choose(-1, [5, 3, 9, 2, 8], [], false)).toEqual({ chosen: 3, tried: [], row: [-1, 0] });
  });
});

it("a rigid region gets the bone with the least sum, and no other influence", async () => {
  const parallel = new Serial(new Arena(1 << 20, false));
  const rigid = Uint16Array.from({ length: VERTICES }, (_, i) => (i % 2 ? 0 : 1 + (i % 3)));
  const size = { limit: 3, slots: 3 };
  const regions = new Regions(parallel, VERTICES, { rigid, together: null }, null, size);
  const state = {
    ids: new Int32Array(3 * VERTICES).fill(4),
    values: new Float64Array(3 * VERTICES).fill(0.25),
  } as BlendState;
  // Sums by runs. The best bone of a region is its number plus one; the last bone is equally good.
  const solver = {
    bones: 5,
    canSolve: true,
    async sums(runs: Int32Array, members: Int32Array, half: boolean) {
      expect(half).toBe(false);
      const best = rigid[members[0]] + 1;
      return Float64Array.from({ length: 5 * (runs.length - 1) }, (_, e) =>
        e % 5 === best || e % 5 === 4 ? 1 : 2,
      );
    },
    solve: () => Promise.reject(new Error("Nothing to solve")),
  };
  await regions.choose(state, solver, UNWATCHED);
  for (let i = 0; i < VERTICES; i++) {
    const row = [0, 1, 2].map((s) => [state.ids[3 * i + s], state.values[3 * i + s]]);
    const whole = [
      [rigid[i] + 1, 1],
      [-1, 0],
      [-1, 0],
    ];
    expect(row).toEqual(rigid[i] ? whole : [4, 4, 4].map((bone) => [bone, 0.25]));
  }
});
