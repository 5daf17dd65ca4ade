import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "../../model/skeleton/skeleton";
import { BODIES, bare, knownBody, placed } from "../../testing/bodies";
import { numbersBetween } from "../../testing/numbers-between";
import { bodyShape } from "./body-shape";
import { bonePairs } from "./bone-pairs";

type Row = Parameters<typeof knownBody>[0][number];
const at = (name: string, parent: string, head: Point): Row => [name, parent, head, head];

/** The name of each bone's partner, or itself, or "none". */
function partners({ rig, names }: ReturnType<typeof knownBody>): Record<string, string> {
  const { partner } = bonePairs(bodyShape(rig, "y")).pairs;
  partner.forEach((other, j) => {
    if (other >= 0) expect(partner[other]).toBe(j);
  });
  return Object.fromEntries(names.map((name, j) => [name, partner[j] < 0 ? "none" : names[partner[j]]]));
}

const image = (name: string) => name.replace(/_[LR]$/, (side) => (side === "_L" ? "_R" : "_L"));

describe("pairs of bones", () => {
  it("are each other's images in every place and size of the body", () => {
    const place = fc.tuple(numbersBetween(-5, 5), numbersBetween(-5, 5), numbersBetween(-5, 5));
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(BODIES)),
        place,
        numbersBetween(0.01, 20),
        fc.boolean(),
        (rows, [x, y, z], size, isBare) => {
          const body = placed(knownBody(rows), (p) => [size * p[0] + x, size * p[1] + y, size * p[2] + z]);
          const found = partners(isBare ? bare(body) : body);
          for (const [name, other] of Object.entries(found)) expect(other, name).toBe(image(name));
        },
      ),
      { numRuns: 20 },
    );
  });

  it("lie in the plane between them", () => {
    const { rig } = placed(knownBody(BODIES.hound), (p) => [p[0] + 3, p[1], p[2]]);
    const { plane } = bonePairs(bodyShape(rig, "y")).pairs;
    expect(plane.normal).toEqual([1, 0, 0]);
    expect(plane.offset).toBeCloseTo(3, 4);
  });

  it("are limbs of similar length that begin at mirrored places, even if one is posed", () => {
    const rows: Row[] = [
      ["trunk", "", [0, 0, 0], [0, 2, 0]],
      ["upper_L", "trunk", [0.2, 1, 0], [1, 1, 0]],
      ["fore_L", "upper_L", [1, 1, 0], [1.8, 1, 0]],
    ];
    const body = bare(knownBody(rows));
    const right = body.names.indexOf("fore_R");
    body.rig.bones[right].head = [-0.7, 0.4, 0.2];
    expect(partners(body)).toMatchObject({ upper_L: "upper_R", fore_L: "fore_R" });
  });

  it("are bones of similar length if two begin at the same place, in every size", () => {
    for (const size of [0.01, 1, 100]) {
      const rows: Row[] = [
        ["trunk", "", [0, 0, 0], [0, 2, 0]],
        ["arm_L", "trunk", [0.3, 1.5, 0], [1.3, 1.5, 0]],
        ["wing_L", "trunk", [0.3, 1.5, 0], [0.8, 1.5, 0]],
      ];
      const body = placed(knownBody(rows), (p) => [size * p[0], size * p[1], size * p[2]]);
      // With a mesh, the middles tell them apart. With only joints, the lengths of their children do.
      expect(partners(body)).toMatchObject({ arm_L: "arm_R", wing_L: "wing_R" });
    }
  });

  it("leave out bones that are off the middle and have no image", () => {
    const rows: Row[] = [
      ["trunk", "", [0, 0, 0], [0, 2, 0]],
      ["head", "trunk", [0, 2, 0], [0, 2.4, 0]],
      ["arm_L", "trunk", [0.3, 1.5, 0], [1, 1.5, 0]],
      ["bag", "trunk", [0.5, 0.4, 0.4], [0.8, 0.2, 0.5]],
    ];
    expect(partners(knownBody(rows))).toEqual({
      trunk: "trunk",
      head: "head",
      arm_L: "arm_R",
      arm_R: "arm_L",
      bag: "none",
    });
  });

  it("do not exist if bones have no position, or there are no bones", () => {
    const { rig } = bare(knownBody([at("a", "", [0, 0, 0]), at("b_L", "a", [1, 0, 0])]));
    const nowhere = rig.bones.map((bone) => ({ ...bone, head: [Number.NaN, 0, 0] as Point }));
    const rest = new Float32Array(0);
    expect([...bonePairs(bodyShape({ ...rig, bones: nowhere, rest }, "y")).pairs.partner]).toEqual([
      -1, -1, -1,
    ]);
    expect(bonePairs(bodyShape({ ...rig, bones: [], rest }, "y")).pairs.partner).toHaveLength(0);
  });
});
