/** Measures for the figures, each computed only from rest and posed positions. */

import type { Vec3 } from "../../tools/samples/vector";
import { vertexNormals } from "../../workers/geometry/vertex-normals";
import { meshEdges } from "../../workers/mesh/laplacian";
import { boundsOf } from "../../workers/model/mesh/mesh-sequence";
import { enclosedVolume } from "../../workers/model/mesh/volume";

type Positions = ArrayLike<number>;

const at = (x: Positions, i: number): Vec3 => [x[3 * i], x[3 * i + 1], x[3 * i + 2]];
const apart = (x: Positions, a: number, b: number) =>
  Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);

/** Growth of the enclosed volume in percent. */
export function volumeChange(rest: Positions, posed: Positions, faces: Uint32Array): number {
  return 100 * (enclosedVolume(posed, faces) / enclosedVolume(rest, faces) - 1);
}

/** Growth of the most stretched edge in percent, without the worst thousandth. */
export function longestStretch(rest: Positions, posed: Positions, faces: Uint32Array): number {
  const edges = meshEdges(rest.length / 3, faces);
  const grown = new Float64Array(edges.length / 2);
  for (let e = 0; e < grown.length; e++) {
    const [a, b] = [edges[2 * e], edges[2 * e + 1]];
    grown[e] = apart(posed, a, b) / apart(rest, a, b) - 1;
  }
  return 100 * grown.sort()[Math.floor(0.999 * (grown.length - 1))];
}

/** `shareInside` tests every seventh vertex. */
const EVERY = 7;

/**
 * Percent of the vertices inside the body, where skin has passed through skin, as in a cleft. The winding number just
 * outside a vertex is 0, and 1 or more if other skin surrounds it (van Oosterom & Strackee 1983).
 */
export function shareInside(posed: Float64Array, faces: Uint32Array): number {
  const normals = vertexNormals(posed, faces);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(posed);
  const lift = 0.002 * Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  let [inside, looked] = [0, 0];
  for (let i = 0; 3 * i < posed.length; i += EVERY) {
    const p = at(posed, i).map((x, c) => x + lift * normals[3 * i + c]) as unknown as Vec3;
    looked++;
    if (windingNumber(posed, faces, p) > 0.5) inside++;
  }
  return (100 * inside) / looked;
}

function windingNumber(x: Float64Array, faces: Uint32Array, [px, py, pz]: Vec3): number {
  let sum = 0;
  for (let t = 0; t < faces.length; t += 3) {
    const [a, b, c] = [3 * faces[t], 3 * faces[t + 1], 3 * faces[t + 2]];
    const [ax, ay, az] = [x[a] - px, x[a + 1] - py, x[a + 2] - pz];
    const [bx, by, bz] = [x[b] - px, x[b + 1] - py, x[b + 2] - pz];
    const [cx, cy, cz] = [x[c] - px, x[c + 1] - py, x[c + 2] - pz];
    const [la, lb, lc] = [Math.hypot(ax, ay, az), Math.hypot(bx, by, bz), Math.hypot(cx, cy, cz)];
    const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const flat =
      la * lb * lc +
      (ax * bx + ay * by + az * bz) * lc +
      (bx * cx + by * cy + bz * cz) * la +
      (cx * ax + cy * ay + cz * az) * lb;
    sum += Math.atan2(triple, flat);
  }
  return sum / (2 * Math.PI);
}

/**
 * How far a region of skin without a moving bone of its own is drawn along the surface (mean) and out of it (maximum),
 * both in percent of the diagonal.
 */
export function drawnSkin(
  rest: Positions,
  posed: Positions,
  faces: Uint32Array,
  region: (p: Vec3) => boolean,
): { drawn: number; bulge: number } {
  const normals = vertexNormals(rest, faces);
  const [x0, y0, z0, x1, y1, z1] = boundsOf(rest);
  const percent = 100 / Math.hypot(x1 - x0, y1 - y0, z1 - z0);
  let [sum, count, most] = [0, 0, 0];
  for (let i = 0; 3 * i < rest.length; i++) {
    if (!region(at(rest, i))) continue;
    const way = at(posed, i).map((x, c) => x - rest[3 * i + c]);
    const out = way.reduce((s, d, c) => s + d * normals[3 * i + c], 0);
    sum += Math.sqrt(Math.max(0, way.reduce((s, d) => s + d * d, 0) - out * out));
    most = Math.max(most, out);
    count++;
  }
  return { drawn: (percent * sum) / count, bulge: percent * most };
}
