import { rowNumbers } from "../../assemble/polygon-mesh";
import { TripleIndex } from "../../assemble/triple-index";
import type { CornerValues } from "./layers";
import type { FbxMesh } from "./mesh-values";

/** The display vertices of a mesh. Corners of the same point with equal values are one display vertex. */
export interface DisplayVertices {
  /** The point of each display vertex. */
  point: Uint32Array;
  /** For each display vertex, one of its corners among the corners of kept polygons. */
  corner: Uint32Array;
  /** The display vertex of each corner. */
  corners: Uint32Array;
}

/** A number for the value at each corner. Equal values have the same number. */
function numbersOf({ values, width, rows }: CornerValues): Int32Array {
  const numbers = rowNumbers(values, width);
  return rows.map((row) => (row < 0 ? 0 : numbers[row]));
}

export function displayOf({ polygons, normals, uvs, colours, tangents }: FbxMesh): DisplayVertices {
  const { firsts, sizes, points } = polygons;
  const count = sizes.reduce((sum, size) => sum + size, 0);
  let ids = new Int32Array(count);
  let at = 0;
  for (let p = 0; p < firsts.length; p++)
    for (let c = 0; c < sizes[p]; c++) ids[at++] = points[firsts[p] + c];
  const pointOf = ids;
  const all = [normals, ...uvs, ...colours, tangents].filter((layer) => layer !== null).map(numbersOf);
  for (let n = 0; n === 0 || n < all.length; n += 2) {
    const index = new TripleIndex(polygons.positions.length / 3);
    const before = ids;
    ids = before.map((id, c) => index.add(id, all[n]?.[c] ?? 0, all[n + 1]?.[c] ?? 0));
  }
  const most = ids.reduce((top, id) => Math.max(top, id), -1) + 1;
  const [point, corner] = [new Uint32Array(most), new Uint32Array(most)];
  for (let c = count - 1; c >= 0; c--) {
    point[ids[c]] = pointOf[c];
    corner[ids[c]] = c;
  }
  return { point, corner, corners: Uint32Array.from(ids) };
}
