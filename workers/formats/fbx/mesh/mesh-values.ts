import type { SetNames } from "../../../model/mesh/appearance";
import type { FbxNode } from "../document/node";
import { type CornerValues, layerElements, polygonMaterials, readLayer } from "./layers";
import { type FbxPolygons, readPolygons } from "./polygons";

/** The most UV sets of a mesh, and the most sets of colours. */
const MOST_SETS = 8;

/** A mesh of a file: its polygons, and the values of its layers. */
export interface FbxMesh {
  polygons: FbxPolygons;
  /** The material of each kept polygon, as an index into the model's list. */
  materials: Int32Array;
  normals: CornerValues | null;
  /** v grows downwards, as in glTF. */
  uvs: CornerValues[];
  /** Linear RGBA in 0..1. */
  colours: CornerValues[];
  /** xyz, and the sign of the bitangent. */
  tangents: CornerValues | null;
}

export const setNamesOf = ({ uvs, colours }: FbxMesh): SetNames => ({
  uvs: uvs.map(({ name }) => name),
  colours: colours.map(({ name }) => name),
});

/** Converts a value from sRGB (IEC 61966-2-1) to linear. */
export const linear = (c: number): number => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

const share = (x: number) => (x > 0 ? Math.min(1, x) : 0);

function uvLayers(node: FbxNode, polygons: FbxPolygons): CornerValues[] {
  const lists = { values: "UV", index: "UVIndex", width: 2 };
  const sets = layerElements(node, "UV").flatMap((layer) => readLayer(layer, polygons, lists) ?? []);
  for (const { values } of sets) for (let n = 1; n < values.length; n += 2) values[n] = 1 - values[n];
  return sets.slice(0, MOST_SETS);
}

function colourLayers(node: FbxNode, polygons: FbxPolygons): CornerValues[] {
  const lists = { values: "Colors", index: "ColorIndex", width: 4 };
  const sets = layerElements(node, "Color").flatMap((layer) => readLayer(layer, polygons, lists) ?? []);
  for (const { values } of sets) {
    for (let n = 0; n < values.length; n++)
      values[n] = n % 4 === 3 ? share(values[n]) : linear(share(values[n]));
  }
  return sets.slice(0, MOST_SETS);
}

/** The three numbers of a corner, or zeros. */
function rowAt({ values, rows }: CornerValues, corner: number): ArrayLike<number> {
  const at = 3 * rows[corner];
  return at < 0 ? [0, 0, 0] : values.subarray(at, at + 3);
}

/** A tangent for each corner, with the side of its binormal. */
function tangentLayer(
  node: FbxNode,
  polygons: FbxPolygons,
  normals: CornerValues | null,
): CornerValues | null {
  const read = (kind: string, name: string) => {
    const [layer] = layerElements(node, kind);
    return layer
      ? readLayer(layer, polygons, { values: `${name}s`, index: `${name}sIndex`, width: 3 })
      : null;
  };
  const [tangents, binormals] = [read("Tangent", "Tangent"), read("Binormal", "Binormal")];
  if (!tangents || !normals) return null;
  const { rows, name } = tangents;
  const values = new Float32Array(4 * rows.length);
  for (let c = 0; c < rows.length; c++) {
    const [t, n, b] = [tangents, normals, binormals].map((layer) => (layer ? rowAt(layer, c) : null));
    const [i, j, k] = [0, 1, 2].map(
      (a) => n![(a + 1) % 3] * t![(a + 2) % 3] - n![(a + 2) % 3] * t![(a + 1) % 3],
    );
    const side = b ? i * b[0] + j * b[1] + k * b[2] : 1;
    values.set([t![0], t![1], t![2], side < 0 ? -1 : 1], 4 * c);
  }
  return { name, width: 4, values, rows: Int32Array.from(rows.keys()) };
}

/**
 * The mesh of a geometry.
 * @throws FbxDamage if its lists are damaged; LargePolygon.
 */
export function readGeometry(node: FbxNode): FbxMesh {
  const polygons = readPolygons(node);
  const [layer] = layerElements(node, "Normal");
  const normals = layer
    ? readLayer(layer, polygons, { values: "Normals", index: "NormalsIndex", width: 3 })
    : null;
  return {
    polygons,
    materials: polygonMaterials(node, polygons),
    normals,
    uvs: uvLayers(node, polygons),
    colours: colourLayers(node, polygons),
    tangents: tangentLayer(node, polygons, normals),
  };
}
