import { describe, expect, it } from "vitest";
import { BODIES, knownBody, rerooted } from "../../../testing/bodies";
import { bodyPlan } from "../body-plan";
import { boneRoles } from "./bone-roles";
import { humanNames, humanoidMap } from "./humanoid";
import { isHumanoidStyle, type NameStyle, suggestedNames } from "./name-styles";

const person = knownBody(BODIES.person);
const plan = bodyPlan(person.rig, "y");
const roles = boneRoles(plan);
const map = humanoidMap(plan, roles);
const names = (style: NameStyle) => {
  const human = style === "vrm" || style === "unity" ? humanNames(map, style) : undefined;
  return suggestedNames(person.rig.bones, roles, style, human);
};
const at = (name: string) => person.names.indexOf(name);

describe("styles of names", () => {
  it("write the same bones in different ways", () => {
    const of = (bone: string) =>
      (["underscore", "dot", "words", "unreal", "unity", "vrm"] as const).map(
        (style) => names(style)[at(bone)],
      );
    expect(of("pelvis")).toEqual(["pelvis", "pelvis", "Pelvis", "pelvis", "Hips", "hips"]);
    expect(of("chest")).toEqual(["chest", "chest", "Chest", "spine_02", "Chest", "chest"]);
    expect(of("upperarm_L")).toEqual([
      "upperarm_L",
      "upperarm.L",
      "LeftUpperArm",
      "upperarm_l",
      "LeftUpperArm",
      "leftUpperArm",
    ]);
    expect(of("shin_R")).toEqual([
      "shin_R",
      "shin.R",
      "RightShin",
      "calf_r",
      "RightLowerLeg",
      "rightLowerLeg",
    ]);
    expect(of("pinky_01_L")).toEqual([
      "pinky_01_L",
      "pinky_01.L",
      "LeftPinky01",
      "pinky_01_l",
      "LeftLittleProximal",
      "leftLittleProximal",
    ]);
    expect(of("thumb_02_L")[4]).toBe("LeftThumbDistal");
    expect(of("neck")[3]).toBe("neck_01");
  });

  it("give each bone a name of its own", () => {
    for (const style of ["underscore", "dot", "words", "unreal", "unity", "vrm"] as const) {
      expect(new Set(names(style)).size).toBe(person.names.length);
    }
  });

  it("use an engine's name for a bone that has one, and otherwise describe the bone", () => {
    const known = new Map([[at("hand_L"), "LeftHand"]]);
    const of = (style: NameStyle) => {
      const all = suggestedNames(person.rig.bones, roles, style, known);
      return [all[at("hand_L")], all[at("shin_R")]];
    };
    expect(of("unity")).toEqual(["LeftHand", "RightShin"]);
    expect(of("vrm")).toEqual(["LeftHand", "rightShin"]);
    expect(of("dot")).toEqual(["hand.L", "shin.R"]);
  });

  it("belong to an engine in three cases", () => {
    const styles = ["underscore", "dot", "words", "unreal", "unity", "vrm"] as const;
    expect(styles.filter(isHumanoidStyle)).toEqual(["unreal", "unity", "vrm"]);
  });

  it("keep the names in `keep`, and do not use them a second time", () => {
    const bones = person.rig.bones.map((bone, j) =>
      j === at("hand_L") ? { ...bone, name: "hand_R" } : bone,
    );
    const all = suggestedNames(bones, roles, "underscore", undefined, (j) => j === at("hand_L"));
    expect(all[at("hand_L")]).toBe("hand_R");
    expect(all[at("hand_R")]).toBe("hand_R_02");
    expect(all[at("foot_R")]).toBe("foot_R");
  });
});

describe("the humanoid of engines", () => {
  it("has all bones of a person, with fingers", () => {
    expect(map.problem).toBeNull();
    const found = Object.fromEntries([...map.bones].map(([key, j]) => [key, person.names[j]]));
    expect(found).toMatchObject({
      hips: "pelvis",
      spine: "spine",
      chest: "chest",
      neck: "neck",
      head: "head",
      leftShoulder: "clavicle_L",
      leftLowerArm: "forearm_L",
      rightUpperLeg: "thigh_R",
      leftToes: "toe_L",
      leftThumbProximal: "thumb_01_L",
      leftThumbDistal: "thumb_02_L",
      rightLittleIntermediate: "pinky_02_R",
    });
  });

  it("says why a body is not a humanoid", () => {
    const problem = (body: typeof person) => {
      const own = bodyPlan(body.rig, "y");
      return humanoidMap(own, boneRoles(own)).problem;
    };
    expect(problem(knownBody(BODIES.hound))).toContain("This is a quadruped");
    expect(problem(rerooted(person, "chest"))).toMatch(
      /is not below bone \d+, the hips. Make bone \d+ the root/,
    );
    const handless = knownBody(
      BODIES.person.filter(([name]) => !/hand|thumb|index|middle|ring|pinky/.test(name)),
    );
    expect(problem(handless)).toContain("It lacks hands");
  });
});
