import { describe, expect, it } from "vitest";
import { displayNormals } from "../../../geometry/display-normals";
import type { Material } from "../../../model/mesh/appearance";
import { frameOf, type MeshSequence, restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, clothPatch, movingShells, staticCube } from "../../../testing/sequences";
import { plainMaterial } from "../../assemble/polygon-mesh";
import { largestDifference } from "../../gltf/testing/fixtures";
import type { RawSequence } from "../../source/source";
import { type AlembicObject, openArchive } from "../archive/archive";
import { openAlembic } from "../read";
import { memoryFile, READ_ALL } from "../testing/fixtures";
import { AlembicFrames, type AlembicOptions } from "./frames";
import { MemoryFile } from "./ogawa-writer";

function archiveOf(sequence: MeshSequence, options: AlembicOptions = {}) {
  const file = new MemoryFile();
  const archive = new AlembicFrames(sequence, file.put, options);
  for (let k = 0; k < sequence.frameCount; k++) archive.add(frameOf(sequence, k));
  return memoryFile(file.whole(archive.finish()));
}

async function written(sequence: MeshSequence, options: AlembicOptions = {}): Promise<RawSequence> {
  const source = await openAlembic(archiveOf(sequence, options), UNWATCHED);
  return source.read(READ_ALL, UNWATCHED);
}

/** All objects below one, with itself. */
async function objectsBelow(object: AlembicObject): Promise<AlembicObject[]> {
  const below = await Promise.all((await object.children()).map(objectsBelow));
  return [object, ...below.flat()];
}

/** The vector at each corner in y-up axes. */
function atCorners(
  { polygonCorners, upAxis }: MeshSequence,
  vectorOf: (display: number) => number[],
): number[] {
  return Array.from(polygonCorners).flatMap((d) => {
    const [x, y, z] = vectorOf(d);
    if (upAxis === "z") return [x, z, -y];
    return upAxis === "x" ? [-y, x, z] : [x, y, z];
  });
}

const rows = (values: ArrayLike<number>, indices: ArrayLike<number>, width: number) =>
  Array.from(indices).flatMap((d) => Array.from({ length: width }, (_, c) => values[width * d + c]));

async function expectFrames(sequence: MeshSequence): Promise<RawSequence> {
  const raw = await written(sequence);
  expect(raw.frameCount).toBe(sequence.frameCount);
  expect(raw.fps).toBeCloseTo(sequence.fps, 9);
  expect([...raw.polygonOffsets]).toEqual([...sequence.polygonOffsets]);
  const points = raw.polygonCorners.map((d) => raw.displayPoint[d]);
  for (let k = 0; k < sequence.frameCount; k++) {
    const frame = frameOf(sequence, k);
    const truth = atCorners(sequence, (d) =>
      [0, 1, 2].map((c) => frame[3 * sequence.solverIndex[d] + c] + sequence.origin[c]),
    );
    const off = largestDifference(rows(await raw.frame(k), points, 3), truth);
    expect(off, `frame ${k}`).toBeLessThan(1e-6 * restDiagonal(sequence));
  }
  return raw;
}

describe("an Alembic archive of frames", () => {
  it("has every vertex in every frame, with polygons, meshes and materials", async () => {
    const { sequence } = movingShells({ shells: 5, detail: 2, frames: 5 });
    const raw = await expectFrames(sequence);
    const named = ({ parts, materials }: Pick<RawSequence, "parts" | "materials">) =>
      parts.map(({ name, material, polygonCount }) => [name, materials[material].name, polygonCount]);
    expect(named(raw)).toEqual(named(sequence));
  });

  it("has y up, and keeps its precision far from the origin", async () => {
    const { sequence } = bendingBar({ frames: 3, length: 4, width: 2 });
    for (const upAxis of ["x", "y", "z"] as const) {
      await expectFrames({ ...sequence, upAxis, origin: [12000, -7000, 3000] });
    }
  });

  it("has one set of faces for each material of a mesh, and names that are valid in paths", async () => {
    const { sequence } = movingShells({ shells: 4, detail: 1, frames: 2 });
    const [one, two] = sequence.materials;
    const materials = [
      { ...one, name: "skin/wet" },
      { ...two, name: "skin_wet" },
    ];
    const parts = sequence.parts.map((part, p) => ({ ...part, name: p < 2 ? "a/b" : "a_b" }));
    const raw = await expectFrames({ ...sequence, materials, parts });
    expect(raw.parts.map(({ name, material }) => [name, raw.materials[material].name])).toEqual([
      ["a_b", "skin_wet"],
      ["a_b", "skin_wet_2"],
      ["a_b_2", "skin_wet"],
      ["a_b_2", "skin_wet_2"],
    ]);
  });

  it("has bounds in every frame for each mesh and each set of faces, which the library requires", async () => {
    const { sequence } = movingShells({ shells: 4, detail: 1, frames: 3 });
    const { top } = await openArchive(archiveOf(sequence));
    const schemas = { AbcGeom_PolyMesh: ".geom", AbcGeom_FaceSet: ".faceset" };
    let sets = 0;
    for (const object of await objectsBelow(top)) {
      for (const [schema, name] of Object.entries(schemas)) {
        if (!object.metadata.get("schema")?.startsWith(schema)) continue;
        const bounds = (await object.compound(name))?.get(".selfBnds");
        expect(bounds?.sampleCount, object.path).toBe(sequence.frameCount);
        const [x, y, z, ...high] = await bounds!.numbers(1);
        expect(x < high[0] && y < high[1] && z < high[2], object.path).toBe(true);
        if (name === ".faceset") sets++;
      }
    }
    expect(sets).toBe(sequence.parts.length);
  });

  it("has the materials that the meshes show, with all values that the reader reads", async () => {
    const { sequence } = movingShells({ shells: 4, detail: 1, frames: 2 });
    const named = (name: string, more: Partial<Material>): Material => ({ ...plainMaterial(name), ...more });
    const materials = [
      named("skin", { baseColour: [0.5, 0.25, 0.125, 1], metallic: 0.25, roughness: 0.75 }),
      named("glass", { baseColour: [0, 0.5, 1, 0.5], alpha: "blend" }),
      named("glass", { baseColour: [1, 0, 0, 1], roughness: 0, emissive: [2, 0.5, 0] }),
      named("", { baseColour: [1, 1, 1, 1] }),
      named("shown by no mesh", {}),
    ];
    const parts = sequence.parts.map((part, p) => ({
      ...part,
      name: p < 2 ? "materials" : "b",
      material: p,
    }));
    const raw = await expectFrames({ ...sequence, parts, materials });
    const shown = raw.parts.map(({ material }) => raw.materials[material]);
    expect(shown).toEqual([
      materials[0],
      materials[1],
      { ...materials[2], name: "glass_2" },
      { ...materials[3], name: "material" },
    ]);
    expect(raw.materials).toHaveLength(4);
    expect([...new Set(raw.parts.map(({ name }) => name))]).toEqual(["materials", "b"]);
    expect(raw.lost ?? []).toEqual([]);
  });

  it("has UVs and hard edges, and normals that turn with the surface", async () => {
    const cube = staticCube({ frames: 2 });
    // The first frame is a quarter turn about z.
    const turned = cube.rest.map((_, c) => [-cube.rest[c + 1], cube.rest[c - 1], cube.rest[c]][c % 3]);
    const sequence = { ...cube, frames: Float32Array.from([...turned, ...cube.rest]) };
    const raw = await expectFrames(sequence);
    expect(
      largestDifference(rows(raw.uvs!, raw.polygonCorners, 2), rows(cube.uvs!, cube.polygonCorners, 2)),
    ).toBeLessThan(1e-6);
    const normals = displayNormals(cube);
    const truth = atCorners(cube, (d) => [-normals[3 * d + 1], normals[3 * d], normals[3 * d + 2]]);
    expect(largestDifference(rows(raw.normals!, raw.polygonCorners, 3), truth)).toBeLessThan(1e-5);
    expect((await written(sequence, { normals: false })).normals).toBeNull();
  });

  it("stores frames that repeat once", async () => {
    const cloth = clothPatch({ size: 9, frames: 4 });
    const repeated = {
      ...cloth,
      frames: Float32Array.from([...cloth.frames, ...cloth.frames]),
      frameCount: 8,
    };
    const size = (sequence: MeshSequence) => {
      const file = new MemoryFile();
      const archive = new AlembicFrames(sequence, file.put);
      for (let k = 0; k < sequence.frameCount; k++) archive.add(frameOf(sequence, k));
      return file.whole(archive.finish()).length;
    };
    expect(size(repeated) - size(cloth)).toBeLessThan(4 * 300);
    await expectFrames(repeated);
  });
});
