/** Whether every edge has one face on each side of it: then the surface encloses a volume. @param triangles 3T. */
export function isClosed(triangles: ArrayLike<number>): boolean {
  const open = new Map<number, number>();
  let most = 0;
  for (let t = 0; t < triangles.length; t++) most = Math.max(most, triangles[t]);
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [triangles[t + c], triangles[t + ((c + 1) % 3)]];
      if (a === b) continue;
      // One way counts up, the other down: what is left is a boundary, or faces that disagree on what is outside.
      const key = Math.min(a, b) * (most + 1) + Math.max(a, b);
      const sum = (open.get(key) ?? 0) + (a < b ? 1 : -1);
      if (sum === 0) open.delete(key);
      else open.set(key, sum);
    }
  }
  return triangles.length > 0 && open.size === 0;
}

/**
 * The volume that a closed surface encloses, by the divergence theorem: Σ a · (b × c) / 6 over its triangles, taken about
 * one of its vertices so that nothing is lost far from the origin. Negative where faces point inwards.
 * @param positions 3V.
 * @param triangles vertices, 3T, of a surface that `isClosed`.
 */
export function enclosedVolume(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  const [ox, oy, oz] = [0, 1, 2].map((c) => positions[3 * triangles[0] + c]);
  let sum = 0;
  for (let t = 0; t + 2 < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const ax = positions[a] - ox;
    const ay = positions[a + 1] - oy;
    const az = positions[a + 2] - oz;
    const bx = positions[b] - ox;
    const by = positions[b + 1] - oy;
    const bz = positions[b + 2] - oz;
    const cx = positions[c] - ox;
    const cy = positions[c + 1] - oy;
    const cz = positions[c + 2] - oz;
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
