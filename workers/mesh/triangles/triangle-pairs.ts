/**
 * Pairs of triangles that share an edge, two numbers each; if more than two share an edge, each forms a pair with the
 * next.
 * @param triangles vertices, 3T, below `vertexCount`.
 */
export function trianglePairs(triangles: ArrayLike<number>, vertexCount: number): Uint32Array {
  const keys = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [triangles[t + c], triangles[t + ((c + 1) % 3)]];
      keys[t + c] = Math.min(a, b) * vertexCount + Math.max(a, b);
    }
  }
  const order = Uint32Array.from({ length: keys.length }, (_, at) => at).sort(
    (a, b) => keys[a] - keys[b] || a - b,
  );
  const pairs: number[] = [];
  for (let n = 1; n < order.length; n++) {
    if (keys[order[n]] !== keys[order[n - 1]]) continue;
    const [s, t] = [Math.floor(order[n - 1] / 3), Math.floor(order[n] / 3)];
    if (s !== t) pairs.push(s, t);
  }
  return Uint32Array.from(pairs);
}
