import { describe, expect, it } from "vitest";
import type { Point } from "../../model/skeleton/skeleton";
import { knownBody } from "../../testing/bodies";
import { bodyShape } from "./body-shape";
import { findLimbs, height, type Limb } from "./limbs";

type Row = Parameters<typeof knownBody>[0][number];

/**
 * Bones whose name ends in _L have their image in _R; all others are the trunk. Bones that match `still` move nothing.
 */
function limbsOf(rows: Row[], still: RegExp = /^$/) {
  const { rig, names } = knownBody(rows);
  const shape = bodyShape(rig, "y");
  for (const [j, name] of names.entries()) if (still.test(name)) shape.shares[j] = 0;
  const partner = Int32Array.from(names, (name, j) =>
    /_[LR]$/.test(name) ? names.indexOf(name.replace(/[LR]$/, (side) => (side === "L" ? "R" : "L"))) : j,
  );
  const trunk = new Set([...names.keys()].filter((j) => partner[j] === j));
  const limbs = findLimbs(shape, { plane: { normal: [1, 0, 0], offset: 0 }, partner }, trunk);
  const called = (all: number[]) => all.map((j) => names[j].replace("_L", ""));
  return {
    shape,
    limbs,
    told: limbs.map(({ chain, digits, others, attach }: Limb) => ({
      chain: called(chain),
      digits: digits.map(called),
      others: others.map(called),
      attach: names[attach],
    })),
  };
}

/** A bone along x, at a height. */
const bone = (name: string, parent: string, x: number, y = 1, long = 0.5): Row => [
  name,
  parent,
  [x, y, 0],
  [x + long, y, 0],
];
const TRUNK: Row[] = [
  ["hip", "", [0, 0, 0], [0, 1, 0]],
  ["chest", "hip", [0, 1, 0], [0, 2, 0]],
];
const ARM = [bone("upper_L", "chest", 0.2), bone("fore_L", "upper_L", 0.7)];

describe("limbs", () => {
  it("list the bones on their positive side, from the trunk to the end", () => {
    const { told, limbs, shape } = limbsOf([...TRUNK, ...ARM]);
    expect(told).toEqual([{ chain: ["upper", "fore"], digits: [], others: [], attach: "chest" }]);
    expect(limbs[0].base).toEqual([0.2, 1, 0]);
    // Each bone's ring of vertices is 0.012 wide.
    expect(limbs[0].reach).toBeCloseTo(1 / shape.size, 1);
    expect(limbs[0].baseHeight).toBeCloseTo(height(shape, [5, 1, 5]), 12);
  });

  it("divide into digits where a side branch is as deep as the main one, or one bone less", () => {
    const finger = (name: string, count: number) =>
      Array.from({ length: count }, (_, n) =>
        bone(`${name}${n}_L`, n > 0 ? `${name}${n - 1}_L` : "fore_L", 1.2 + 0.2 * n, 1, 0.2),
      );
    const digits = (a: number, b: number) =>
      limbsOf([...TRUNK, ...ARM, ...finger("a", a), ...finger("b", b)]).told[0];
    expect(digits(2, 2)).toMatchObject({
      chain: ["upper", "fore"],
      digits: [
        ["a0", "a1"],
        ["b0", "b1"],
      ],
      others: [],
    });
    expect(digits(1, 2)).toMatchObject({ chain: ["upper", "fore"], digits: [["b0", "b1"], ["a0"]] });
    expect(digits(3, 1)).toMatchObject({
      chain: ["upper", "fore", "a0", "a1", "a2"],
      digits: [],
      others: [["b0"]],
    });
    expect(digits(1, 4)).toMatchObject({
      chain: ["upper", "fore", "b0", "b1", "b2", "b3"],
      others: [["a0"]],
    });
  });

  it("follow bones that move vertices, and the longer one if two are equal", () => {
    const ends = [
      bone("marker_L", "fore_L", 1.2),
      bone("more_L", "marker_L", 1.7),
      bone("hand_L", "fore_L", 1.2),
    ];
    expect(limbsOf([...TRUNK, ...ARM, ...ends], /marker|more/).told[0]).toMatchObject({
      chain: ["upper", "fore", "hand"],
      others: [["marker", "more"]],
    });
    // A chain that ends in bones that move nothing keeps these.
    expect(limbsOf([...TRUNK, ...ARM, bone("end_L", "fore_L", 1.2)], /end/).told[0].chain).toEqual([
      "upper",
      "fore",
      "end",
    ]);
    const two = [bone("short_L", "fore_L", 1.2, 1, 0.1), bone("long_L", "fore_L", 1.2, 1, 0.4)];
    expect(limbsOf([...TRUNK, ...ARM, ...two]).told[0].digits).toEqual([["long"], ["short"]]);
  });

  it("have all other bones of their branch in chains", () => {
    const feathers = [
      bone("f_L", "upper_L", 0.4),
      bone("g_L", "f_L", 0.6),
      bone("h_L", "f_L", 0.6, 1, 0.1),
      bone("hand_L", "fore_L", 1.2),
      bone("tip_L", "hand_L", 1.7),
      bone("nail_L", "tip_L", 2.2, 1, 0.1),
    ];
    const [{ chain, others }] = limbsOf([...TRUNK, ...ARM, ...feathers]).told;
    expect(chain).toEqual(["upper", "fore", "hand", "tip", "nail"]);
    expect(others).toEqual([["f", "g"], ["h"]]);
  });

  it("come largest first, and belong to the trunk's nearest bone", () => {
    const leg: Row = ["leg_L", "", [0.1, 0.2, 0], [0.1, -3, 0]];
    const { told, limbs, shape } = limbsOf([...TRUNK, ...ARM, leg]);
    expect(told.map(({ chain, attach }) => [chain[0], attach])).toEqual([
      ["leg", "hip"],
      ["upper", "chest"],
    ]);
    expect([shape.ground, shape.top].map((y) => Math.round(y))).toEqual([-3, 2]);
    expect(limbs[0].lowest).toBeCloseTo(0, 6);
    expect(limbs[0].baseHeight).toBeCloseTo(3.2 / 5, 1);
    expect(limbs[1].lowest).toBeCloseTo(4 / 5, 1);
  });

  it("may belong to no bone if the body has two separate halves", () => {
    const halves: Row[] = [
      ["upper_L", "", [0.2, 1, 0], [0.7, 1, 0]],
      ["fore_L", "upper_L", [0.7, 1, 0], [1.2, 1, 0]],
    ];
    const { told, limbs } = limbsOf(halves);
    expect(told.map(({ chain }) => chain)).toEqual([["upper", "fore"]]);
    expect(limbs[0].attach).toBe(-1);
  });

  it("continue in a smaller limb that begins where they end", () => {
    const foot = (x: number): Row => ["foot_L", "hip", [x, 1, 0], [x + 0.2, 1, 0]];
    // The tip lies at 1.2; the size is about 3.2, and 6 % of it 0.19.
    const joined = (x: number, still?: RegExp) =>
      limbsOf([...TRUNK, ...ARM, foot(x)], still).told.map(({ chain }) => chain);
    expect(joined(1.2)).toEqual([["upper", "fore", "foot"]]);
    expect(joined(1.35)).toEqual([["upper", "fore", "foot"]]);
    expect(joined(1.5)).toEqual([["upper", "fore"], ["foot"]]);
    expect(joined(0.9)).toEqual([["upper", "fore"], ["foot"]]);
    expect(joined(1.2, /foot/)).toEqual([["upper", "fore"], ["foot"]]);
  });
});

it("height is 0 on the ground and 1 at the top, and absolute if the body has no height", () => {
  const shape = { up: [0, 1, 0] as Point, ground: 2, top: 6 };
  const at = (y: number) => height(shape as Parameters<typeof height>[0], [9, y, 9]);
  expect([at(2), at(3), at(6), at(8)]).toEqual([0, 0.25, 1, 1.5]);
  const flat = { ...shape, top: 2 } as Parameters<typeof height>[0];
  expect(height(flat, [0, 5, 0])).toBe(3);
});
