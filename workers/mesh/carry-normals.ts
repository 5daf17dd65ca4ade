import { vertexNormals } from "../geometry/vertex-normals";
import { cross, type Vector } from "../math/vectors";

type Positions = Float32Array | Float64Array;

/**
 * Turns normals with the surface from one pose to another, so hard edges stay hard. Each normal keeps its coordinates
 * in a frame of its vertex's smooth normal and the edge to one neighbour.
 * @param normals 3D, unit length; a new array is returned.
 * @param vertexOf vertex of each normal, D.
 * @param triangles vertices, 3T.
 * @param from, to positions, 3V.
 */
export function carryNormals(
  normals: Float32Array,
  vertexOf: Uint32Array,
  triangles: Uint32Array,
  from: Positions,
  to: Positions,
): Float32Array {
  const neighbour = new Int32Array(from.length / 3).fill(-1);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let e = 0; e < 3; e++) {
      if (neighbour[triangles[t + e]] < 0) neighbour[triangles[t + e]] = triangles[t + ((e + 1) % 3)];
    }
  }
  const before = vertexNormals(from, triangles);
  const after = vertexNormals(to, triangles);
  const out = new Float32Array(normals.length);
  for (let d = 0; d < vertexOf.length; d++) {
    const i = vertexOf[d];
    const a = surfaceFrame(before, from, i, neighbour[i]);
    const b = surfaceFrame(after, to, i, neighbour[i]);
    for (let axis = 0; axis < 3; axis++) {
      const along =
        a[axis][0] * normals[3 * d] + a[axis][1] * normals[3 * d + 1] + a[axis][2] * normals[3 * d + 2];
      for (let c = 0; c < 3; c++) out[3 * d + c] += along * b[axis][c];
    }
  }
  return out;
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

/** An orthonormal frame: the normal, the edge without its part along the normal, and their cross product. */
function surfaceFrame(normals: Float32Array, positions: Positions, i: number, neighbour: number): Vector[] {
  const normal: Vector = [normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]];
  const j = neighbour < 0 ? i : neighbour;
  const edge: Vector = [0, 1, 2].map((c) => positions[3 * j + c] - positions[3 * i + c]) as Vector;
  const side = unit(cross(normal, edge));
  return [normal, cross(side, normal), side];
}
