/** Tests which point cache belongs to which mesh, and how an OBJ is written. */
import { describe, expect, it } from "vitest";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import type { PointCache } from "../point-cache/point-cache";
import type { MeshFile } from "../source/mesh-file";
import { bytesFile } from "../source/source-file";
import { matchCaches } from "./obj-cache";
import { writeMaterials } from "./write-mtl";
import { writeObj } from "./write-obj";

describe("point caches", () => {
  const file = (name: string) => bytesFile(name, new Uint8Array(0));
  /** The caches of each mesh by name, followed by caches without a mesh. */
  function matched(meshes: string[], caches: string[]) {
    const found = matchCaches(
      meshes.map((name) => ({ file: file(name) }) as MeshFile),
      caches.map((name) => ({ file: file(name) }) as PointCache),
    );
    return {
      pairs: Object.fromEntries(
        found.pairs.map(({ mesh, caches: own }) => [mesh.file.name, own.map((c) => c.file.name)]),
      ),
      alone: found.alone.map((cache) => cache.file.name),
      meshes: found.meshes.map((mesh) => mesh.file.name),
    };
  }

  it("belong to the mesh with their name, in upper or lower case", () => {
    expect(matched(["Body.obj", "hair.obj"], ["body.pc2", "BODY.mdd"])).toEqual({
      pairs: { "Body.obj": ["body.pc2", "BODY.mdd"] },
      ...{ alone: [], meshes: ["hair.obj"] },
    });
  });

  it("belong to the mesh in their folder if several have their name", () => {
    expect(matched(["a/x.obj", "b/x.obj"], ["b/x.pc2"]).pairs).toEqual({ "b/x.obj": ["b/x.pc2"] });
    expect(matched(["a/x.obj", "b/x.obj"], ["c/x.pc2"])).toEqual({
      ...{ pairs: {}, alone: ["c/x.pc2"], meshes: ["a/x.obj", "b/x.obj"] },
    });
    expect(matched(["a/x.obj", "y.obj"], ["c/x.pc2"]).pairs).toEqual({ "a/x.obj": ["c/x.pc2"] });
  });

  it("belong to the only mesh, with any name", () => {
    expect(matched(["x.obj"], ["sim.pc2", "run.pc2"]).pairs).toEqual({ "x.obj": ["sim.pc2", "run.pc2"] });
  });

  it("that remain belong to the only mesh that remains", () => {
    expect(matched(["x.obj", "y.obj"], ["x.pc2", "sim.pc2", "run.pc2"])).toEqual({
      ...{ pairs: { "x.obj": ["x.pc2"], "y.obj": ["sim.pc2", "run.pc2"] }, alone: [], meshes: [] },
    });
    expect(matched(["x.obj", "y.obj", "z.obj"], ["x.pc2", "sim.pc2"])).toEqual({
      ...{ pairs: { "x.obj": ["x.pc2"] }, alone: ["sim.pc2"], meshes: ["y.obj", "z.obj"] },
    });
  });
});

describe("an OBJ", () => {
  /** A triangle and a quad over five points in two parts, with display vertices in the opposite order. */
  const sequence = (more: Partial<MeshSequence>): MeshSequence =>
    ({
      ...{ rest: Float32Array.from({ length: 15 }, (_, n) => n / 8), origin: [0, 0, 0] },
      solverIndex: Uint32Array.of(4, 3, 2, 1, 0),
      ...{ uvs: null, normals: null },
      polygonOffsets: Uint32Array.of(0, 3, 7),
      polygonCorners: Uint32Array.of(0, 1, 2, 2, 1, 3, 4),
      parts: [
        { name: "lid", material: 1, firstPolygon: 0, polygonCount: 1 },
        { name: "box", material: 0, firstPolygon: 1, polygonCount: 1 },
      ],
      materials: [
        { name: "red", baseColour: [1, 0.5, 0.25, 1] },
        { name: "glass", baseColour: [0, 0.125, 1, 0.5] },
      ],
      ...more,
    }) as unknown as MeshSequence;
  const written = (more: Partial<MeshSequence>, library?: string) =>
    new TextDecoder().decode(writeObj(sequence(more), undefined, { library })).split("\n");
  const faces = (more: Partial<MeshSequence>) => written(more).filter((line) => line.startsWith("f "));
  const uvs = Float32Array.from({ length: 10 }, (_, n) => n / 16);
  const normals = Float32Array.from({ length: 15 }, (_, n) => (n % 3 === 2 ? 1 : 0));

  it("refers to points by their numbers, and to uvs and normals by the numbers of display vertices", () => {
    expect(faces({})).toEqual(["f 5 4 3", "f 3 4 2 1"]);
    expect(faces({ uvs })).toEqual(["f 5/1 4/2 3/3", "f 3/3 4/2 2/4 1/5"]);
    expect(faces({ normals })).toEqual(["f 5//1 4//2 3//3", "f 3//3 4//2 2//4 1//5"]);
    expect(faces({ uvs, normals })).toEqual(["f 5/1/1 4/2/2 3/3/3", "f 3/3/3 4/2/2 2/4/4 1/5/5"]);
  });

  it("has a line for each row, with v from the bottom and the origin added", () => {
    const lines = written({ uvs, normals, origin: [100, 0, -0.5] }, "a.mtl");
    expect(lines[0]).toBe("mtllib a.mtl");
    expect(lines.filter((line) => line.startsWith("v "))).toEqual(
      [0, 1, 2, 3, 4].map((i) => `v ${100 + (3 * i) / 8} ${(3 * i + 1) / 8} ${(3 * i + 2) / 8 - 0.5}`),
    );
    expect(lines.filter((line) => line.startsWith("vt "))).toEqual(
      [0, 1, 2, 3, 4].map((d) => `vt ${(2 * d) / 16} ${1 - (2 * d + 1) / 16}`),
    );
    expect(lines.filter((line) => line.startsWith("vn "))).toEqual([0, 1, 2, 3, 4].map(() => "vn 0 0 1"));
    expect(lines.filter((line) => /^(o|usemtl) /.test(line))).toEqual([
      "o lid",
      "usemtl glass",
      "o box",
      "usemtl red",
    ]);
    expect(written({}).some((line) => line.startsWith("mtllib"))).toBe(false);
  });

  it("has materials with their colour and opacity", () => {
    expect(new TextDecoder().decode(writeMaterials(sequence({})))).toBe(
      "newmtl red\nKd 1 0.5 0.25\nKs 0.5 0.5 0.5\nd 1\nillum 2\n\nnewmtl glass\nKd 0 0.125 1\nKs 0.5 0.5 0.5\nd 0.5\nillum 2\n",
    );
  });
});
