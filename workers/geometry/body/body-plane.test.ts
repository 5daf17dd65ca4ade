import { describe, expect, it } from "vitest";
import type { Point } from "../../model/skeleton/skeleton";
import { bare, knownBody } from "../../testing/bodies";
import { candidatePlanes, meshPlane, type Plane, reflected, reflectedDirection, side } from "./body-plane";
import { bodyShape } from "./body-shape";

type Row = Parameters<typeof knownBody>[0][number];

/** A body that has only joints. */
const shapeOf = (rows: Row[], up: "x" | "y" | "z" = "y") => bodyShape(bare(knownBody(rows)).rig, up);
const at = (name: string, parent: string, head: Point): Row => [name, parent, head, head];

describe("the mirror image in a plane", () => {
  const plane: Plane = { normal: [0.6, 0, 0.8], offset: 2 };

  it("lies as far behind the plane as the point lies before it", () => {
    // Points of the plane, and a step of 1.5 along its normal.
    for (const on of [
      [0, 0, 2.5],
      [2, 7, 1],
    ] as Point[]) {
      const p: Point = [on[0] + 0.9, on[1], on[2] + 1.2];
      expect(side(plane, on)).toBeCloseTo(0, 12);
      expect(side(plane, p)).toBeCloseTo(1.5, 12);
      const image = reflected(plane, p);
      for (const [c, x] of [on[0] - 0.9, on[1], on[2] - 1.2].entries()) expect(image[c]).toBeCloseTo(x, 12);
    }
  });

  it("of a direction does not depend on where the plane is", () => {
    const turned = reflectedDirection(plane, [0.6, 3, 0.8]);
    for (const [c, x] of [-0.6, 3, -0.8].entries()) expect(turned[c]).toBeCloseTo(x, 12);
    const along = reflectedDirection(plane, [0.8, 1, -0.6]);
    for (const [c, x] of [0.8, 1, -0.6].entries()) expect(along[c]).toBeCloseTo(x, 12);
  });
});

describe("the plane of a mesh", () => {
  /** Pairs of points left and right of a place on an axis, without any other symmetry, and single points far away. */
  function meshAbout(axis: number, place: number, pairs: number, single: number, up: "x" | "y" | "z") {
    const rest: number[] = [];
    for (let n = 0; n < pairs; n++) {
      const p = [0, 1, 2].map((c) => 0.3 * n ** (1 + 0.3 * c) + 0.1 * c);
      for (const sign of [-1, 1]) rest.push(...p.map((x, c) => (c === axis ? place + sign * (x + 1) : x)));
    }
    // Within the box, and not near the images of others.
    for (let n = 0; n < single; n++)
      rest.push(...[0, 1, 2].map((c) => (c === axis ? place + 0.7 : 1.37 + 0.6 * n)));
    return meshPlane({ ...shapeOf([at("a", "", [0, 0, 0])], up), rest: Float32Array.from(rest) });
  }

  it("is across a level axis, through the middle", () => {
    expect(meshAbout(0, 3, 8, 0, "y")).toEqual({ normal: [1, 0, 0], offset: expect.closeTo(3, 5) });
    expect(meshAbout(2, -1, 8, 0, "y")).toEqual({ normal: [0, 0, 1], offset: expect.closeTo(-1, 5) });
    expect(meshAbout(1, 2, 8, 0, "z")).toEqual({ normal: [0, 1, 0], offset: expect.closeTo(2, 5) });
    // Symmetry between above and below gives no left and right.
    expect(meshAbout(1, 2, 8, 0, "y")).toBeNull();
  });

  it("may lack the images of one in twenty vertices", () => {
    expect(meshAbout(0, 3, 19, 2, "y")).not.toBeNull();
    expect(meshAbout(0, 3, 18, 3, "y")).toBeNull();
  });

  it("is null without a mesh", () => {
    expect(meshPlane(shapeOf([at("a", "", [0, 0, 0])]))).toBeNull();
  });
});

describe("planes to try", () => {
  it("lie across the level axes through the median, the middle and the roots of all heads", () => {
    const shape = shapeOf([
      at("root", "", [1, 9, 20]),
      at("a", "root", [4, 8, 30]),
      at("b", "a", [11, 7, 22]),
      at("c", "b", [6, 6, 23]),
    ]);
    // x: 1 4 6 11; z: 20 22 23 30.
    expect(candidatePlanes(shape)).toEqual([
      { normal: [1, 0, 0], offset: 6 },
      { normal: [1, 0, 0], offset: 6 },
      { normal: [1, 0, 0], offset: 1 },
      { normal: [0, 0, 1], offset: 23 },
      { normal: [0, 0, 1], offset: 25 },
      { normal: [0, 0, 1], offset: 20 },
    ]);
  });

  /** The planes between branches. They follow the planes across level axes; with only joints each occurs twice. */
  const between = (rows: Row[]) => {
    const shape = shapeOf(rows);
    return candidatePlanes(shape).slice(2 * (2 + shape.roots.length));
  };

  it("stand upright half-way between branches of one bone", () => {
    const planes = between([
      at("root", "", [0, 0, 0]),
      at("a", "root", [1, 0, 2]),
      at("b", "root", [4, 8, 6]),
    ]);
    const plane = {
      normal: [expect.closeTo(0.6), 0, expect.closeTo(0.8)],
      offset: expect.closeTo(0.6 * 2.5 + 0.8 * 4),
    };
    expect(planes).toEqual([plane, plane]);
  });

  it("lie between branches that differ by at most one bone and begin at different places", () => {
    const root = at("root", "", [0, 0, 0]);
    const left = at("left", "root", [-1, 0, 0]);
    const right = at("right", "root", [3, 0, 0]);
    const longer = [at("r2", "right", [3, 1, 0]), at("r3", "r2", [3, 2, 0])];
    expect(between([root, left, right]).length).toBe(2);
    expect(between([root, left, right, longer[0]]).length).toBe(2);
    expect(between([root, left, right, ...longer])).toEqual([]);
    // One above the other, or nearly: they must be 2 % of the size apart.
    const high = at("high", "root", [-1, 100, 0]);
    const near = at("high", "root", [1, 100, 0]);
    const apart = at("high", "root", [1.2, 100, 0]);
    expect(between([root, left, high])).toEqual([]);
    expect(between([root, left, near])).toEqual([]);
    expect(between([root, left, apart]).length).toBe(2);
  });

  it("lie between roots too, and between at most 24 pairs of branches, the largest first", () => {
    expect(between([at("a", "", [1, 0, 0]), at("b", "", [5, 0, 0])])).toEqual(
      new Array(2).fill({ normal: [1, 0, 0], offset: 3 }),
    );
    const fan = Array.from({ length: 8 }, (_, n) => at(`f${n}`, "root", [n + 10, 0, 0]));
    const pair = [
      at("l", "root", [-7, 0, 0]),
      at("l2", "l", [-7, 1, 0]),
      at("r", "root", [5, 0, 0]),
      at("r2", "r", [5, 1, 0]),
    ];
    const planes = between([at("root", "", [0, 0, 0]), ...fan, ...pair]);
    // There are 28 pairs of single bones, 16 pairs of a single and a double bone, and one pair of double bones, which
    // is first.
    expect(planes.length).toBe(48);
    expect(planes[0]).toEqual({ normal: [1, 0, 0], offset: -1 });
    const large = planes.slice(2, 34).map(({ offset }) => offset);
    for (const offset of large) {
      const n = [-7, 5].map((x) => 2 * Math.abs(offset) - x).concat([-7, 5].map((x) => 2 * offset - x));
      expect(n.some((x) => x >= 10 && x <= 17)).toBe(true);
    }
  });
});
