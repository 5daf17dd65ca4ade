/** Every bone of generated bipeds gets the name that engines expect. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownBody, placed, renumbered, rerooted } from "../../../testing/bodies";
import { type Biped, biped } from "../../../testing/creatures";
import { bodyPlan } from "../body-plan";
import { boneRoles } from "./bone-roles";
import { humanNames, humanoidMap } from "./humanoid";
import { suggestedNames } from "./name-styles";

const shapes: fc.Arbitrary<Biped> = fc.record({
  spines: fc.integer({ min: 1, max: 3 }),
  necks: fc.integer({ min: 1, max: 2 }),
  clavicles: fc.boolean(),
  fingers: fc.constantFrom(0 as const, 1 as const, 3 as const, 5 as const),
  toes: fc.boolean(),
  tail: fc.constantFrom(0, 2),
});

/** The name in Unreal's mannequin for a bone of `biped`. */
function inUnreal(name: string, { spines }: Biped): string {
  if (name === "spine") return "spine_01";
  if (name === "chest") return `spine_0${spines + 1}`;
  if (name === "neck") return "neck_01";
  return name
    .replace(/_([LR])$/, (_, side: string) => `_${side.toLowerCase()}`)
    .replace(/^forearm/, "lowerarm")
    .replace(/^shin/, "calf")
    .replace(/^toe/, "ball");
}

const PARTS: Record<string, string> = {
  clavicle: "Shoulder",
  upperarm: "UpperArm",
  forearm: "LowerArm",
  hand: "Hand",
  thigh: "UpperLeg",
  shin: "LowerLeg",
  foot: "Foot",
  toe: "Toes",
};
const FINGERS: Record<string, string> = { index: "Index", middle: "Middle", ring: "Ring", pinky: "Little" };

/** The name in VRM for a bone of `biped`; null if humanoids do not have it. */
function inVrm(name: string, { spines }: Biped): string | null {
  const back = ["spine", "chest", "upperChest"];
  if (name === "pelvis") return "hips";
  if (name === "head") return "head";
  if (name === "neck" || name === "neck_01") return "neck";
  if (name === "chest") return back[Math.min(spines, 2)];
  const spine = /^spine(?:_0(\d))?$/.exec(name);
  if (spine) return [back[0], back[1], null][Number(spine[1] ?? 1) - 1];
  const limb = /^([a-z]+)(?:_0(\d))?_([LR])$/.exec(name);
  if (!limb) return null;
  const [, stem, number, letter] = limb;
  const side = letter === "L" ? "left" : "right";
  const place = Number(number) - 1;
  if (stem === "thumb") return `${side}Thumb${["Metacarpal", "Proximal", "Distal"][place]}`;
  if (FINGERS[stem]) return `${side}${FINGERS[stem]}${["Proximal", "Intermediate", "Distal"][place]}`;
  return PARTS[stem] ? side + PARTS[stem] : null;
}

/** Unity begins the thumb one bone later than VRM names it, and writes capitals. */
const inUnity = (name: string): string =>
  (name[0].toUpperCase() + name.slice(1))
    .replace("ThumbProximal", "ThumbIntermediate")
    .replace("ThumbMetacarpal", "ThumbProximal");

/**
 * A biped that looks in another direction, with its bones in another order, and the roles and engine names of its
 * bones.
 */
function seen(shape: Biped, drop: number, turn: number, seed: number) {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const body = placed(renumbered(knownBody(biped(shape, drop)), seed), ([x, y, z]) => [
    c * x + s * z,
    y,
    c * z - s * x,
  ]);
  const plan = bodyPlan(body.rig, "y");
  const roles = boneRoles(plan);
  return { body, roles, map: humanoidMap(plan, roles) };
}

const drops = fc.double({ min: 0, max: 1, noNaN: true });
const turns = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true });

describe("names of a generated biped for engines", () => {
  it("are all bones that VRM and Unity know, and no others", () => {
    fc.assert(
      fc.property(shapes, drops, turns, fc.integer(), (shape, drop, turn, seed) => {
        const { body, map } = seen(shape, drop, turn, seed);
        expect(map.problem).toBeNull();
        const truth = body.names.flatMap((name, j): [number, string][] => {
          const key = inVrm(name, shape);
          return key === null ? [] : [[j, key]];
        });
        const sorted = (pairs: Iterable<[number, string]>) => [...pairs].sort(([a], [b]) => a - b);
        expect(sorted(humanNames(map, "vrm"))).toEqual(truth);
        expect(sorted(humanNames(map, "unity"))).toEqual(truth.map(([j, key]) => [j, inUnity(key)]));
      }),
      { numRuns: 25 },
    );
  });

  it("are the names in Unreal's mannequin, for every bone", () => {
    fc.assert(
      fc.property(shapes, drops, turns, fc.integer(), (shape, drop, turn, seed) => {
        const { body, roles } = seen(shape, drop, turn, seed);
        const given = suggestedNames(body.rig.bones, roles, "unreal");
        expect(given).toEqual(body.names.map((name) => inUnreal(name, shape)));
      }),
      { numRuns: 25 },
    );
  });

  it("are refused with an explanation if a part is missing or the root is not the hips", () => {
    const whole: Biped = { spines: 2, necks: 1, clavicles: true, fingers: 0, toes: false, tail: 0 };
    const problem = (gone: RegExp) => {
      const body = knownBody(biped(whole, 0.5).filter(([name]) => !gone.test(name)));
      const plan = bodyPlan(body.rig, "y");
      return humanoidMap(plan, boneRoles(plan)).problem;
    };
    expect(problem(/never/)).toBeNull();
    expect(problem(/^hand/)).toBe(
      "It lacks hands, which engines' humanoids need. Name or add these bones first.",
    );
    expect(problem(/^foot/)).toContain("It lacks feet");
    const turned = rerooted(knownBody(biped(whole, 0.5)), "spine_01");
    const plan = bodyPlan(turned.rig, "y");
    expect(humanoidMap(plan, boneRoles(plan)).problem).toMatch(
      /^bone \d+ is not below bone 1, the hips\. Make bone 1 the root first\.$/,
    );
  });
});
