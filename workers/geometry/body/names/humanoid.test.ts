import { describe, expect, it } from "vitest";
import type { BodyKind, BodyPlan } from "../body-plan";
import type { BoneRole } from "./bone-roles";
import { humanNames, humanoidMap } from "./humanoid";

/** Roles from names like spine_02 or hand_L; `end` marks the end of a chain. All bones are below the first. */
function mapOf(names: string[], kind: BodyKind = "biped", parents: Record<string, number> = {}) {
  const roles = names.map((name): BoneRole | null => {
    if (name === "?") return null;
    const [stem, ...rest] = name.split("_");
    const number = rest.find((part) => /^\d+$/.test(part));
    return {
      stem,
      number: number === undefined ? null : Number(number),
      side: (rest.find((part) => part === "L" || part === "R") ?? null) as BoneRole["side"],
      isEnd: rest.includes("end"),
    };
  });
  const bones = names.map((name, j) => ({
    name,
    parent: parents[name] ?? (j > 0 ? 0 : -1),
    head: [0, 0, 0],
  }));
  const map = humanoidMap({ kind, bones } as unknown as BodyPlan, roles);
  return { ...map, called: Object.fromEntries([...map.bones].map(([key, j]) => [key, names[j]])), map };
}

const both = (...stems: string[]) => stems.flatMap((stem) => [`${stem}_L`, `${stem}_R`]);
const LIMBS = both("upperarm", "forearm", "hand", "thigh", "shin", "foot");
const NEEDED = ["pelvis", "spine", "head", ...LIMBS];

describe("the bones of a humanoid", () => {
  it("have a spine, a chest and an upper chest if there are enough bones", () => {
    const back = (...names: string[]) => {
      const { called } = mapOf(["pelvis", "head", ...LIMBS, ...names]);
      return [called.spine, called.chest, called.upperChest];
    };
    expect(back("chest")).toEqual(["chest", undefined, undefined]);
    expect(back("spine", "chest")).toEqual(["spine", "chest", undefined]);
    expect(back("spine_02", "chest", "spine_01")).toEqual(["spine_01", "spine_02", "chest"]);
    expect(back("chest", "spine_03", "spine_02", "spine_01")).toEqual(["spine_01", "spine_02", "chest"]);
    expect(back("spine_01", "spine_02", "spine_03", "spine_04", "chest")).toEqual([
      "spine_01",
      "spine_03",
      "chest",
    ]);
  });

  it("include the first neck, jaw and toe, and no ends of chains", () => {
    const { called, problem } = mapOf([
      "pelvis",
      "head_end",
      ...NEEDED.slice(1),
      "neck_02",
      "neck_01",
      "jaw",
      ...both("clavicle", "toe", "eye"),
      "?",
    ]);
    expect(problem).toBeNull();
    expect(called).toMatchObject({
      neck: "neck_01",
      jaw: "jaw",
      head: "head",
      leftToes: "toe_L",
      rightEye: "eye_R",
      rightShoulder: "clavicle_R",
    });
  });

  it("have three pieces for each finger, after any bones of the palm", () => {
    const fingers = (...names: string[]) => {
      const { called } = mapOf([...NEEDED, ...names]);
      return Object.fromEntries(Object.entries(called).filter(([key]) => /Thumb|Index|Little/.test(key)));
    };
    expect(fingers("index_03_R", "index_01_R", "index_04_R", "index_02_R")).toEqual({
      rightIndexProximal: "index_02_R",
      rightIndexIntermediate: "index_03_R",
      rightIndexDistal: "index_04_R",
    });
    expect(fingers("pinky_L")).toEqual({ leftLittleProximal: "pinky_L" });
    // A thumb has a bone in the palm and no middle piece.
    expect(fingers("thumb_01_L", "thumb_02_L", "thumb_03_L")).toEqual({
      leftThumbMetacarpal: "thumb_01_L",
      leftThumbProximal: "thumb_02_L",
      leftThumbDistal: "thumb_03_L",
    });
    expect(fingers("thumb_01_L", "thumb_02_L")).toEqual({
      leftThumbProximal: "thumb_01_L",
      leftThumbDistal: "thumb_02_L",
    });
    expect(fingers("thumb_L")).toEqual({ leftThumbDistal: "thumb_L" });
  });

  it("have the names of Unity, whose thumb has no bone in the palm", () => {
    const { map } = mapOf([...NEEDED, "thumb_01_L", "thumb_02_L", "thumb_03_L"]);
    const names = [...humanNames(map, "unity").values()];
    expect(names.slice(0, 2)).toEqual(["Hips", "Spine"]);
    expect(names.filter((name) => /Thumb/.test(name))).toEqual([
      "LeftThumbProximal",
      "LeftThumbIntermediate",
      "LeftThumbDistal",
    ]);
    expect(humanNames(map, "vrm").get(0)).toBe("hips");
  });
});

describe("a body that is not a humanoid", () => {
  it("has more legs or none", () => {
    for (const [kind, words] of [
      ["quadruped", "a quadruped"],
      ["many-legged", "an animal with more than two pairs of legs"],
      ["limbless", "a body without legs and arms"],
    ] as const) {
      const { bones, problem } = mapOf(NEEDED, kind);
      expect(problem).toBe(`This is ${words}. Engines' humanoids have two legs.`);
      expect(bones.size).toBe(0);
    }
  });

  it("lacks bones, which the message lists", () => {
    const without = (pattern: RegExp) => mapOf(NEEDED.filter((name) => !pattern.test(name))).problem;
    expect(without(/hand_R/)).toBe(
      "It lacks hands, which engines' humanoids need. Name or add these bones first.",
    );
    expect(without(/hand|foot/)).toContain("It lacks feet and hands, which");
    expect(without(/pelvis|spine|head|forearm_L|shin/)).toContain(
      "It lacks hips, a spine between hips and neck, a head, two bones in each leg and two bones in each arm, which",
    );
  });

  it("has legs that are not below its hips", () => {
    const names = ["?", ...NEEDED];
    const at = names.indexOf("pelvis");
    const below = Object.fromEntries(NEEDED.map((name) => [name, name === "pelvis" ? 0 : at]));
    expect(mapOf(names, "biped", below).problem).toBeNull();
    expect(mapOf(names, "biped", { ...below, shin_L: 0 }).problem).toBe(
      "shin_L is not below pelvis, the hips. Make pelvis the root first.",
    );
  });
});
