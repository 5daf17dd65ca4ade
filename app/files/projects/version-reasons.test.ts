import { describe, expect, it } from "vitest";
import type { KeptVersion } from "../../../workers/model/files/kept-project";
import { reasonOf } from "./version-reasons";

const version = (time: number, label: string, icon: string, eRms: number | null = null): KeptVersion => ({
  ...{ id: String(time), time, label, icon, bytes: 1, parent: null, hasPicture: false, by: null },
  figures: { bones: 20, eRms },
});

describe("reasons of versions", () => {
  const versions = [
    version(5, "Bind to the skeleton", "link"),
    version(4, "Smoothness 2", "sliders", 1.5),
    version(3, "Solve 20 bones, auto", "bolt", 1.5),
    version(2, "Bones 20", "sliders"),
    version(1, "Open hound", "imp"),
  ];

  it("name the work before and after a version, with the error", () => {
    const reasons = versions.map((_, n) => reasonOf(versions, n));
    expect(reasons).toEqual(["After binding", "Before binding", "After solve: 1.50", "Before solve", null]);
  });

  it("need no figures, because versions of earlier releases have none", () => {
    expect(reasonOf([{ ...versions[2], figures: null }], 0)).toBe("After solve");
  });
});
