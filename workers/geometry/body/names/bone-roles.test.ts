import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UpAxis } from "../../../model/mesh/mesh-sequence";
import type { Point } from "../../../model/skeleton/skeleton";
import {
  BODIES,
  bare,
  type KnownBody,
  knownBody,
  placed,
  renumbered,
  rerooted,
} from "../../../testing/bodies";
import { bodyPlan, boneSides } from "../body-plan";
import { type BoneRole, boneRoles } from "./bone-roles";

const written = (role: BoneRole | null) =>
  role === null
    ? "?"
    : [role.stem, role.number && String(role.number).padStart(2, "0"), role.isEnd && "end", role.side]
        .filter(Boolean)
        .join("_");

const named = ({ rig }: KnownBody, up: UpAxis = "y") => boneRoles(bodyPlan(rig, up)).map(written);

const KINDS = { person: "biped", hound: "quadruped", spider: "many-legged" } as const;

/** Turns y up into z up, as most files have it. Forward then is −y. */
const zUp = ([x, y, z]: Point): Point => [x, -z, y];

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])("the bones of a %s", (name) => {
  const body = knownBody(BODIES[name]);

  it("are found from the mesh, and the body's kind", () => {
    expect(bodyPlan(body.rig, "y").kind).toBe(KINDS[name]);
    expect(named(body)).toEqual(body.names);
  });

  it("do not depend on their order, the body's place or size, or the up axis", () => {
    const number = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer(),
        fc.tuple(number, number, number),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (seed, by, scale) => {
          const moved = placed(renumbered(body, seed), (p) => p.map((x, c) => scale * (x + by[c])) as Point);
          expect(named(moved)).toEqual(moved.names);
          const upright = placed(moved, zUp);
          expect(named(upright, "z")).toEqual(moved.names);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("are on the sides that the hidden names tell", () => {
    const sides = body.names.map((each) => /_([LR])$/.exec(each)?.[1] ?? null);
    expect(boneSides(body.rig, "y")).toEqual(sides);
    expect(boneSides(placed(body, zUp).rig, "z")).toEqual(sides);
  });

  it("are found even if no joint lies exactly at its mirror image", () => {
    const wobble = ([x, y, z]: Point): Point => [
      x + 0.004 * Math.sin(37 * x + 11 * y),
      y + 0.004 * Math.sin(29 * y + 23 * x),
      z + 0.004 * Math.sin(31 * z + 17 * x),
    ];
    const moved = placed(body, wobble);
    expect(named(moved)).toEqual(body.names);
  });
});

describe("bones of a body whose root is elsewhere", () => {
  it.each(["spine_01", "spine_02", "chest", "neck_01", "tail_03"])("a hound whose root is its %s", (root) => {
    const body = rerooted(knownBody(BODIES.hound), root);
    expect(named(body)).toEqual(body.names);
  });

  it.each(["spine", "chest"])("a person whose root is its %s", (root) => {
    const body = rerooted(knownBody(BODIES.person), root);
    expect(named(body)).toEqual(body.names);
  });

  it.each([
    ["hound", "upperarm_R"],
    ["hound", "shin_L"],
    ["person", "thigh_L"],
    ["person", "clavicle_R"],
  ] as const)("a %s whose root is its %s, a bone of a limb", (name, root) => {
    const body = rerooted(knownBody(BODIES[name]), root);
    expect(named(body)).toEqual(body.names);
  });
});

describe("sides", () => {
  it("turn with the body: if a hound turns round, its left is where its right was", () => {
    const hound = knownBody(BODIES.hound);
    const turned = placed(hound, ([x, y, z]) => [-x, y, -z]);
    expect(boneSides(turned.rig, "y")).toEqual(boneSides(hound.rig, "y"));
    // The mirrored body looks the same way with its names swapped.
    const mirrored = placed(hound, ([x, y, z]) => [-x, y, z]);
    const swapped = boneSides(hound.rig, "y").map((side) => side && (side === "L" ? "R" : "L"));
    expect(boneSides(mirrored.rig, "y")).toEqual(swapped);
  });

  it("follow names that tell a side", () => {
    const person = knownBody(BODIES.person);
    const bones = person.rig.bones.map((bone, j) => ({
      ...bone,
      // The artist calls the other side left.
      name: person.names[j].replace(/_L$/, "_X").replace(/_R$/, ".l").replace(/_X$/, ".r"),
    }));
    const sides = boneSides({ ...person.rig, bones }, "y");
    person.names.forEach((name, j) => {
      expect(sides[j]).toBe(name.endsWith("_R") ? "L" : name.endsWith("_L") ? "R" : null);
    });
  });

  it("are found from only joints", () => {
    const hound = bare(knownBody(BODIES.hound));
    expect(boneSides(hound.rig, "y")).toEqual(hound.names.map((each) => /_([LR])$/.exec(each)?.[1] ?? null));
  });
});

it("pair limbs in a stride, although the rest pose is not symmetric", () => {
  const hound = knownBody(BODIES.hound);
  const swing = { thigh_L: 35, thigh_R: -30, upperarm_L: -25, upperarm_R: 30 };
  const posed = stride(hound, swing);
  expect(named(posed)).toEqual(hound.names);
});

/** Swings limbs about the x axis of their first joint, in degrees. */
function stride(body: KnownBody, swing: Record<string, number>): KnownBody {
  const { rig, names } = body;
  const bones = rig.bones.map((bone) => ({ ...bone, head: [...bone.head] as Point }));
  const rest = rig.rest.slice();
  for (const [name, degrees] of Object.entries(swing)) {
    const root = names.indexOf(name);
    const [, cy, cz] = rig.bones[root].head;
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const turn = ([x, y, z]: Point): Point => [
      x,
      cy + c * (y - cy) - s * (z - cz),
      cz + s * (y - cy) + c * (z - cz),
    ];
    const below = new Set([root]);
    rig.bones.forEach(({ parent }, j) => {
      if (below.has(parent)) below.add(j);
    });
    for (const j of below) bones[j].head = turn(bones[j].head);
    for (let i = 0; i < rest.length / 3; i++) {
      if (!below.has(rig.weights.bones[rig.weights.offsets[i]])) continue;
      rest.set(turn([rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]]), 3 * i);
    }
  }
  return { rig: { ...rig, bones, rest }, names };
}
