import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { otherSide, sideOf, sideSuffix, withoutSide } from "./side-names";

describe("side names", () => {
  it.each([
    ["arm_L", "arm_R", "_L", "arm"],
    ["arm.l", "arm.r", ".l", "arm"],
    ["l_arm", "r_arm", "", "arm"],
    ["L", "R", "", "L"],
    ["arm.L.001", "arm.R.001", "", "arm.001"],
    ["Bip01 L Thigh", "Bip01 R Thigh", "", "Bip01 Thigh"],
    ["LeftFoot", "RightFoot", "", "Foot"],
    ["footLeft", "footRight", "", "foot"],
    ["leg_left", "leg_right", "_left", "leg"],
    ["Leg_Right", "Leg_Left", "_Right", "Leg"],
    ["HAND_RIGHT", "HAND_LEFT", "_RIGHT", "HAND"],
    ["mixamorig:RightHand", "mixamorig:LeftHand", "", "mixamorig:Hand"],
    ["left", "right", "", "left"],
    ["L_toe_R", "L_toe_L", "_R", "L_toe"],
  ])("finds the side of %s", (name, other, suffix, plain) => {
    expect(otherSide(name)).toBe(other);
    expect(sideSuffix(name)).toBe(suffix);
    expect(withoutSide(name)).toBe(plain);
  });

  it.each(["tail", "hall", "upright", "cleft", "bone_01", "roll", "arml", ""])(
    "finds no side in %j",
    (name) => {
      expect(otherSide(name)).toBeNull();
      expect(sideSuffix(name)).toBe("");
      expect(withoutSide(name)).toBe(name);
    },
  );

  it.each([
    ["arm_L", "L"],
    ["r_arm", "R"],
    ["LeftFoot", "L"],
    ["HAND_RIGHT", "R"],
    ["L_toe_R", "R"],
    ["upright", null],
  ])("reads the side of %s", (name, side) => {
    expect(sideOf(name)).toBe(side);
  });

  it("mirrors a name twice to the same name", () => {
    const part = fc.constantFrom("arm", "L", "r", "left", "Right", "LEFT", "_", ".", " ", "01", ":");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = parts.join("");
        const other = otherSide(name);
        if (other === null) return;
        expect(other).not.toBe(name);
        expect(otherSide(other)).toBe(name);
      }),
    );
  });
});
