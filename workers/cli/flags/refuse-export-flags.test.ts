import { describe, expect, it } from "vitest";
import type { Output } from "../output/output-set";
import type { Flags } from "./arguments";
import { refuseExportFlags } from "./refuse-export-flags";

const check = (flags: Flags, ...formats: string[]) =>
  expect(() =>
    refuseExportFlags(
      flags,
      formats.map((format) => ({ format }) as Output),
    ),
  );

describe("flags of a rig's file", () => {
  it("need a file with bones and clips", () => {
    check({ target: "unity" }, ".json").toThrow(/--target has no use here.* \.glb, \.fbx, \.usdz or \.usda/);
    check({ target: "unity" }, ".json", ".fbx").not.toThrow();
    check({}, ".json").not.toThrow();
  });

  it("about compression need a file that can be compressed", () => {
    check({ compression: "meshopt" }, ".fbx").toThrow("--compression has no use here. Only a .glb");
    check({ compression: "none" }, ".fbx").not.toThrow();
    check({ compression: "meshopt" }, ".fbx", ".glb").not.toThrow();
    check({ precision: "coarse", compression: "meshopt" }, ".usdz").toThrow("--precision has no use here");
  });

  it("about precision need compression: by a flag, a target or a size", () => {
    check({ precision: "coarse" }, ".glb").toThrow("--precision has no use without compression");
    check({ precision: "coarse", target: "mobile", compression: "none" }, ".glb").toThrow(
      "without compression",
    );
    check({ precision: "coarse", compression: "quantised" }, ".glb").not.toThrow();
    check({ precision: "coarse", target: "mobile" }, ".glb").not.toThrow();
    check({ precision: "coarse", "max-bytes": "90k" }, ".glb").not.toThrow();
  });

  it("about helpers need bones that shear as helpers", () => {
    check({ "shear-helpers": "3" }, ".glb").toThrow("--shear-helpers has no use here. Add --shear helpers");
    check({ "shear-helpers": "3", target: "unreal", shear: "pairs" }, ".fbx").toThrow("--shear-helpers");
    check({ "shear-helpers": "3", target: "unreal" }, ".fbx").not.toThrow();
    check({ "shear-helpers": "3", shear: "helpers" }, ".glb").not.toThrow();
  });

  it("about textures need a format with both places", () => {
    check({ textures: "beside" }, ".glb").toThrow("--textures beside has no use here");
    check({ textures: "beside" }, ".fbx").not.toThrow();
  });
});
