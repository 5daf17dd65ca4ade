import { describe, expect, it } from "vitest";
import { atOnce, inSteps, type Steps } from "./steps";

function* counting(parts: number, done: number[]): Steps<number> {
  for (let part = 0; part < parts; part++) {
    if (part > 0) yield;
    done.push(part);
  }
  return parts;
}

describe("work in steps", () => {
  it("gives the same result with checkpoints between its parts and without", async () => {
    const [plain, watched, seen]: number[][] = [[], [], []];
    expect(atOnce(counting(4, plain))).toBe(4);
    const task = { checkpoint: async () => void seen.push(watched.length) };
    expect(await inSteps(counting(4, watched), task)).toBe(4);
    expect(watched).toEqual(plain);
    expect(seen).toEqual([1, 2, 3]);
  });

  it("stops at the checkpoint that throws", async () => {
    const done: number[] = [];
    const task = {
      async checkpoint() {
        if (done.length === 2) throw new Error("enough");
      },
    };
    await expect(inSteps(counting(4, done), task)).rejects.toThrow("enough");
    expect(done).toEqual([0, 1]);
  });
});
