import { childList, childOf, type FbxNode, numberOf, textOf } from "../document/node";
import type { FbxPolygons } from "./polygons";

/** Values on a surface, and the row of values for each corner of the polygons with three or more corners. */
export interface CornerValues {
  name: string;
  /** Numbers in a row. */
  width: number;
  values: Float32Array;
  /** −1 for a corner without a value. */
  rows: Int32Array;
}

/** What rows belong to: corners, points or polygons of the file, or one row for all. */
type Mapping = "corner" | "point" | "polygon" | "all";

const MAPPINGS: Record<string, Mapping> = {
  ByPolygonVertex: "corner",
  ByVertex: "point",
  ByVertice: "point",
  ByPolygon: "polygon",
  AllSame: "all",
};

/** The row for each corner of the kept polygons; null if the file has an unknown mapping. */
function rowsOf(layer: FbxNode, polygons: FbxPolygons, indexName: string, count: number): Int32Array | null {
  const mapping = MAPPINGS[textOf(childOf(layer, "MappingInformationType")?.values[0])];
  if (!mapping) return null;
  const reference = textOf(childOf(layer, "ReferenceInformationType")?.values[0]);
  const index = reference === "Direct" ? null : childList(layer, indexName);
  const { numbers, firsts, sizes, points } = polygons;
  const rows = new Int32Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (let p = 0; p < numbers.length; p++) {
    for (let c = firsts[p]; c < firsts[p] + sizes[p]; c++) {
      const item = { corner: c, point: points[c], polygon: numbers[p], all: 0 }[mapping];
      const row = index ? index[item] : item;
      rows[at++] = row >= 0 && row < count ? row : -1;
    }
  }
  return rows;
}

/** The names of a layer's lists for values and for indices. */
interface Lists {
  values: string;
  index: string;
  /** Numbers in a row. */
  width: number;
}

/** The layers of a kind in the order of their numbers: "LayerElementUV: 0", "LayerElementUV: 1". */
export function layerElements(node: FbxNode, kind: string): FbxNode[] {
  const layers = node.children.filter(({ name }) => name === `LayerElement${kind}`);
  return layers.sort((a, b) => numberOf(a.values[0], 0) - numberOf(b.values[0], 0));
}

/** The values of one layer at the corners of the kept polygons; null if it has none that fit. */
export function readLayer(
  layer: FbxNode,
  polygons: FbxPolygons,
  { values: list, index, width }: Lists,
): CornerValues | null {
  const numbers = childList(layer, list);
  const count = Math.floor((numbers?.length ?? 0) / width);
  const rows = numbers && rowsOf(layer, polygons, index, count);
  if (!rows?.some((row) => row >= 0)) return null;
  const values = Float32Array.from({ length: width * count }, (_, n) => numbers![n]);
  return { name: textOf(childOf(layer, "Name")?.values[0]), width, values, rows };
}

/** The material of each kept polygon, as an index into the model's list; 0 if the file has none. */
export function polygonMaterials(node: FbxNode, polygons: FbxPolygons): Int32Array {
  const { numbers } = polygons;
  const [layer] = layerElements(node, "Material");
  const list = layer && childList(layer, "Materials");
  const mapping = textOf(childOf(layer, "MappingInformationType")?.values[0]);
  return Int32Array.from(numbers, (number) => {
    const material = list?.[mapping === "ByPolygon" ? number : 0] ?? 0;
    return material > 0 ? material : 0;
  });
}
