/** More markers are no clearer, and take longer to draw. */
const MOST = 600;

/** A power of two: one vertex in this many gets a marker, so that about 600 of `count` do at most. */
export function densityFor(count: number): number {
  let density = 1;
  while (count > MOST * density) density *= 2;
  return density;
}

/**
 * Whether a vertex has a marker. Markers are spread over the mesh, one for every `density` vertices. As more is
 * painted, some of them disappear, but none moves.
 */
export function isAmong(vertex: number, density: number): boolean {
  return mixed(vertex) % density === 0;
}

/** Mixes the bits of a number, so that neighbouring numbers have unrelated results. */
function mixed(n: number): number {
  let x = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}
