import { describe, expect, it } from "vitest";
import type { Bone, Rig } from "../../workers/model/rig/rig";
import { colourNumber, HUES, keepColours } from "./bone-colours";

const rigOf = (...names: string[]): Rig =>
  ({ bones: names.map((name): Bone => ({ name, parent: -1, head: [0, 0, 0] })) }) as unknown as Rig;
const coloursOf = ({ bones }: Rig) =>
  Object.fromEntries(bones.map(({ name }, j) => [name, colourNumber(bones, j)]));

describe("the colours of bones", () => {
  const rig = rigOf("hip", "knee", "foot", "toe");

  it("stay when other bones are deleted: the later ones do not move up", () => {
    const merged = keepColours(rigOf("hip", "foot", "toe"), rig.bones, [0, 2, 3]);
    expect(coloursOf(merged)).toEqual({ hip: 0, foot: 2, toe: 3 });
    const again = keepColours(rigOf("foot", "toe"), merged.bones, [1, 2]);
    expect(coloursOf(again)).toEqual({ foot: 2, toe: 3 });
  });

  it("follow the name that a merged bone keeps, even at another index", () => {
    expect(coloursOf(keepColours(rigOf("hip", "toe", "foot"), rig.bones, [0, 1, 2]))).toEqual({
      hip: 0,
      toe: 3,
      foot: 2,
    });
  });

  it("follow bones into another order, and through new names", () => {
    expect(coloursOf(keepColours(rigOf("toe", "hip", "foot", "knee"), rig.bones))).toEqual({
      toe: 3,
      hip: 0,
      foot: 2,
      knee: 1,
    });
    expect(coloursOf(keepColours(rigOf("hip.L", "hip.R"), rig.bones, [3, 1]))).toEqual({
      "hip.L": 3,
      "hip.R": 1,
    });
  });

  it("of new bones are unused ones", () => {
    const merged = keepColours(rigOf("hip", "toe"), rig.bones, [0, 3]);
    const split = keepColours(rigOf("hip", "toe", "a", "b"), merged.bones, [0, 1, -1, -1]);
    expect(coloursOf(split)).toEqual({ hip: 0, toe: 3, a: 1, b: 2 });
  });

  it("of new bones look unlike the bones beside them where colours repeat", () => {
    const many = rigOf(...Array.from({ length: 2 * HUES }, (_, j) => `bone ${j}`));
    const fresh: Bone = { name: "new", parent: 0, head: [0, 0, 0] };
    const bones = many.bones.map((bone, j) => (j === HUES + 1 ? { ...bone, parent: 0 } : bone));
    const { bones: after } = keepColours({ ...many, bones: [...bones, fresh] }, many.bones);
    // The numbers 28 and 29 would repeat the colours of its parent and of its sibling.
    expect(colourNumber(after, 2 * HUES)).toBe(2 * HUES + 2);
  });

  it("stay unset where they equal the indices of the bones", () => {
    expect(keepColours(rig, rig.bones, [0, 1, 2, 3])).toBe(rig);
  });
});
