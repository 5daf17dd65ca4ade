/** Bones of bodies of many shapes get the right names, for any direction in which the bodies look. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Bone } from "../../model/rig/rig";
import type { Point } from "../../model/skeleton/skeleton";
import { BODIES, heavier, type KnownBody, knownBody, placed, renumbered } from "../../testing/bodies";
import { biped, bird, crawler, fish, quadruped, snake } from "../../testing/creatures";
import { bodyPlan } from "./body-plan";
import { type BoneRole, boneRoles } from "./names/bone-roles";
import { humanoidMap } from "./names/humanoid";

type Row = Parameters<typeof knownBody>[0][number];

const written = (role: BoneRole | null) =>
  role === null
    ? "?"
    : [role.stem, role.number && String(role.number).padStart(2, "0"), role.isEnd && "end", role.side]
        .filter(Boolean)
        .join("_");

const turns = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });

/** A body that looks in another direction, with its bones in another order, y or z up. */
function seen(rows: readonly Row[], turn: number, seed: number, up: "y" | "z"): KnownBody {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const body = placed(
    renumbered(knownBody(rows), seed),
    ([x, y, z]): Point => [c * x + s * z, y, c * z - s * x],
  );
  return up === "y" ? body : placed(body, ([x, y, z]): Point => [x, -z, y]);
}

/** Expects the names that are in the rows, for every body that `rows` makes. */
function expectNames<T>(shapes: fc.Arbitrary<T>, rows: (shape: T) => readonly Row[], runs = 40): void {
  fc.assert(
    fc.property(shapes, turns, fc.integer(), fc.constantFrom("y", "z"), (shape, turn, seed, up) => {
      const body = seen(rows(shape), turn, seed, up);
      expect(boneRoles(bodyPlan(body.rig, up)).map(written)).toEqual(body.names);
    }),
    { numRuns: runs },
  );
}

const bipeds = fc.record({
  spines: fc.integer({ min: 1, max: 3 }),
  necks: fc.integer({ min: 1, max: 2 }),
  clavicles: fc.boolean(),
  fingers: fc.constantFrom(0 as const, 1 as const, 3 as const, 5 as const),
  toes: fc.boolean(),
  tail: fc.constantFrom(0, 3),
});

describe("names of bodies of many shapes", () => {
  it("of bipeds, with arms up or down, with and without fingers or a mitten", () => {
    const down = fc.double({ min: 0, max: 1, noNaN: true });
    expectNames(fc.tuple(bipeds, down), ([shape, drop]) => biped(shape, drop));
  });

  it("of bipeds, which engines accept as humanoids", () => {
    fc.assert(
      fc.property(bipeds, turns, fc.integer(), (shape, turn, seed) => {
        const body = seen(biped(shape, 0.5), turn, seed, "y");
        const plan = bodyPlan(body.rig, "y");
        const { bones, problem } = humanoidMap(plan, boneRoles(plan));
        expect(problem).toBeNull();
        const found = Object.fromEntries([...bones].map(([key, j]) => [key, body.names[j]]));
        expect(found).toMatchObject({
          hips: "pelvis",
          head: "head",
          neck: shape.necks > 1 ? "neck_01" : "neck",
          leftUpperArm: "upperarm_L",
          rightLowerArm: "forearm_R",
          leftHand: "hand_L",
          rightUpperLeg: "thigh_R",
          leftLowerLeg: "shin_L",
          rightFoot: "foot_R",
          ...(shape.clavicles && { leftShoulder: "clavicle_L" }),
          ...(shape.toes && { rightToes: "toe_R" }),
          ...(shape.fingers === 5 && { leftLittleDistal: "pinky_03_L", rightThumbMetacarpal: "thumb_01_R" }),
        });
      }),
      { numRuns: 20 },
    );
  });

  it("of quadrupeds", () => {
    const shapes = fc.record({
      spines: fc.integer({ min: 1, max: 3 }),
      necks: fc.integer({ min: 1, max: 3 }),
      tail: fc.integer({ min: 0, max: 4 }),
      ears: fc.boolean(),
      jaw: fc.boolean(),
      hind: fc.constantFrom(3 as const, 4 as const),
      front: fc.constantFrom(3 as const, 4 as const),
    });
    expectNames(shapes, quadruped);
  });

  it("of birds", () => {
    const shapes = fc.record({
      necks: fc.integer({ min: 1, max: 4 }),
      tail: fc.integer({ min: 1, max: 2 }),
      wings: fc.constantFrom(2 as const, 3 as const),
    });
    expectNames(shapes, bird, 20);
  });

  it("of insects and spiders with three to five pairs of legs", () => {
    const shapes = fc.record({
      pairs: fc.integer({ min: 3, max: 5 }),
      bones: fc.integer({ min: 2, max: 4 }),
    });
    expectNames(shapes, crawler, 20);
  });

  it("of snakes and fish", () => {
    expectNames(fc.integer({ min: 3, max: 20 }), snake, 15);
    expectNames(fc.integer({ min: 2, max: 7 }), fish, 15);
  });
});

describe("parts of limbs", () => {
  const rolesOf = (rows: readonly Row[]) => {
    const body = knownBody(rows);
    const roles = boneRoles(bodyPlan(body.rig, "y")).map(written);
    return (name: string) => roles[body.names.indexOf(name)];
  };

  it("wings of a four-legged body are not arms, and their feathers are numbered", () => {
    const wing: Row[] = [
      ["wing0_L", "chest", [0.1, 1.05, 0.3], [0.5, 1.3, 0.2]],
      ["wing1_L", "wing0_L", [0.5, 1.3, 0.2], [0.9, 1.25, 0.1]],
      ...[0, 1, 2].map((n): Row => {
        const x = 0.9 + 0.05 * n;
        return [`plume${n}_L`, "wing1_L", [x, 1.25, 0.1], [x + 0.1, 1.2, -0.4 + 0.1 * n]];
      }),
    ];
    const of = rolesOf([...BODIES.hound, ...wing]);
    expect([of("wing0_L"), of("wing1_R")]).toEqual(["wing_01_L", "wing_02_R"]);
    const names = [0, 1, 2].map((n) => of(`plume${n}_L`));
    expect(names.toSorted()).toEqual(["feather1_L", "feather2_L", "feather3_L"]);
    expect(of("plume0_R")).toBe(of("plume0_L")?.replace("_L", "_R"));
  });

  it("toes are numbered if there are several", () => {
    const toes = [0, 1, 2].map((n): Row => {
      const x = 0.05 + 0.03 * n;
      return [`digit${n}_L`, "foot_L", [x, 0.02, 0.02], [x, 0.01, 0.08]];
    });
    const of = rolesOf([...bird({ necks: 1, tail: 1, wings: 2 }), ...toes]);
    expect([0, 1, 2].map((n) => of(`digit${n}_L`)).toSorted()).toEqual(["toe1_L", "toe2_L", "toe3_L"]);
    const one = rolesOf([...bird({ necks: 1, tail: 1, wings: 2 }), toes[0]]);
    expect(one("digit0_L")).toBe("toe_L");
  });

  it("if all legs of a quadruped hang on one bone, those nearer to the head are the front legs", () => {
    const hound = BODIES.hound
      .filter(([name]) => !/^spine|^chest/.test(name))
      .map(
        ([name, parent, ...rest]): Row => [name, /^spine|^chest/.test(parent) ? "pelvis" : parent, ...rest],
      );
    const of = rolesOf(hound);
    expect(of("upperarm_L")).toMatch(/^(upperarm|scapula)_L$/);
    expect(of("forearm_R")).toMatch(/^(forearm|upperarm)_R$/);
    expect([of("thigh_L"), of("shin_L"), of("hock_L")]).toEqual(["thigh_L", "shin_L", "hock_L"]);
  });

  it("a root that moves a few vertices of its own stays a root, in every size", () => {
    const rows: Row[] = [
      ["root", "", [0, 0.97, 0], [0, 0.98, 0]],
      ...BODIES.person.map(([name, parent, ...rest]): Row => [name, parent || "root", ...rest]),
    ];
    for (const size of [0.01, 1, 100]) {
      const body = placed(knownBody(rows), (p) => p.map((x) => size * x) as Point);
      const roles = boneRoles(bodyPlan(body.rig, "y")).map(written);
      expect([roles[body.names.indexOf("root")], roles[body.names.indexOf("pelvis")]]).toEqual([
        "root",
        "pelvis",
      ]);
    }
  });
});

describe("bodies as extractions find them", () => {
  const found = (body: KnownBody) => {
    const roles = boneRoles(bodyPlan(body.rig, "y")).map(written);
    return (name: string) => roles[body.names.indexOf(name)];
  };
  /** The hound with few bones. Neck and front legs hang on the ribs, and one bone on the neck moves both ears. */
  const COARSE: Row[] = [
    ["ribs", "", [0, 1, 0.1], [0, 1, 0.3]],
    ["withers", "ribs", [0, 0.98, 0.25], [0, 0.85, 0.35]],
    ["upperarm_L", "withers", [0.12, 0.95, 0.3], [0.12, 0.65, 0.22]],
    ["forearm_L", "upperarm_L", [0.12, 0.65, 0.22], [0.12, 0.3, 0.28]],
    ["paw_L", "forearm_L", [0.12, 0.3, 0.28], [0.12, 0.01, 0.38]],
    // Its middle is near its base, as it is for a neck.
    ["neck", "ribs", [0, 1.08, 0.45], [0, 1.16, 0.53]],
    ["skull", "neck", [0, 1.4, 0.75], [0, 1.42, 1.05]],
    ["flaps", "neck", [0, 1.5, 0.7], [0, 1.8, 0.68]],
    ["loin", "ribs", [0, 1, 0.1], [0, 1, -0.5]],
    ["thigh_L", "loin", [0.12, 0.95, -0.5], [0.12, 0.62, -0.42]],
    ["shin_L", "thigh_L", [0.12, 0.62, -0.42], [0.12, 0.35, -0.6]],
    ["foot_L", "shin_L", [0.12, 0.35, -0.6], [0.12, 0.01, -0.5]],
    ["tail", "loin", [0, 1.02, -0.55], [0, 0.9, -0.9]],
  ];

  it("have front legs beside the spine, and a neck that carries head and ears", () => {
    const of = found(knownBody(COARSE));
    expect(["loin", "ribs", "withers", "neck", "skull", "flaps", "tail"].map(of)).toEqual([
      ...["pelvis", "spine", "chest", "neck", "head", "ears", "tail"],
    ]);
    for (const name of ["upperarm_L", "forearm_R", "paw_L", "thigh_R", "shin_L", "foot_R"])
      expect(of(name)).toBe(name);
  });

  it("have a tail on the spine where hind legs hang on a bone beside it", () => {
    const rows = COARSE.map(([name, parent, ...rest]): Row => {
      const below = ["thigh_L", "shin_L", "foot_L"].includes(name);
      return [name, below && parent === "loin" ? "hips" : parent, ...rest];
    });
    const of = found(knownBody([...rows, ["hips", "loin", [0, 0.98, -0.4], [0, 0.85, -0.5]]]));
    expect(["hips", "loin", "tail"].map(of)).toEqual(["pelvis", "spine_01", "tail"]);
  });

  it("may have limbs that hang on two bones of the trunk, the left one behind the right one", () => {
    const { rig, names } = knownBody(BODIES.hound);
    const moved = rig.bones.map((bone, j) =>
      names[j] === "upperarm_L" ? { ...bone, parent: names.indexOf("spine_02") } : bone,
    );
    const roles = boneRoles(bodyPlan({ ...rig, bones: moved }, "y")).map(written);
    for (const name of ["upperarm", "forearm", "paw", "toe"].flatMap((stem) => [`${stem}_L`, `${stem}_R`]))
      expect(roles[names.indexOf(name)]).toBe(name);
  });

  it("have a heavy head before a light nose, without a fork or ears to tell", () => {
    const nose: Row = ["nose", "skull", [0, 1.4, 1], [0, 1.38, 1.1]];
    const rows = [...COARSE.filter(([name]) => name !== "flaps"), nose];
    const of = found(heavier(knownBody(rows), "skull", 5));
    expect(["neck", "skull", "nose"].map(of)).toEqual(["neck", "head", "snout"]);
    // If the nose is as heavy as the skull, it is the head, and the skull is a second neck.
    expect(found(knownBody(rows))("nose")).toBe("head");
  });

  it("have a crest on an upright head", () => {
    const rows: Row[] = [
      ...BODIES.person,
      ["hat", "head", [0, 1.85, 0.04], [0, 2.1, 0.04]],
      ["chin", "head", [0, 1.66, 0.06], [0, 1.62, 0.14]],
    ];
    const of = found(heavier(knownBody(rows), "head", 4));
    expect(["head", "hat", "chin"].map(of)).toEqual(["head", "crest", "jaw"]);
  });
});

describe("bones that only mark an end", () => {
  /** The person with leaves that move nothing, each on a bone. */
  const marked = (...on: string[]) => {
    const { rig, names } = knownBody(BODIES.person);
    const marks = on.map((name, n): Bone => {
      const parent = names.indexOf(name);
      const [x, y, z] = rig.bones[parent].head;
      const side = Math.sign(x);
      return { name: `mark ${n}`, parent, head: [x + 0.01 * side, y - 0.01, z + 0.03 + 0.01 * n] };
    });
    const roles = boneRoles(bodyPlan({ ...rig, bones: [...rig.bones, ...marks] }, "y")).map(written);
    return { of: (name: string) => roles[names.indexOf(name)], marks: roles.slice(names.length) };
  };

  it("get the name of the bone whose end they mark, and are not counted", () => {
    const { of, marks } = marked("toe_L", "toe_R");
    expect(marks).toEqual(["toe_end_L", "toe_end_R"]);
    // A number would mean that there are two toes.
    expect(of("toe_L")).toBe("toe_L");
    expect(of("foot_R")).toBe("foot_R");
  });

  it("get that name also if several of them end a limb", () => {
    const { of, marks } = marked("toe_L", "toe_L", "toe_R", "toe_R");
    expect(new Set(marks)).toEqual(new Set(["toe_end_L", "toe_end_R"]));
    expect(of("toe_L")).toBe("toe_L");
  });
});
