import { expect, it } from "vitest";
import { WorkBound } from "./work-bound";

/** How many iterations may run before the bound is reached. */
function iterationsOn(bound: WorkBound, vertices: number): number {
  const mayGoOn = bound.on(vertices);
  let count = 0;
  while (count < 1e5 && mayGoOn()) count++;
  return count;
}

it("ends searches after an amount of work, which does not depend on the machine", () => {
  const [small, large] = [100, 2400].map((vertices) => {
    const bound = new WorkBound(40, 25, () => true);
    const count = iterationsOn(bound, vertices);
    expect(bound.notes().join()).toContain("Further searches ended early");
    return count;
  });
  // F ((3B)³ + 100 V) multiplications an iteration.
  expect(small / large).toBeCloseTo((75 ** 3 + 240_000) / (75 ** 3 + 10_000), 2);
});

it("counts all searches together", () => {
  const bound = new WorkBound(40, 25, () => true);
  iterationsOn(bound, 2400);
  expect(bound.on(100)()).toBe(false);
});

it("says nothing if searches end by themselves, or because the artist keeps the result", () => {
  let keeps = false;
  const bound = new WorkBound(40, 25, () => !keeps);
  const mayGoOn = bound.on(2400);
  expect(mayGoOn()).toBe(true);
  keeps = true;
  expect(mayGoOn()).toBe(false);
  expect(bound.notes()).toEqual([]);
});
