import { describe, expect, it } from "vitest";
import { makeRoot } from "../../../model/rig/bone-tree";
import type { Rig } from "../../../model/rig/rig";
import { CHARACTERS } from "../../testing/character-kinds";
import { character } from "../../testing/characters";
import { rootInMiddle } from "./root-in-middle";

const linksOf = ({ bones }: Rig) =>
  bones
    .filter(({ parent }) => parent >= 0)
    .map(({ name, parent, head }) =>
      [...[name, bones[parent].name].sort(), ...head.map((x) => x.toFixed(4))].join(" "),
    )
    .sort();

const rootOf = ({ bones }: Rig) => bones.find(({ parent }) => parent < 0)!.name;

/** The expected roots: the body, the palm, or the middle of a chain, on which the other bones hang. */
const ROOTS: Record<string, string> = {
  tail: "bone 2",
  spider: "bone 0",
  hand: "bone 0",
  beast: "bone 0",
  bush: "bone 0",
  biped: "bone 0",
  fish: "bone 0",
  crane: "bone 2",
  jellyfish: "bone 0",
};

describe("rootInMiddle", () => {
  it.each(Object.keys(CHARACTERS))(
    "finds the same root of a %s from any other, and keeps its joints",
    (kind) => {
      const { sequence, truth } = character(kind, 1, {});
      const found = new Set<string>();
      for (const j of [0, 3, truth.bones.length - 1]) {
        const turned = makeRoot(truth, j, [0, 0, 0]).rig;
        const { strict, soft } = rootInMiddle(sequence, { strict: turned, soft: turned });
        expect(strict).toEqual(soft);
        expect(linksOf(strict)).toEqual(linksOf(truth));
        expect(strict.bones.filter(({ parent }) => parent < 0)).toHaveLength(1);
        found.add(rootOf(strict));
      }
      expect([...found]).toEqual([ROOTS[kind]]);
    },
  );

  it("chooses a root for each of several trees", () => {
    const { sequence, truth } = character("hand", 1, {});
    // Two fingers form a separate tree.
    const bones = truth.bones.map((bone, j) =>
      j === 10 ? { ...bone, parent: -1 } : j === 13 ? { ...bone, parent: 12 } : bone,
    );
    const { strict } = rootInMiddle(sequence, { strict: { ...truth, bones }, soft: { ...truth, bones } });
    const roots = strict.bones.filter(({ parent }) => parent < 0).map(({ name }) => name);
    expect(roots[0]).toBe("bone 0");
    expect(["bone 11", "bone 12", "bone 13"]).toContain(roots[1]);
    expect(roots).toHaveLength(2);
  });
});
