import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { inspect } from "../../open";
import { bytesFile } from "../../source/source-file";
import { AS_IT_IS } from "../../testing/formats";
import { connect, type FbxRecord, fbxBinary, object, property, record } from "../testing/fixtures";
import { layer, type MeshSketch, type NodeSketch, nodeId, sceneRecords } from "../testing/scenes";

/** A square, a triangle beside it, an edge, and a pentagon: points 0 to 7. */
const MESH: MeshSketch = {
  node: 0,
  points: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 2, 0, 0, 2, 1, 0, 3, 0, 0, 3, 1, 0],
  polygons: [0, 1, 2, ~3, 1, 4, ~2, 5, ~7, 4, 6, 7, 5, ~2],
};
const NODE: NodeSketch = { name: "tile", parent: -1, kind: "Mesh" };
/** Corners in the file: 4 + 3 + 2 (the edge) + 5. */
const CORNERS = 14;

async function read(
  layers: FbxRecord[],
  more?: { objects: FbxRecord[]; connections: FbxRecord[] },
  nodes = [NODE],
) {
  const bytes = fbxBinary(sceneRecords({ nodes, meshes: [{ ...MESH, layers }], more }));
  const [source] = await inspect([bytesFile("a.fbx", bytes)], UNWATCHED);
  return { info: source.info, raw: await source.read(AS_IT_IS, UNWATCHED) };
}

/** Values at the corners of the polygons, in the order of the raw sequence. */
const atCorners = (values: ArrayLike<number>, width: number, corners: Uint32Array) =>
  Array.from(corners, (d) => Array.from({ length: width }, (_, c) => values[width * d + c]));

describe("polygons of an FBX", () => {
  it("have any number of corners, and loose edges are wires", async () => {
    const { raw, info } = await read([]);
    expect([...raw.polygonOffsets]).toEqual([0, 4, 7, 12]);
    expect(Array.from(raw.polygonCorners, (d) => raw.displayPoint[d])).toEqual([
      0, 1, 2, 3, 1, 4, 2, 4, 6, 7, 5, 2,
    ]);
    expect([...raw.wires!]).toEqual([5, 7]);
    expect([raw.pointCount, info.polygons, info.points]).toEqual([8, 3, 8]);
    expect([raw.uvs, raw.normals]).toEqual([null, null]);
  });

  it("are reversed if the mesh is mirrored", async () => {
    const node = { ...NODE, properties: { "Lcl Scaling": [-1, 1, 1] } };
    const { raw } = await read([], undefined, [node]);
    expect(Array.from(raw.polygonCorners.subarray(0, 4), (d) => raw.displayPoint[d])).toEqual([0, 3, 2, 1]);
    const twice = { ...NODE, properties: { "Lcl Scaling": [-1, 1, 1], GeometricScaling: [-1, 1, 1] } };
    const again = (await read([], undefined, [twice])).raw;
    expect(Array.from(again.polygonCorners.subarray(0, 4), (d) => again.displayPoint[d])).toEqual([
      0, 1, 2, 3,
    ]);
    expect([...again.rest.subarray(3, 6)]).toEqual([1, 0, 0]);
  });

  it("keep their direction if the geometry's transform only makes them smaller", async () => {
    const small = { ...NODE, properties: { GeometricScaling: [0.5, 0.5, 0.5] } };
    const { raw } = await read([], undefined, [small]);
    expect(Array.from(raw.polygonCorners.subarray(0, 4), (d) => raw.displayPoint[d])).toEqual([0, 1, 2, 3]);
  });

  it("are moved by the geometry's transform, which children do not inherit", async () => {
    const moved = {
      GeometricTranslation: [5, 0, 0],
      GeometricRotation: [0, 0, 90],
      GeometricScaling: [2, 1, 1],
    };
    const { raw } = await read([], undefined, [{ ...NODE, properties: moved }]);
    expect(Array.from(raw.rest.subarray(3, 6), (x) => Math.round(x * 1e9) / 1e9)).toEqual([5, 2, 0]);
  });
});

describe("layers of an FBX", () => {
  it("have values by corner, point, polygon or for all, directly or by index", async () => {
    const corner = Array.from({ length: CORNERS }, (_, c) => [c / 100, 0.25]).flat();
    const point = Array.from({ length: 8 }, (_, p) => [p, 0.5]).flat();
    const index = Array.from({ length: CORNERS }, (_, c) => (c === 3 ? 99 : c % 2));
    const number = (n: number, one: FbxRecord) => ({ ...one, values: [n] });
    const { raw } = await read([
      number(0, layer("UV", "ByPolygonVertex", { UV: corner }, false)),
      number(1, layer("UV", "ByVertice", { UV: point }, false)),
      number(2, layer("UV", "ByPolygonVertex", { UV: [0.25, 1, 0.75, 1], UVIndex: index }, true)),
      number(3, layer("UV", "ByPolygon", { UV: [1, 0, 2, 0, 3, 0, 4, 0] }, false)),
      number(4, layer("UV", "AllSame", { UV: [7, 0] }, false)),
    ]);
    const sets = [raw.uvs!, ...raw.moreUvs!].map((set) =>
      atCorners(set, 2, raw.polygonCorners).map(([u]) => u),
    );
    const kept = [0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13];
    expect(sets[0]).toEqual(kept.map((c) => Math.fround(c / 100)));
    expect(sets[1]).toEqual([0, 1, 2, 3, 1, 4, 2, 4, 6, 7, 5, 2]);
    // Corner 3 refers to a row that does not exist.
    expect(sets[2]).toEqual(kept.map((c) => (c === 3 ? 0 : [0.25, 0.75][c % 2])));
    expect(sets[3]).toEqual([1, 1, 1, 1, 2, 2, 2, 4, 4, 4, 4, 4]);
    expect(sets[4]).toEqual(kept.map(() => 7));
    // v is counted from the top here.
    expect(atCorners(raw.uvs!, 2, raw.polygonCorners)[0][1]).toBe(0.75);
  });

  it("split points only where their values differ", async () => {
    const uv = Array.from({ length: 8 }, (_, p) => [p, 0]).flat();
    const split = async (changed: number) => {
      const values = [0, 1, 2, 3, 1, 4, 2, 5, 7, 4, 6, 7, 5, 2];
      const index = values.map((p, c) => (c === changed ? 0 : p));
      const { raw } = await read([layer("UV", "ByPolygonVertex", { UV: uv, UVIndex: index }, true)]);
      return raw.displayPoint.length;
    };
    expect(await split(-1)).toBe(8);
    expect(await split(5)).toBe(9);
  });

  it("have normals that turn with their mesh, linear colours, and tangents with a side", async () => {
    const node = { ...NODE, properties: { "Lcl Rotation": [90, 0, 0], "Lcl Scaling": [1, 1, 4] } };
    const { raw } = await read(
      [
        layer("Normal", "AllSame", { Normals: [0, 0.6, 0.8] }, false),
        layer("Color", "AllSame", { Colors: [0.5, 1, 2, 0.5] }, false),
        layer("Tangent", "AllSame", { Tangents: [1, 0, 0] }, false),
        layer("Binormal", "AllSame", { Binormals: [0, -1, 0] }, false),
      ],
      undefined,
      [node],
    );
    // The length of (0, 0.6, 0.8 / 4), turned about x.
    const length = Math.hypot(0.6, 0.2);
    const normal = atCorners(raw.normals!, 3, raw.polygonCorners)[0];
    [0, -0.2 / length, 0.6 / length].forEach((x, c) => {
      expect(normal[c]).toBeCloseTo(x, 6);
    });
    const colour = atCorners(raw.colours![0], 4, raw.polygonCorners)[0];
    [0.214041, 1, 1, 0.5].forEach((x, c) => {
      expect(colour[c]).toBeCloseTo(x, 5);
    });
    expect(atCorners(raw.tangents!, 4, raw.polygonCorners)[0].map((x) => x + 0)).toEqual([1, 0, 0, -1]);
  });
});

it("materials of an FBX are parts, in the order of their first use", async () => {
  const material = (id: number, name: string, properties: FbxRecord[]) =>
    object("Material", id, name, "", [record("Properties70", [], properties)]);
  const more = {
    objects: [
      material(70, "red", [
        property("DiffuseColor", "Color", 1, 0, 0),
        property("TransparencyFactor", "Number", 0.25),
      ]),
      material(71, "glow", [
        property("DiffuseColor", "Color", 0.5, 0.5, 0.5),
        property("EmissiveColor", "Color", 0, 1, 0),
        property("EmissiveFactor", "Number", 0.5),
        property("ShininessExponent", "Number", 25),
      ]),
    ],
    connections: [connect(70, nodeId(0)), connect(71, nodeId(0))],
  };
  const { raw } = await read([layer("Material", "ByPolygon", { Materials: [1, 0, 0, 1] }, true)], more);
  expect(raw.parts).toEqual([
    { name: "tile", material: 0, firstPolygon: 0, polygonCount: 1 },
    { name: "tile", material: 1, firstPolygon: 1, polygonCount: 2 },
  ]);
  expect(raw.polygonOffsets[1]).toBe(3);
  expect(raw.materials[0]).toEqual({
    name: "red",
    baseColour: [1, 0, 0, 0.75],
    doubleSided: true,
    alpha: "blend",
  });
  expect(raw.materials[1]).toMatchObject({ name: "glow", emissive: [0, 0.5, 0], roughness: 0.5 });
  expect(raw.materials[1].baseColour[0]).toBeCloseTo(0.214041, 5);
  const plain = await read([]);
  expect(plain.raw.materials).toEqual([
    { name: "material 1", baseColour: [0.8, 0.8, 0.8, 1], doubleSided: true },
  ]);
});
