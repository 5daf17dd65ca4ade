/** Lines and triangles of a primitive's mode (glTF 2.0, section 3.7.2.1). */
const LINES = 1;
const LINE_LOOP = 2;
const LINE_STRIP = 3;
const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

/** Whether a mode draws a surface; points and lines do not. */
export const isSurface = (mode: number): boolean => mode >= TRIANGLES && mode <= FAN;

/** The ends of the lines that a mode draws, two for each; empty if it draws no lines. */
export function listLines(indices: ArrayLike<number>, mode: number): Uint32Array {
  if (!(mode >= LINES && mode <= LINE_STRIP) || indices.length < 2) return new Uint32Array(0);
  if (mode === LINES) return Uint32Array.from({ length: indices.length & ~1 }, (_, c) => indices[c]);
  const count = mode === LINE_LOOP ? indices.length : indices.length - 1;
  return Uint32Array.from({ length: 2 * count }, (_, c) => indices[((c >> 1) + (c & 1)) % indices.length]);
}

/**
 * The corners of the triangles, three for each. Triangles that use a vertex twice are left out.
 * @param indices vertices in drawing order.
 * @param flip whether to reverse every triangle, for mirrored meshes.
 */
export function listTriangles(indices: ArrayLike<number>, mode: number, flip: boolean): Uint32Array {
  const count = mode === TRIANGLES ? Math.floor(indices.length / 3) : Math.max(0, indices.length - 2);
  const corners = new Uint32Array(3 * count);
  let at = 0;
  for (let t = 0; t < count; t++) {
    const first = mode === TRIANGLES ? 3 * t : t;
    let [a, b, c] = [indices[first], indices[first + 1], indices[first + 2]];
    if (mode === STRIP && t % 2 === 1) [b, c] = [c, b];
    if (mode === FAN) [a, b, c] = [indices[t + 1], indices[t + 2], indices[0]];
    if (flip) [b, c] = [c, b];
    if (a === b || b === c || c === a) continue;
    corners[at++] = a;
    corners[at++] = b;
    corners[at++] = c;
  }
  return corners.slice(0, at);
}
