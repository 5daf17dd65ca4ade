/** Converts the geometry of three's FBX meshes, which have a vertex for every corner of a triangle. */
import type { BufferGeometry } from "three";
import { SinewError } from "../../model/errors";
import { normaliseRows } from "../gltf/read/scene/normalise-rows";
import type { Geometry } from "../gltf/read/scene/scene";
import type { CornerInfluences } from "./all-influences";

/** The most weights of a mesh, with as many for each vertex as for the one with the most. */
const MOST_INFLUENCES = 5e7;

/** Corners first to first + count of a geometry that has a vertex for every corner. Equal ones become one vertex. */
export function geometryOf(
  source: BufferGeometry,
  first: number,
  count: number,
  bound: CornerInfluences,
  name: string,
): Geometry {
  const { position, normal, uv } = source.attributes;
  const known = new Map<string, number>();
  const corners: number[] = [];
  const vertexOf = (c: number): number => {
    const key: number[] = [position.getX(c), position.getY(c), position.getZ(c)];
    if (normal) key.push(normal.getX(c), normal.getY(c), normal.getZ(c));
    if (uv) key.push(uv.getX(c), uv.getY(c));
    if (bound.rows.length > 0) key.push(bound.rowOf[c]);
    const values = key.join();
    const vertex = known.get(values) ?? corners.push(c) - 1;
    known.set(values, vertex);
    return vertex;
  };
  // For polygons with two corners, which are edges, three makes triangles whose third corner is NaN.
  const isNowhere = (c: number) => [0, 1, 2].every((axis) => Number.isNaN(position.getComponent(c, axis)));
  const triangles: number[] = [];
  const lines: number[] = [];
  for (let c = first; c < first + count; c += 3) {
    if (!isNowhere(c + 2)) triangles.push(vertexOf(c), vertexOf(c + 1), vertexOf(c + 2));
    else if (!isNowhere(c + 1)) lines.push(vertexOf(c), vertexOf(c + 1));
  }
  const rows = (from: typeof position, width: number) =>
    Float64Array.from({ length: corners.length * width }, (_, n) =>
      from.getComponent(corners[Math.floor(n / width)], n % width),
    );
  return {
    vertexCount: corners.length,
    positions: rows(position as typeof position, 3),
    normals: normal ? rows(normal as typeof position, 3) : null,
    // FBX counts v from the bottom.
    uvs: uv ? rows(uv as typeof position, 2).map((x, n) => (n % 2 ? 1 - x : x)) : null,
    targets: [],
    ...influencesOf(corners, bound, name),
    triangles: Uint32Array.from(triangles),
    ...(lines.length > 0 && { lines: Uint32Array.from(lines) }),
  };
}

/**
 * Makes rows of equal length, one for each corner that is kept, with the sum 1.
 * @throws SinewError if one has so many bones that the rows of all do not fit in memory.
 */
function influencesOf(
  corners: number[],
  { rows, rowOf }: CornerInfluences,
  name: string,
): Pick<Geometry, "influences" | "joints" | "weights" | "brokenRows"> {
  const most = corners.reduce((longest, c) => Math.max(longest, rows[rowOf[c]]?.length ?? 0), 0);
  if (most * corners.length > MOST_INFLUENCES) {
    throw new SinewError({
      title: `${name} follows too many bones`,
      body: `One of its vertices follows ${most}. Limit the influences of its skin and export it again, or export it as GLB.`,
    });
  }
  const joints = new Uint16Array(most * corners.length);
  const weights = new Float64Array(most * corners.length);
  for (const [v, c] of most > 0 ? corners.entries() : []) {
    for (const [e, [bone, weight]] of rows[rowOf[c]].entries()) {
      joints[most * v + e] = bone;
      weights[most * v + e] = weight;
    }
  }
  const brokenRows = normaliseRows(weights, most);
  return { influences: most, joints, weights, ...(brokenRows > 0 && { brokenRows }) };
}
