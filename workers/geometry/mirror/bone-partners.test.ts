import { describe, expect, it } from "vitest";
import { bonePartners, leftSide } from "./bone-partners";

const X = { normal: [1, 0, 0] as [number, number, number], offset: 0 };
const BONES = [
  { name: "spine", parent: -1, head: [0, 1, 0] as [number, number, number] },
  { name: "arm_L", parent: 0, head: [1, 1, 0] as [number, number, number] },
  { name: "arm_R", parent: 0, head: [-1, 1, 0] as [number, number, number] },
  { name: "hand", parent: 1, head: [2, 1, 0] as [number, number, number] },
  { name: "paw", parent: 2, head: [-2, 1.6, 0.5] as [number, number, number] },
];

describe("bonePartners", () => {
  it("pairs bones by names, then by positions, then by the tree", () => {
    expect([...bonePartners(BONES, X)]).toEqual([0, 2, 1, 4, 3]);
    const nameless = BONES.map((bone, j) => ({ ...bone, name: `bone_${j}` }));
    expect([...bonePartners(nameless, X)]).toEqual([0, 2, 1, 4, 3]);
    const loose = nameless.map((bone) => ({ ...bone, parent: -1 }));
    expect([...bonePartners(loose, X)]).toEqual([0, 2, 1, 3, 4]);
  });

  it("uses the artist's pairs first, and ignores names that no bone has", () => {
    const byHand: [string, string][] = [
      ["hand", "hand"],
      ["arm_L", "paw"],
      ["tail", "arm_R"],
    ];
    expect([...bonePartners(BONES, X, byHand)]).toEqual([0, 4, 2, 3, 1]);
  });

  it("pairs across any plane", () => {
    const s = Math.SQRT1_2;
    const turned = BONES.map((bone, j) => {
      const [x, y, z] = bone.head;
      return { ...bone, name: `${j}`, head: [s * (x - z) + 3, y, s * (x + z)] as [number, number, number] };
    });
    expect([...bonePartners(turned, { normal: [s, 0, s], offset: 3 * s })]).toEqual([0, 2, 1, 4, 3]);
  });

  it("pairs bones that begin at the same place in the middle, by what hangs on them", () => {
    const at = (name: string, parent: number, x: number, y: number) => ({
      ...{ name, parent, head: [x, y, 0] as [number, number, number] },
    });
    const chest = [at("0", -1, 0, 0), at("1", 0, 0, 1), at("2", 1, 0, 2)];
    const collars = [at("3", 1, 0, 1), at("4", 3, 1, 1), at("5", 1, 0, 1), at("6", 5, -1, 1)];
    expect([...bonePartners([...chest, ...collars], X)]).toEqual([0, 1, 2, 5, 6, 3, 4]);
    // The bones of a spine are one after the other, whatever hangs on them.
    const uneven = [at("3", 0, 1, 0.01), at("4", 1, -1, 0.01)];
    const spine = [at("0", -1, 0, 0), at("1", 0, 0, 0.01), at("2", 1, 0, 2)];
    expect([...bonePartners([...spine, ...uneven], X)]).toEqual([0, 1, 2, 4, 3]);
  });

  it("finds the side of the bones that are named left", () => {
    expect(leftSide(BONES, X)).toBe(1);
    expect(leftSide(BONES, { normal: [-1, 0, 0], offset: 0 })).toBe(-1);
    expect(leftSide([BONES[0]], X)).toBeNull();
  });
});
