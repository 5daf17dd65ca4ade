/** More markers than this say no more, and take time to draw. */
const MOST = 600;

/** Of how many vertices one has a marker, so that of `count` about 600 at most have: a power of two. */
export function densityFor(count: number): number {
  let density = 1;
  while (count > MOST * density) density *= 2;
  return density;
}

/**
 * Whether a vertex is among those that have markers at a density. They are spread over the mesh, and those of a higher
 * density are among those of a lower one: while more vertices are painted markers go, and none jumps.
 */
export function isAmong(vertex: number, density: number): boolean {
  return mixed(vertex) % density === 0;
}

/** The number's bits, mixed: neighbours in number have nothing in common. */
function mixed(n: number): number {
  let x = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b);
  return (x ^ (x >>> 16)) >>> 0;
}
