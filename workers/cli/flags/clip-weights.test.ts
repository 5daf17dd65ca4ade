import { describe, expect, it } from "vitest";
import { clipWeights } from "./clip-weights";

const clips = [
  { name: "walk", first: 0, last: 1 },
  { name: "a=b", first: 2, last: 4 },
];
const sequence = { name: "fox", frameCount: 5, clips };

describe("clipWeights", () => {
  it("gives each frame the weight of its clip", () => {
    expect(clipWeights(sequence, undefined)).toEqual({});
    const { intent } = clipWeights(sequence, ["a=b=2.5", "walk=0"]);
    expect([...intent!.frames!]).toEqual([0, 0, 2.5, 2.5, 2.5]);
  });

  it("refuses invalid weights of clips", () => {
    for (const text of ["walk", "walk=", "walk=-1", "=2", "walk=x"]) {
      expect(() => clipWeights(sequence, [text])).toThrow("cannot be used");
    }
    expect(() => clipWeights(sequence, ["run=2"])).toThrow("no clip named run");
  });
});
