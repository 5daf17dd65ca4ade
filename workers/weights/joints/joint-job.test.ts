import { describe, expect, it } from "vitest";
import { CancelledError, SinewError } from "../../model/errors";
import type { JointResult } from "../../model/reports/joint-report";
import { UNWATCHED } from "../../model/task";
import { optimiseJoints } from "./optimise-joints";
import { inputOf, limb, makeParallel, moved, two } from "./testing/limb";

describe("the job", () => {
  it("shows the joints after each iteration, and keeps them when told to finish", async () => {
    const input = await inputOf(limb, two);
    const skeleton = moved(two, 1, [0, 0.15, 0]);
    const seen: JointResult[] = [];
    let finish = false;
    const task = {
      ...UNWATCHED,
      get finishNow() {
        return finish;
      },
    };
    const result = await optimiseJoints({ ...input, skeleton }, makeParallel, task, (partial) => {
      seen.push(partial);
      finish = seen.length === 2;
    });
    expect(seen.map(({ iteration }) => iteration)).toEqual([1, 2]);
    expect(result).toEqual(seen[1]);
    expect(result.energyPerIteration).toHaveLength(3);
  });

  it("ends when cancelled, and refuses arrays that do not fit", async () => {
    const input = await inputOf(limb, two);
    const cancelled = {
      ...UNWATCHED,
      checkpoint: async () => {
        throw new CancelledError();
      },
    };
    await expect(optimiseJoints(input, makeParallel, cancelled)).rejects.toThrow(CancelledError);
    const bare = { ...input.weights, values: input.weights.values.map(() => 0) };
    await expect(optimiseJoints({ ...input, weights: bare }, makeParallel, UNWATCHED)).rejects.toThrow(
      SinewError,
    );
    const short = { ...input, stiffness: new Float32Array(1) };
    await expect(optimiseJoints(short, makeParallel, UNWATCHED)).rejects.toThrow(RangeError);
  });
});
