import { describe, expect, it } from "vitest";
import { bonesReason } from "./report-of";

describe("the reason for the number of bones", () => {
  const rig = { solved: 192, used: 123, rmsePercent: 0.004, wasCut: false };

  it("keeps the reason of a search whose bones are all used", () => {
    expect(bonesReason("The knee is at 192 bones.", { ...rig, used: 192 })).toBe("The knee is at 192 bones.");
    expect(bonesReason(null, { ...rig, used: 192 })).toBeNull();
  });

  it("says how many bones of a search the rig has, if some would move nothing", () => {
    expect(bonesReason("192 bones leave < 0.01 %.", rig)).toBe(
      "192 bones leave < 0.01 %. The rig has 123 bones: 69 of 192 are left out, because they would move nothing.",
    );
  });

  it("says so of a single bone", () => {
    expect(bonesReason("192 bones leave < 0.01 %.", { ...rig, used: 191 })).toBe(
      "192 bones leave < 0.01 %. The rig has 191 bones: 1 of 192 is left out, because it would move nothing.",
    );
  });

  it("says that there was no time to place the others", () => {
    const cut = { ...rig, wasCut: true };
    expect(bonesReason(null, cut)).toBe(
      "Only 123 of 192 bones are used: there was no time to place the others.",
    );
    expect(bonesReason("192 bones leave 2 %.", cut)).toContain("because there was no time to place them.");
  });

  it("counts the bones that would move nothing, if the artist gave the number", () => {
    expect(bonesReason(null, { ...rig, solved: 6, used: 5 })).toBe(
      "5 bones reproduce the motion with an error of < 0.01 % of the diagonal. Another one would move nothing.",
    );
  });
});
