/**
 * Whether every edge has one face on each side, so that the surface encloses a volume.
 * @param triangles 3T.
 */
export function isClosed(triangles: ArrayLike<number>): boolean {
  return triangles.length > 0 && boundaryEdges(triangles).length === 0;
}

/**
 * Directed edges without their opposites, as pairs.
 * @param triangles 3T.
 */
export function boundaryEdges(triangles: ArrayLike<number>): number[] {
  const open = new Map<number, number>();
  let most = 0;
  for (let c = 0; c < triangles.length; c++) most = Math.max(most, triangles[c]);
  const base = most + 1;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [triangles[t + c], triangles[t + ((c + 1) % 3)]];
      if (a === b) continue;
      const opposite = open.get(b * base + a) ?? 0;
      if (opposite > 1) open.set(b * base + a, opposite - 1);
      else if (opposite === 1) open.delete(b * base + a);
      else open.set(a * base + b, (open.get(a * base + b) ?? 0) + 1);
    }
  }
  return [...open.keys()].flatMap((key) => [Math.floor(key / base), key % base]);
}

/**
 * Volume between triangles and a point, Σ (a − p) · ((b − p) × (c − p)) / 6, with the sign of the winding; for a closed
 * surface it is the enclosed volume, for any point.
 * @param positions 3V.
 * @param triangles 3T.
 */
export function coneVolume(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  [px, py, pz]: readonly [number, number, number],
): number {
  let sum = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const ax = positions[a] - px;
    const ay = positions[a + 1] - py;
    const az = positions[a + 2] - pz;
    const bx = positions[b] - px;
    const by = positions[b + 1] - py;
    const bz = positions[b + 2] - pz;
    const cx = positions[c] - px;
    const cy = positions[c + 1] - py;
    const cz = positions[c + 2] - pz;
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}

/**
 * The volume that a closed surface encloses, computed about one of its vertices so that no digits are lost far from the
 * origin. Negative where faces point inwards.
 * @param positions 3V.
 * @param triangles vertices, 3T, of a surface that `isClosed`.
 */
export function enclosedVolume(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  const at = 3 * triangles[0];
  return coneVolume(positions, triangles, [positions[at], positions[at + 1], positions[at + 2]]);
}
