import { type Surface, vertexFans } from "./vertex-fans";

/** The neighbours of each vertex, each once, in compressed rows: of i those in offsets[i] .. offsets[i + 1]. */
export function vertexRings(surface: Surface): { offsets: Uint32Array; neighbours: Uint32Array } {
  const fans = vertexFans(surface);
  const offsets = new Uint32Array(fans.offsets.length);
  const neighbours = new Uint32Array(fans.pairs.length);
  let length = 0;
  for (let i = 0; i + 1 < fans.offsets.length; i++) {
    const begin = length;
    for (let n = 2 * fans.offsets[i]; n < 2 * fans.offsets[i + 1]; n++) {
      const neighbour = fans.pairs[n];
      if (neighbour === i) continue;
      // Rings are short: each goes to its place among those before it, once.
      let at = length;
      while (at > begin && neighbours[at - 1] > neighbour) at--;
      if (at > begin && neighbours[at - 1] === neighbour) continue;
      for (let l = length++; l > at; l--) neighbours[l] = neighbours[l - 1];
      neighbours[at] = neighbour;
    }
    offsets[i + 1] = length;
  }
  return { offsets, neighbours: neighbours.slice(0, length) };
}
