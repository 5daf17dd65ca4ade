import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { checkOutline } from "./check-outline";
import { OutlineBuilder } from "./outline";

/** The error about an outline that `fill` builds, or null if it is accepted. */
function complaint(fill: (builder: OutlineBuilder) => void): string | null {
  const builder = new OutlineBuilder();
  fill(builder);
  try {
    checkOutline(builder.outline, "arm.fbx");
    return null;
  } catch (error) {
    if (error instanceof SinewError) return error.message;
    throw error;
  }
}

const SKIN = 1;

/** A skin of so many clusters. */
const skinOf = (count: number) => (builder: OutlineBuilder) => {
  builder.object("Deformer", [SKIN, "skin", "Skin"]);
  for (let n = 0; n < count; n++) {
    const id = 10 + n;
    builder.object("Deformer", [id, "", "Cluster"]);
    builder.connection(["OO", id, SKIN]);
  }
};

/** A mesh of so many polygons with so many corners each. */
const meshOf = (polygons: number, size: number) => (builder: OutlineBuilder) => {
  builder.object("Geometry", [1, "mesh", "Mesh"]);
  const corners = new Int32Array(polygons * size);
  for (let p = 1; p <= polygons; p++) corners[p * size - 1] = -1;
  builder.array("PolygonVertexIndex", corners);
};

describe("the outline of an FBX", () => {
  it("accepts as many bones as 16 bits can count", () => {
    expect(complaint(skinOf(65_535))).toBeNull();
    expect(complaint(skinOf(65_536))).toBe(
      "arm.fbx has too many bones. Its skeleton has more than 65535, and Sinew holds no more. Open it without its skeleton, or export fewer joints.",
    );
  });

  it("counts the bones of each skin separately", () => {
    const twoSkins = (builder: OutlineBuilder) => {
      skinOf(40_000)(builder);
      builder.object("Deformer", [2, "other", "Skin"]);
      for (let n = 0; n < 40_000; n++) builder.connection(["OO", 100_000 + n, 2]);
    };
    expect(complaint(twoSkins)).toBeNull();
  });

  it("accepts polygons of up to 20000 corners", () => {
    expect(complaint(meshOf(2, 20_000))).toBeNull();
    expect(complaint(meshOf(2, 20_001))).toBe(
      "arm.fbx has a polygon that is too large. It has 20001 corners. Sinew reads at most 20000: cut the polygon into smaller ones.",
    );
  });

  it("accepts meshes of up to ten million corners", () => {
    expect(complaint(meshOf(2_500_000, 4))).toBeNull();
    expect(complaint(meshOf(2_500_001, 4))).toBe(
      "arm.fbx has a mesh that is too large. Its polygons have 10000004 corners; of an FBX Sinew reads 10000000. Export it as GLB or Alembic.",
    );
  });

  it("refuses a search for the bones of skins that takes minutes", () => {
    const crowd = (bones: number) => (builder: OutlineBuilder) => {
      skinOf(60_000)(builder);
      for (let b = 0; b < bones; b++) {
        builder.object("Model", [1_000_000 + b, `bone ${b}`, "LimbNode"]);
        builder.connection(["OO", 1_000_000 + b, 0]);
      }
    };
    expect(complaint(crowd(60_000))).toBeNull();
    expect(complaint(crowd(70_000))).toContain("arm.fbx has too much animation for an FBX");
  });
});
