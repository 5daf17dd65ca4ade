/** Records of a mesh's polygons with their layers: normals, tangents, materials, UV sets and colours. */

import { chosenRows } from "../../../export/meshes/chosen-rows";
import { cornerVertices, type MeshPiece, polygonSets } from "../../../export/meshes/mesh-pieces";
import { ownSets } from "../../../export/meshes/own-sets";
import { UniqueNames } from "../../../export/unique-names";
import { toSrgb } from "../../../geometry/srgb";
import type { AnySequence } from "../../../model/mesh/streamed-sequence";
import { type FbxRecord, int, properties, record } from "./record";

/** The points of polygons. The last point of each is written as its complement. */
function polygonIndices({ polygonOffsets: ends, cornerPoints }: MeshPiece): Int32Array {
  const out = Int32Array.from(cornerPoints);
  for (let p = 1; p < ends.length; p++) out[ends[p] - 1] = ~out[ends[p] - 1];
  return out;
}

/** A layer's element with a value for each corner. */
function cornerElement(
  type: string,
  index: number,
  name: string,
  values: [string, Float64Array],
  indices?: [string, Int32Array],
): FbxRecord {
  return record(
    type,
    [int(index)],
    [
      record("Version", [int(type === "LayerElementNormal" ? 102 : 101)]),
      record("Name", [name]),
      record("MappingInformationType", ["ByPolygonVertex"]),
      record("ReferenceInformationType", [indices ? "IndexToDirect" : "Direct"]),
      record(values[0], [values[1]]),
      ...(indices ? [record(indices[0], [indices[1]])] : []),
    ],
  );
}

/** Tangents and bitangents. These are the cross products of normals and tangents, with the source's sign. */
function tangentElements(normals: Float64Array, tangents: Float64Array): FbxRecord[] {
  const count = normals.length / 3;
  const [along, across] = [new Float64Array(3 * count), new Float64Array(3 * count)];
  for (let n = 0; n < count; n++) {
    const [x, y, z] = normals.subarray(3 * n);
    const [a, b, c, sign] = tangents.subarray(4 * n);
    along.set([a, b, c], 3 * n);
    across.set([sign * (y * c - z * b), sign * (z * a - x * c), sign * (x * b - y * a)], 3 * n);
  }
  return [
    cornerElement("LayerElementTangent", 0, "", ["Tangents", along]),
    cornerElement("LayerElementBinormal", 0, "", ["Binormals", across]),
  ];
}

function materialElement(mesh: MeshPiece): FbxRecord {
  const isOne = mesh.faceSets.length === 1;
  return record(
    "LayerElementMaterial",
    [int(0)],
    [
      record("Version", [int(101)]),
      record("Name", [""]),
      record("MappingInformationType", [isOne ? "AllSame" : "ByPolygon"]),
      record("ReferenceInformationType", ["IndexToDirect"]),
      record("Materials", [isOne ? Int32Array.of(0) : Int32Array.from(polygonSets(mesh))]),
    ],
  );
}

/** Different names for sets: those of the source as far as it has them, otherwise numbered ones. */
function setNames(count: number, given: readonly string[] = [], otherwise: string): string[] {
  const names = new UniqueNames();
  return Array.from({ length: count }, (_, n) =>
    names.take(given[n] || (n === 0 ? otherwise : `${otherwise}_${n + 1}`)),
  );
}

/** What the file calls its UV sets: the names of the source, or UVMap, UVMap_2 and so on. */
export const uvSetNames = ({ uvs, moreUvs = [], setNames: given }: AnySequence): string[] =>
  setNames(uvs ? 1 + moreUvs.length : 0, given?.uvs, "UVMap");

/** UVs, with v from the bottom as in FBX. */
function uvElement(
  { displays, cornerDisplays }: MeshPiece,
  uvs: Float32Array,
  n: number,
  name: string,
): FbxRecord {
  const indices = Int32Array.from(cornerDisplays);
  const values = chosenRows(uvs, 2, displays, Float64Array).map((x, c) => (c % 2 === 1 ? 1 - x : x));
  return cornerElement("LayerElementUV", n, name, ["UV", values], ["UVIndex", indices]);
}

/** Vertex colours, in sRGB as readers expect them. */
function colourElement(
  { displays, cornerDisplays }: MeshPiece,
  colours: Float32Array,
  n: number,
  name: string,
): FbxRecord {
  const indices = Int32Array.from(cornerDisplays);
  const values = chosenRows(colours, 4, displays, Float64Array).map((x, c) => (c % 4 < 3 ? toSrgb(x) : x));
  return cornerElement("LayerElementColor", n, name, ["Colors", values], ["ColorIndex", indices]);
}

/** The layers. Layer n has the nth element of each type. */
function layersOf(elements: readonly FbxRecord[]): FbxRecord[] {
  const layers: FbxRecord[] = [];
  const seen = new Map<string, number>();
  for (const { name: type } of elements) {
    const n = seen.get(type) ?? 0;
    seen.set(type, n + 1);
    layers[n] ??= record("Layer", [int(n)], [record("Version", [int(100)])]);
    layers[n].children?.push(
      record("LayerElement", [], [record("Type", [type]), record("TypedIndex", [int(n)])]),
    );
  }
  return layers;
}

/**
 * The records of a Geometry.
 * @param points of all solver vertices, 3V.
 * @param normals of all display vertices, 3D.
 */
export function geometryRecords(
  sequence: AnySequence,
  mesh: MeshPiece,
  points: Float32Array,
  normals: Float32Array,
): FbxRecord[] {
  const vertices = cornerVertices(mesh);
  const ofCorners = chosenRows(normals, 3, vertices, Float64Array);
  const materials = mesh.faceSets.map(({ material }) => sequence.materials[material]);
  const { uvs, colours } = ownSets(sequence, mesh.displays, materials);
  const uvNames = uvSetNames(sequence);
  const colourNames = setNames(sequence.colours?.length ?? 0, sequence.setNames?.colours, "Col");
  const elements = [
    cornerElement("LayerElementNormal", 0, "", ["Normals", ofCorners]),
    ...(sequence.tangents
      ? tangentElements(ofCorners, chosenRows(sequence.tangents, 4, vertices, Float64Array))
      : []),
    ...colours.map((set, n) => colourElement(mesh, set, n, colourNames[n])),
    ...uvs.map((set, n) => uvElement(mesh, set, n, uvNames[n])),
    ...(sequence.materials.length > 0 ? [materialElement(mesh)] : []),
  ];
  return [
    properties(),
    record("GeometryVersion", [int(124)]),
    record("Vertices", [chosenRows(points, 3, mesh.points, Float64Array)]),
    record("PolygonVertexIndex", [polygonIndices(mesh)]),
    ...elements,
    ...layersOf(elements),
  ];
}
