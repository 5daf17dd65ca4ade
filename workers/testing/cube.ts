/** A cube for tests. Corner n has high x, y or z if bit 0, 1 or 2 of n is set. */

/** The corners of each face, anticlockwise seen from outside. */
export const CUBE_FACES: readonly (readonly [number, number, number, number])[] = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** Each face cut from its first corner to its third, 3 corners per triangle. */
export const CUBE_TRIANGLES = Uint32Array.from(CUBE_FACES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));

/** Positions of the corners, 24 numbers. */
export const cubeCorners = (low: number, high: number): Float32Array =>
  Float32Array.from({ length: 24 }, (_, at) => ((Math.floor(at / 3) >> (at % 3)) & 1 ? high : low));
