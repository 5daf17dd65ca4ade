/** The corners of a tetrahedron's faces, each opposite one corner, facing outwards if the volume is positive. */
const FACES = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
];

/** Six times the signed volume of the tetrahedron of points a, b, c and d. */
function volumeOf(positions: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const from = (p: number, axis: number) => positions[3 * p + axis] - positions[3 * a + axis];
  const [x, y, z] = [0, 1, 2].map((axis) => [from(b, axis), from(c, axis), from(d, axis)]);
  return (
    x[0] * (y[1] * z[2] - y[2] * z[1]) -
    x[1] * (y[0] * z[2] - y[2] * z[0]) +
    x[2] * (y[0] * z[1] - y[1] * z[0])
  );
}

/** Triangles, stored under their smallest point, with any winding. */
class FaceTable {
  /** Three points for each face, in the order of its first occurrence. */
  readonly corners: number[] = [];
  /** The number of occurrences of each face. */
  readonly seen: number[] = [];
  private readonly head: Int32Array;
  private readonly next: number[] = [];

  constructor(pointCount: number) {
    this.head = new Int32Array(pointCount).fill(-1);
  }

  /** The number of a face, or −1. */
  find(a: number, b: number, c: number): number {
    const least = Math.min(a, b, c);
    const most = Math.max(a, b, c);
    const middle = a + b + c - least - most;
    for (let face = this.head[least]; face >= 0; face = this.next[face]) {
      const [p, q, r] = [this.corners[3 * face], this.corners[3 * face + 1], this.corners[3 * face + 2]];
      if (Math.max(p, q, r) === most && p + q + r - least - most === middle) return face;
    }
    return -1;
  }

  add(a: number, b: number, c: number): void {
    const known = this.find(a, b, c);
    if (known >= 0) {
      this.seen[known]++;
      return;
    }
    const least = Math.min(a, b, c);
    this.next.push(this.head[least]);
    this.head[least] = this.seen.length;
    this.seen.push(1);
    this.corners.push(a, b, c);
  }
}

/** The faces of all tetrahedra, facing outwards for any order of the tetrahedra's corners. */
function facesOf(tets: Uint32Array, positions: ArrayLike<number>): FaceTable {
  const faces = new FaceTable(positions.length / 3);
  for (let t = 0; t < tets.length; t += 4) {
    const isTurned = volumeOf(positions, tets[t], tets[t + 1], tets[t + 2], tets[t + 3]) < 0;
    for (const [i, j, k] of FACES) {
      if (isTurned) faces.add(tets[t + i], tets[t + k], tets[t + j]);
      else faces.add(tets[t + i], tets[t + j], tets[t + k]);
    }
  }
  return faces;
}

/**
 * The surface of a solid: the faces that belong to only one tetrahedron, facing outwards.
 * @param tets points of the tetrahedra, 4 each.
 * @param positions 3P.
 * @returns points of the triangles, 3 each.
 */
export function tetSurface(tets: Uint32Array, positions: ArrayLike<number>): Int32Array {
  const { corners, seen } = facesOf(tets, positions);
  return Int32Array.from(corners.filter((_, c) => seen[Math.floor(c / 3)] === 1));
}

/**
 * Makes triangles on the surface of a solid face outwards.
 * @param triangles 3 points for each, changed in place.
 */
export function turnOutward(triangles: Int32Array, tets: Uint32Array, positions: ArrayLike<number>): void {
  const { corners, seen } = facesOf(tets, positions);
  const own = new FaceTable(positions.length / 3);
  seen.forEach((times, face) => {
    if (times === 1) own.add(corners[3 * face], corners[3 * face + 1], corners[3 * face + 2]);
  });
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const face = own.find(a, b, c);
    if (face < 0) continue;
    const at = own.corners.indexOf(a, 3 * face) - 3 * face;
    if (own.corners[3 * face + ((at + 1) % 3)] === b) continue;
    triangles[t + 1] = c;
    triangles[t + 2] = b;
  }
}
