import fc from "fast-check";
import { expect, it } from "vitest";
import { unit } from "../math/vectors";
import type { Placement } from "../model/skeleton/fit/fit-alignment";
import type { Point } from "../model/skeleton/skeleton";
import { composed, movedBy, placed, scaledAbout, turnedAbout } from "./placing";

const number = fc.double({ min: -3, max: 3, noNaN: true });
const point = fc.tuple(number, number, number) as fc.Arbitrary<Point>;
const axis = point.filter((p) => Math.hypot(...p) > 0.1).map((p) => unit(p)!);
const placement = fc.oneof(
  point.map(movedBy),
  fc.tuple(point, fc.double({ min: 0.1, max: 4, noNaN: true })).map(([c, s]) => scaledAbout(c, s)),
  fc.tuple(point, axis, number).map(([c, a, angle]) => turnedAbout(c, a, angle)),
) as fc.Arbitrary<Placement>;

const near = (a: Point, b: Point) => {
  for (let c = 0; c < 3; c++) expect(a[c]).toBeCloseTo(b[c], 9);
};

it("applies one placement after the other", () => {
  fc.assert(
    fc.property(placement, placement, point, (then, first, p) => {
      near(placed(composed(then, first), p), placed(then, placed(first, p)));
    }),
  );
});

it("keeps the centre of scales and turns, and the axis of turns", () => {
  fc.assert(
    fc.property(point, axis, number, (centre, about, angle) => {
      near(placed(scaledAbout(centre, 2), centre), centre);
      const end = centre.map((x, c) => x + about[c]) as Point;
      const turn = turnedAbout(centre, about, angle);
      near(placed(turn, centre), centre);
      near(placed(turn, end), end);
    }),
  );
});

it("turns right-handed", () => {
  near(placed(turnedAbout([0, 0, 0], [0, 0, 1], Math.PI / 2), [1, 0, 0]), [0, 1, 0]);
});
