import { expect, test } from "vitest";
import { edgeSpeed } from "./edge-scroll";

test("a list scrolls only near its edges, faster beyond them, and not without bound", () => {
  const at = (y: number) => edgeSpeed(100, 300, y);
  expect([at(120), at(200), at(280)]).toEqual([0, 0, 0].map(() => expect.closeTo(0)));
  expect(at(290)).toBeGreaterThan(0);
  expect(at(310)).toBeGreaterThan(at(290));
  expect(at(110)).toBe(-at(290));
  expect(at(5000)).toBe(at(9000));
  expect(at(-5000)).toBe(-at(5000));
});
