import { expect, it } from "vitest";
import type { PolygonMesh } from "../assemble/polygon-mesh";
import { differenceOf } from "./mesh-file";

/** Two triangles and a quad over five points, with changes. */
function mesh(file: string, more: Partial<PolygonMesh> = {}): PolygonMesh {
  return {
    file,
    positions: new Float64Array(15),
    displayPoint: Uint32Array.of(0, 1, 2, 3, 4),
    polygonOffsets: Uint32Array.of(0, 3, 6, 10),
    polygonCorners: Uint32Array.of(0, 1, 2, 2, 1, 3, 0, 1, 3, 4),
    ...more,
  } as PolygonMesh;
}

const difference = (more: Partial<PolygonMesh>) => differenceOf(mesh("a.obj"), mesh("b.obj", more));

it("the first difference between two meshes is named with both numbers, counted from 1", () => {
  expect(difference({})).toBeNull();
  expect(difference({ positions: new Float64Array(18) })).toBe("b.obj has 6 vertices, a.obj has 5.");
  expect(difference({ polygonOffsets: Uint32Array.of(0, 3, 6) })).toBe("b.obj has 2 faces, a.obj has 3.");
  expect(difference({ polygonOffsets: Uint32Array.of(0, 3) })).toBe("b.obj has 1 face, a.obj has 3.");
  expect(difference({ polygonOffsets: Uint32Array.of(0, 3, 7, 10) })).toBe(
    "Face 2 has 4 corners in b.obj, 3 in a.obj.",
  );
  expect(difference({ polygonOffsets: Uint32Array.of(0, 4, 7, 10) })).toBe(
    "Face 1 has 4 corners in b.obj, 3 in a.obj.",
  );
  const corners = (...changed: [at: number, corner: number][]) => {
    const all = mesh("").polygonCorners.slice();
    for (const [at, corner] of changed) all[at] = corner;
    return { polygonCorners: all };
  };
  expect(difference(corners([9, 2]))).toBe("Face 3 joins vertex 3 in b.obj, 5 in a.obj.");
  expect(difference(corners([0, 4]))).toBe("Face 1 joins vertex 5 in b.obj, 1 in a.obj.");
  // Different display vertices for the same points are not a difference.
  expect(
    difference({
      displayPoint: Uint32Array.of(4, 3, 2, 1, 0),
      polygonCorners: mesh("").polygonCorners.map((d) => 4 - d),
    }),
  ).toBeNull();
});

it("a file without faces is the same mesh, if it has as many vertices", () => {
  const none = { polygonOffsets: Uint32Array.of(0), polygonCorners: new Uint32Array(0) };
  expect(difference(none)).toBeNull();
  expect(difference({ ...none, positions: new Float64Array(12) })).toBe("b.obj has 4 vertices, a.obj has 5.");
  expect(differenceOf(mesh("a.obj", none), mesh("b.obj"))).toBe("b.obj has 3 faces, a.obj has 0.");
});
