/** Bodies that lack legs, arms, a head, or a bone in between. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../model/skeleton/skeleton";
import { BODIES, knownBody, placed } from "../../testing/bodies";
import { bodyPlan, boneSides } from "./body-plan";
import { boneRoles } from "./names/bone-roles";

type Row = Parameters<typeof knownBody>[0][number];

const rolesOf = (rows: readonly Row[]) => {
  const body = knownBody([...rows]);
  const plan = bodyPlan(body.rig, "y");
  const roles = boneRoles(plan);
  return {
    kind: plan.kind,
    stem: (name: string) => roles[body.names.indexOf(name)]?.stem,
    number: (name: string) => roles[body.names.indexOf(name)]?.number,
    side: (name: string) => roles[body.names.indexOf(name)]?.side,
  };
};

describe("a body without limbs", () => {
  /** Bones along z, the last one raised and as thick as a head. */
  const snake: Row[] = Array.from({ length: 6 }, (_, n) => [
    `s${n}`,
    n > 0 ? `s${n - 1}` : "",
    [0, n === 5 ? 0.3 : 0.1, n],
    [0, n === 5 ? 0.5 : 0.1, n + 1],
  ]);

  it("is a spine, counted from its tail to its head", () => {
    const { kind, stem, number } = rolesOf(snake);
    expect(kind).toBe("limbless");
    expect(snake.map(([name]) => stem(name))).toEqual(new Array(6).fill("spine"));
    expect(snake.map(([name]) => number(name))).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe("heads", () => {
  const without = (pattern: RegExp) => BODIES.hound.filter(([name]) => !pattern.test(name));

  it("have a snout if one bone follows, and also a jaw if two follow", () => {
    const long: Row = ["nose", "snout", [0, 1.36, 1.05], [0, 1.34, 1.2]];
    const both = rolesOf([...BODIES.hound, long]);
    expect(["jaw", "snout", "nose"].map(both.stem)).toEqual(["jaw", "snout", "snout"]);
    expect([both.number("snout"), both.number("nose")]).toEqual([1, 2]);
    const one = rolesOf([...without(/jaw/), long]);
    expect(["snout", "nose"].map(one.stem)).toEqual(["snout", "snout"]);
  });

  it("of a snake with a jaw are at the jaw: bones are counted from the tail", () => {
    const body = Array.from(
      { length: 5 },
      (_, n): Row => [
        `s${n}`,
        n > 0 ? `s${n - 1}` : "",
        [0, n === 4 ? 0.3 : 0.1, n],
        [0, n === 4 ? 0.4 : 0.1, n + 1],
      ],
    );
    const { kind, number } = rolesOf([
      ...body,
      ["upper", "s4", [0, 0.4, 5], [0, 0.5, 5.8]],
      ["lower", "s4", [0, 0.3, 5], [0, 0.1, 5.8]],
    ]);
    expect(kind).toBe("limbless");
    expect([0, 1, 2, 3].map((n) => number(`s${n}`))).toEqual([1, 2, 3, 4]);
  });
});

describe("a person", () => {
  const without = (pattern: RegExp) => BODIES.person.filter(([name]) => !pattern.test(name));
  const DIGITS = /thumb|index|middle|ring|pinky/;

  it("without legs is still a person, with a head and arms", () => {
    const bust = without(/thigh|shin|foot|toe/);
    const { kind, stem, side } = rolesOf(bust);
    expect(kind).toBe("biped");
    for (const name of ["head", "chest", "neck"]) expect(stem(name)).toBe(name);
    for (const name of ["clavicle", "upperarm", "forearm", "hand", "thumb_01", "pinky_02"]) {
      expect(stem(`${name}_L`)).toBe(name.replace(/_.*/, ""));
      expect(side(`${name}_R`)).toBe("R");
    }
  });

  it("without legs may have its chest as its root", () => {
    const { kind, stem } = rolesOf(
      without(/pelvis|spine|thigh|shin|foot|toe/).map(
        ([name, parent, ...rest]): Row => [name, parent === "spine" ? "" : parent, ...rest],
      ),
    );
    expect(kind).toBe("biped");
    expect(["chest", "neck", "head", "hand_L"].map(stem)).toEqual(["chest", "neck", "head", "hand"]);
  });

  it("without arms has a spine up to its neck", () => {
    const { kind, stem } = rolesOf(without(new RegExp(`clavicle|arm|hand|${DIGITS.source}`)));
    expect(kind).toBe("biped");
    expect(["pelvis", "spine", "chest", "neck", "head"].map(stem)).toEqual([
      "pelvis",
      "spine",
      "spine",
      "neck",
      "head",
    ]);
  });

  it("without hands has fingers on forearms, and without forearms has fingers on hands", () => {
    const reparented = (drop: RegExp, from: string, to: string) =>
      without(drop).map(([name, parent, ...rest]): Row => [name, parent === from ? to : parent, ...rest]);
    const handless = rolesOf(
      reparented(/^hand|clavicle/, "hand_L", "forearm_L").map(
        ([name, parent, ...rest]): Row => [name, parent === "clavicle_L" ? "chest" : parent, ...rest],
      ),
    );
    expect(handless.stem("upperarm_L")).toBe("upperarm");
    expect(handless.stem("forearm_L")).toBe("forearm");
    expect(handless.stem("index_01_L")).toBe("index");
    const short = rolesOf(
      reparented(/^forearm|clavicle/, "forearm_L", "upperarm_L").map(
        ([name, parent, ...rest]): Row => [name, parent === "clavicle_L" ? "chest" : parent, ...rest],
      ),
    );
    expect(short.stem("upperarm_L")).toBe("upperarm");
    expect(short.stem("hand_L")).toBe("hand");
  });

  it("with one finger, or more than five, has no thumb", () => {
    const fingers = (count: number) => {
      const rows = Array.from({ length: count }, (_, n): Row => {
        const z = 0.01 * (n - count / 2);
        return [`digit${n}_L`, "hand_L", [0.8, 1.46, z], [0.88, 1.46, z]];
      });
      const { stem } = rolesOf([...without(DIGITS), ...rows]);
      return rows.map(([name]) => stem(name));
    };
    expect(new Set(fingers(6))).toEqual(new Set([1, 2, 3, 4, 5, 6].map((n) => `finger${n}`)));
    expect(fingers(5)).toContain("thumb");
  });

  it("has its left where its toes tell, for any direction in which it looks", () => {
    const body = knownBody(BODIES.person);
    const truth = body.names.map((name) => /_([LR])$/.exec(name)?.[1] ?? null);
    for (const degrees of [0, 90, 180, 270]) {
      const [c, s] = [
        Math.round(Math.cos((degrees * Math.PI) / 180)),
        Math.round(Math.sin((degrees * Math.PI) / 180)),
      ];
      const turned = placed(body, ([x, y, z]): Point => [c * x + s * z, y, c * z - s * x]);
      expect(boneSides(turned.rig, "y")).toEqual(truth);
    }
  });
});

describe("names of sides", () => {
  it("count for each pair, and most pairs decide", () => {
    const body = knownBody(BODIES.person);
    const named = (right: RegExp) =>
      body.rig.bones.map((bone, j) => {
        const name = body.names[j];
        const swapped = name.replace(/_L$/, "_X").replace(/_R$/, "_L").replace(/_X$/, "_R");
        return { ...bone, name: right.test(name) ? name : /shin|foot/.test(name) ? swapped : `bone ${j}` };
      });
    const sideOf = (right: RegExp, name: string) =>
      bodyPlan({ ...body.rig, bones: named(right) }, "y").sides[body.names.indexOf(name)];
    // Two pairs have exchanged names.
    expect(sideOf(/upperarm|forearm|hand/, "thigh_L")).toBe("L");
    expect(sideOf(/upperarm/, "thigh_L")).toBe("R");
  });
});
