import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MIRROR_DEFAULTS } from "../../model/weights/mirror-settings";
import { sharedData } from "../../testing/shared-data";
import { mirrorMesh } from "./surface-mirror";

/** Positions and faces of an OBJ file. */
function readMesh(path: string) {
  const rest: number[] = [];
  const offsets = [0];
  const corners: number[] = [];
  const triangles: number[] = [];
  for (const line of readFileSync(sharedData(path), "utf8").split("\n")) {
    const [kind, ...words] = line.trim().split(/\s+/);
    if (kind === "v") rest.push(...words.slice(0, 3).map(Number));
    if (kind !== "f") continue;
    const face = words.map((word) => Number.parseInt(word, 10) - 1);
    corners.push(...face);
    offsets.push(corners.length);
    for (let k = 2; k < face.length; k++) triangles.push(face[0], face[k - 1], face[k]);
  }
  return {
    rest: Float32Array.from(rest),
    solverIndex: Uint32Array.from({ length: rest.length / 3 }, (_, i) => i),
    triangles: Uint32Array.from(triangles),
    polygonOffsets: Uint32Array.from(offsets),
    polygonCorners: Uint32Array.from(corners),
    uvs: null,
  };
}

/** The mesh, the axis across its plane, and the most vertices that may have no partner. */
const MESHES = [
  ["static/elephant.obj", "x", 30],
  ["horse-poses.obj", "x", 90],
  ["cat-poses.obj", "x", 30],
  ["pcow.obj", "z", 30],
] as const;

describe("mirrorMesh on real meshes (needs ../shared/data)", () => {
  for (const [path, plane, most] of MESHES) {
    it.skipIf(!existsSync(sharedData(path)))(`finds partners on ${path}`, () => {
      const mesh = readMesh(path);
      const { unmatched, plane: found, within } = mirrorMesh(mesh, { ...MIRROR_DEFAULTS, plane });
      const count = mesh.rest.length / 3;
      console.log(
        `${path}: ${unmatched.length} of ${count} without a partner within ${within.toFixed(3)}, plane ${plane} at ${found.offset.toFixed(4)}`,
      );
      expect(unmatched.length).toBeLessThanOrEqual(most);
    });
  }
});
