import { describe, expect, it } from "vitest";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { lobedBody } from "../../testing/lobed-body";
import { movedBy, placed } from "../placing";
import { alignments } from "./alignments";
import { bonesAcross, comparableName } from "./bone-matches";

const STAY = movedBy([0, 0, 0]);
const bone = (name: string, parent: number, head: [number, number, number]) => ({ name, parent, head });

describe("bonesAcross", () => {
  const target = [bone("hips", -1, [0, 0, 0]), bone("LeftArm", 0, [1, 1, 0]), bone("b3", 0, [-1, 1, 0])];

  it("matches by hand, name, position and parent, and leaves out bones that the artist excludes", () => {
    const source = [
      bone("mixamorig:Hips", -1, [0, 0.2, 0]),
      bone("left_arm", 0, [5, 5, 5]),
      bone("R", 0, [-1.01, 1, 0]),
      bone("finger", 1, [6, 5, 5]),
      bone("extra", 0, [9, 9, 9]),
    ];
    const found = bonesAcross(source, target, STAY, new Map([["extra", null]]));
    expect([...found.bones]).toEqual([0, 1, 2, 1, -1]);
    expect(found.how).toEqual(["name", "name", "place", "parent", null]);
    const byHand = bonesAcross(source, target, STAY, new Map([["extra", "b3"]]));
    expect(byHand.bones[4]).toBe(2);
    expect(byHand.how[4]).toBe("hand");
    // The bone at this position is taken, so the bone goes to its parent's match.
    expect(byHand.bones[2]).toBe(0);
  });

  it("compares positions after the placement", () => {
    const source = [bone("x", -1, [-100, 100, 0])];
    expect(bonesAcross(source, target, STAY).bones[0]).toBe(-1);
    expect(bonesAcross(source, target, { ...STAY, scale: 0.01 }).bones[0]).toBe(2);
  });

  it("strips namespaces, signs and capitals from names", () => {
    expect(comparableName("rig|mixamorig1:Left_Arm.001")).toBe("leftarm001");
    const signs = bonesAcross([bone("_", -1, [9, 9, 9])], [bone("-", -1, [0, 0, 0])], STAY);
    expect(signs.bones[0]).toBe(-1);
  });
});

describe("alignments", () => {
  const mesh = (
    move: (p: [number, number, number]) => [number, number, number],
    change: Partial<MeshSequence> = {},
  ) => ({
    rest: lobedBody({ steps: 4, move }).rest,
    origin: [0, 0, 0] as [number, number, number],
    upAxis: "y" as const,
    metresPerUnit: 1,
    ...change,
  });
  const target = mesh((p) => p);
  /** The largest distance between a placed vertex and the target's vertex. */
  const miss = (source: ReturnType<typeof mesh>) => {
    const { placement } = alignments(source, target)[0];
    let worst = 0;
    for (let i = 0; i < source.rest.length; i += 3) {
      const p = placed(placement, source.rest.subarray(i, i + 3));
      worst = Math.max(worst, Math.hypot(...p.map((x, c) => x - target.rest[i + c])));
    }
    return worst;
  };

  it("follows units, axes and origins of the files", () => {
    expect(miss(mesh((p) => p))).toBeLessThan(1e-6);
    expect(
      miss(mesh(([x, y, z]) => [100 * x, -100 * z, 100 * y], { upAxis: "z", metresPerUnit: 0.01 })),
    ).toBeLessThan(1e-5);
    expect(miss(mesh(([x, y, z]) => [x - 7, y, z], { origin: [7, 0, 0] }))).toBeLessThan(1e-5);
  });

  it("keeps the numbers if the units of the files cannot be right", () => {
    const source = mesh((p) => p, { metresPerUnit: 0.01 });
    expect(alignments(source, target)[0]).toMatchObject({ name: "Same numbers", fits: true });
    expect(miss(source)).toBeLessThan(1e-6);
  });

  it("fits boxes if nothing else lies over the target", () => {
    const source = mesh(([x, y, z]) => [37 * x + 500, 37 * y, 37 * z]);
    expect(alignments(source, target)[0]).toMatchObject({ name: "Fitted to the box", fits: true });
    expect(miss(source)).toBeLessThan(1e-4);
  });
});
