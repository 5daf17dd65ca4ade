import { describe, expect, it } from "vitest";
import type { BlockReader } from "./archive/block-reader";
import { readAlembicFaces } from "./faces";
import type { AlembicMesh } from "./polymesh";

const list = (numbers: number[]) => ({ numbers: async () => Int32Array.from(numbers) });
const reader = { name: "a.abc", damaged: (body: string) => new Error(body) } as unknown as BlockReader;

function read(counts: number[], indices: number[], more: { sets?: number[][]; mirrored?: boolean } = {}) {
  const mesh = {
    name: "body",
    faceCounts: list(counts),
    faceIndices: list(indices),
    faceSets: (more.sets ?? []).map((faces, n) => ({ name: `set ${n + 1}`, faces: list(faces) })),
    pointCount: 9,
  } as unknown as AlembicMesh;
  return readAlembicFaces(mesh, reader, more.mirrored ?? false);
}

const TRIANGLE_QUAD = [0, 1, 2, 3, 4, 5, 6];

describe("the faces of an Alembic mesh", () => {
  it("are reversed, beginning at the same corner", async () => {
    const faces = await read([3, 4], TRIANGLE_QUAD);
    expect([...faces.offsets]).toEqual([0, 3, 7]);
    expect([...faces.sourceCorner]).toEqual([0, 2, 1, 3, 6, 5, 4]);
    expect([...faces.points]).toEqual([0, 2, 1, 3, 6, 5, 4]);
    expect(faces.runs).toEqual([{ faceSet: -1, first: 0, count: 2 }]);
    expect(faces.sizes).toEqual({ constant: 1, uniform: 2, vertex: 9, corner: 7 });
  });

  it("keep their winding if the mesh is turned inside out", async () => {
    const faces = await read([3, 4], [8, 7, 6, 5, 4, 3, 2], { mirrored: true });
    expect([...faces.sourceCorner]).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect([...faces.points]).toEqual([8, 7, 6, 5, 4, 3, 2]);
  });

  it("come in runs of one set, starting with faces in no set; each belongs to its first set", async () => {
    const faces = await read([3, 3, 3, 3, 3], [0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5, 4, 5, 6], {
      sets: [[3], [], [0, 3, 4]],
    });
    expect([...faces.sourcePolygon]).toEqual([1, 2, 3, 0, 4]);
    expect(faces.runs).toEqual([
      { faceSet: -1, first: 0, count: 2 },
      { faceSet: 0, first: 2, count: 1 },
      { faceSet: 2, first: 3, count: 2 },
    ]);
    expect([...faces.points.slice(0, 6)]).toEqual([1, 3, 2, 2, 4, 3]);
    expect([...faces.sourceCorner.slice(6, 9)]).toEqual([9, 11, 10]);
  });

  it("with fewer than three corners are left out", async () => {
    const faces = await read([2, 3, 0, 1, 4], [7, 8, 0, 1, 2, 8, 3, 4, 5, 6]);
    expect([...faces.sourcePolygon]).toEqual([1, 4]);
    expect([...faces.sourceCorner]).toEqual([2, 4, 3, 6, 9, 8, 7]);
    expect(faces.sizes).toMatchObject({ uniform: 5, corner: 10 });
    await expect(read([2, 1], [0, 1, 2])).rejects.toThrow(
      /No polygon of the mesh "body" has three corners or more/,
    );
  });

  it("are damaged if their numbers do not fit", async () => {
    await expect(read([3, -1], [0, 1, 2])).rejects.toThrow(
      'Polygon 2 of "body" says that it has -1 corners.',
    );
    await expect(read([3], [0, 1])).rejects.toThrow(
      'The polygons of "body" have 3 corners, but 2 are stored.',
    );
    await expect(read([3], [0, 1, 2, 3])).rejects.toThrow("have 3 corners, but 4 are stored");
    await expect(read([3], [0, 1, 9])).rejects.toThrow("names point 10, but there are 9.");
    await expect(read([3], [0, -1, 2])).rejects.toThrow("names point 0, but there are 9.");
    await expect(read([3], [0, 8, 2])).resolves.toBeDefined();
    await expect(read([3], [0, 1, 2], { sets: [[1]] })).rejects.toThrow(
      'The face set "set 1" of "body" names polygon 2 of 1.',
    );
    await expect(read([3], [0, 1, 2], { sets: [[-1]] })).rejects.toThrow("names polygon 0 of 1");
  });
});
