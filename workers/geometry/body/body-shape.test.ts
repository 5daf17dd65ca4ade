import { describe, expect, it } from "vitest";
import type { Rig } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { packWeights } from "../../testing/rigs";
import { bodyShape, branch, isIdle, movesVertices } from "./body-shape";

/** Two roots; the first has a child and a grandchild. */
const BONES: [parent: number, head: Point][] = [
  [-1, [0, 0, 0]],
  [0, [0, 2, 0]],
  [1, [0, 5, 0]],
  [-1, [10, 0, 0]],
];

function rigOf(points: Point[], rows: [number, number][][], bones = BONES): Rig {
  return {
    version: 1,
    bones: bones.map(([parent, head], j) => ({ name: `b${j}`, parent, head })),
    boneKind: "rigid",
    weights: packWeights(rows),
    motion: new Float32Array(12 * bones.length),
    rest: Float32Array.from(points.flat()),
  };
}

describe("the shape of a body", () => {
  const points: Point[] = [
    [1, 1, 1],
    [3, 1, 1],
    [0, -4, 0],
    [10, 1, 0],
  ];
  const rows: [number, number][][] = [
    [[0, 1]],
    [
      [0, 0.25],
      [1, 0.75],
    ],
    [
      [1, 0.5],
      [0, 0.5],
    ],
    [[3, 1]],
  ];
  const shape = bodyShape(rigOf(points, rows), "y");

  it("knows the children of each bone", () => {
    expect(shape.children).toEqual([[1], [2], [], []]);
    expect(shape.roots).toEqual([0, 3]);
    expect(branch(shape, 0)).toEqual([0, 1, 2]);
    expect(branch(shape, 1)).toEqual([1, 2]);
    expect(branch(shape, 3)).toEqual([3]);
  });

  it("has the share and the centre of the vertices that a bone moves, by weight", () => {
    const [a, b, c, d] = [1 + 0.25 + 0.5, 0.75 + 0.5, 0, 1].map((sum) => sum / 4);
    for (const [j, share] of [a, b, c, d].entries()) expect(shape.shares[j]).toBeCloseTo(share, 6);
    // Bone 0 has (1·1 + 0.25·3) / 1.75, (1 + 0.25 − 2) / 1.75, 1.25 / 1.75.
    const expected = [
      [1, -3 / 7, 5 / 7],
      [1.8, -1, 0.6],
      // It moves nothing, so it gets its head.
      [0, 5, 0],
      [10, 1, 0],
    ];
    for (const [j, middle] of expected.entries())
      for (const [n, x] of middle.entries()) expect(shape.middles[j][n]).toBeCloseTo(x, 5);
  });

  it("reaches to the farthest vertex that a bone moves most, or to a child", () => {
    expect(shape.tips).toEqual([
      // (0, −4, 0) has equal weights. It belongs to the bone with the lower index, whose entry comes first.
      [0, -4, 0],
      [3, 1, 1],
      [0, 5, 0],
      [10, 1, 0],
    ]);
  });

  it("with only joints reaches from each joint to its farthest child", () => {
    const joints = bodyShape(
      rigOf(
        [],
        [],
        [
          [-1, [0, 0, 0]],
          [0, [0, 1, 0]],
          [0, [0, 0, 2]],
          [1, [0, 4, 0]],
        ],
      ),
      "y",
    );
    expect(joints.tips).toEqual([
      [0, 0, 2],
      [0, 4, 0],
      [0, 0, 2],
      [0, 4, 0],
    ]);
  });

  it("has the bounding box of heads and tips", () => {
    expect([shape.ground, shape.top]).toEqual([-4, 5]);
    expect(shape.size).toBeCloseTo(Math.hypot(10, 9, 1), 6);
    const level = bodyShape(rigOf(points, rows), "x");
    expect([level.ground, level.top, level.up]).toEqual([0, 10, [1, 0, 0]]);
    const upright = bodyShape(rigOf(points, rows), "z");
    expect([upright.ground, upright.top, upright.up]).toEqual([0, 1, [0, 0, 1]]);
  });

  it("with one joint and no vertices has a size but no shares", () => {
    const point = bodyShape(rigOf([], [], [[-1, [2, 3, 4]]]), "y");
    expect(point.size).toBe(1);
    expect([...point.shares]).toEqual([0]);
    expect(point.middles).toEqual([[2, 3, 4]]);
  });
});

describe("bones that move vertices", () => {
  it("are those with weights, and their ancestors", () => {
    const shape = bodyShape(rigOf([[0, 0, 0]], [[[1, 1]]]), "y");
    expect([0, 1, 2, 3].map((j) => movesVertices(shape, j))).toEqual([true, true, false, false]);
  });

  it("are all bones of a rig without weights, and none of them is idle", () => {
    const shape = bodyShape(rigOf([], []), "y");
    expect([0, 1, 2, 3].map((j) => isIdle(shape, j))).toEqual([false, false, false, false]);
    expect([0, 1, 2, 3].map((j) => movesVertices(shape, j))).toEqual([true, true, true, true]);
  });
});
