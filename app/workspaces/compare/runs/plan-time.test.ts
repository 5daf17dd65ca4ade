import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planTime } from "./plan-time";

const run = (method: "auto" | "ssdr" | "fsd", bones: number, seconds: number | null = null) => ({
  method,
  bones,
  seconds,
});

describe("the time that a plan will take", () => {
  it("is unknown without times and limits", () => {
    expect(planTime([run("auto", 8)], [])).toBeNull();
    expect(planTime([run("auto", 8, 30), run("ssdr", 8)], [])).toBeNull();
  });

  it("is at most the sum of the limits", () => {
    expect(planTime([run("auto", 8, 30), run("ssdr", 8, 20)], [])).toEqual({ seconds: 50, atMost: true });
    const known = [{ method: "auto", bones: 8, seconds: 4 }] as const;
    expect(planTime([run("auto", 8, 30), run("auto", 160, 30)], known)).toEqual({
      seconds: 34,
      atMost: false,
    });
  });

  it("takes a method without times to be like the others", () => {
    const known = [
      { method: "auto", bones: 10, seconds: 2 },
      { method: "ssdr", bones: 10, seconds: 6 },
    ] as const;
    expect(planTime([run("fsd", 10)], known)?.seconds).toBeCloseTo(4, 9);
    expect(planTime([run("fsd", 20)], known)?.seconds).toBeCloseTo(8, 9);
  });

  it("is exact where times follow a power of the bones, and between those of its neighbours", () => {
    const count = fc.integer({ min: 1, max: 300 });
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 2, noNaN: true }), count, count, count, (power, a, b, c) => {
        const at = (bones: number) => 0.3 * bones ** power;
        const [low, middle, high] = [a, b, c].sort((x, y) => x - y);
        const known = [low, high].map((bones) => ({ method: "auto" as const, bones, seconds: at(bones) }));
        expect(planTime([run("auto", middle)], known)!.seconds / at(middle)).toBeCloseTo(1, 6);
      }),
      { seed: 18 },
    );
  });

  it("grows with the bones beyond the known ones", () => {
    const known = [{ method: "auto", bones: 8, seconds: 4 }] as const;
    expect(planTime([run("auto", 16)], known)?.seconds).toBeCloseTo(8, 9);
    expect(planTime([run("auto", 4)], known)?.seconds).toBeCloseTo(2, 9);
  });
});
