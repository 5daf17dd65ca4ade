/** The vertex with the worst neighbourhood is chosen from this many worst vertices. */
const WORST = 40;

/**
 * Among the vertices with the largest errors, except those to avoid, the one whose neighbours have large errors too.
 */
export function worstVertex(
  errors: Float64Array,
  around: (vertex: number) => ArrayLike<number> & Iterable<number>,
  avoid: readonly number[],
): number {
  let best = 0;
  let most = -1;
  for (const i of worstVertices(errors, WORST + avoid.length)) {
    if (avoid.includes(i)) continue;
    let sum = 0;
    for (const v of around(i)) sum += errors[v];
    if (sum > most) {
      most = sum;
      best = i;
    }
  }
  return best;
}

/** The vertices with the largest errors, largest first. */
function worstVertices(errors: Float64Array, count: number): number[] {
  const worst: number[] = [];
  for (let i = 0; i < errors.length; i++) {
    if (worst.length === count && errors[i] <= errors[worst[count - 1]]) continue;
    let at = worst.length < count ? worst.length : count - 1;
    for (; at > 0 && errors[worst[at - 1]] < errors[i]; at--) worst[at] = worst[at - 1];
    worst[at] = i;
  }
  return worst;
}
