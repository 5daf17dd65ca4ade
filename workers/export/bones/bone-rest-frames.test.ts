import { describe, expect, it } from "vitest";
import { clothOf } from "../../formats/gltf/testing/exported-rigs";
import { type Progress, type Task, UNWATCHED } from "../../model/task";
import { boneRestFrames } from "./bone-rest-frames";

/** A task that is cancelled at its n-th checkpoint, and the progress until then. */
function cancelledAt(n: number) {
  const told: Progress[] = [];
  let asked = 0;
  const task: Task = {
    ...UNWATCHED,
    progress: (progress) => void told.push(progress),
    async checkpoint() {
      if (++asked === n) throw new Error("cancelled");
    },
  };
  return { task, told, asked: () => asked };
}

describe("boneRestFrames", () => {
  for (const kind of ["affine", "rigid"] as const) {
    it(`reports the current one of ${kind} bones, and stops when cancelled`, async () => {
      const { rig } = clothOf(6, 3, kind === "affine", 5);
      const whole = cancelledAt(Number.POSITIVE_INFINITY);
      await boneRestFrames(rig, [0, 1, 2], whole.task);
      expect(whole.told.map(({ done }) => done)).toEqual([0, 1, 2, 3, 4, 5].map((j) => j / 6));
      const middle = cancelledAt(Math.ceil(whole.asked() / 2));
      await expect(boneRestFrames(rig, [0, 1, 2], middle.task)).rejects.toThrow("cancelled");
      expect(middle.told.length).toBeLessThan(6);
    });
  }

  it("can be cancelled within one bone of a long clip", async () => {
    const { rig } = clothOf(1, 3, true, 7);
    const frames = Array.from({ length: 5000 }, (_, k) => k % 3);
    const { task, told } = cancelledAt(4);
    await expect(boneRestFrames(rig, frames, task, "nearest")).rejects.toThrow("cancelled");
    expect(told).toHaveLength(1);
  });
});
