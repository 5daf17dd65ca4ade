import { type Surface, vertexFans } from "./vertex-fans";

/** The neighbours of each vertex, each once, in compressed rows: of i those in offsets[i] .. offsets[i + 1]. */
export function vertexRings(surface: Surface): { offsets: Uint32Array; neighbours: Uint32Array } {
  const fans = vertexFans(surface);
  const offsets = new Uint32Array(fans.offsets.length);
  const neighbours = new Uint32Array(fans.pairs.length);
  let length = 0;
  for (let i = 0; i + 1 < fans.offsets.length; i++) {
    const around = fans.pairs.slice(2 * fans.offsets[i], 2 * fans.offsets[i + 1]).sort();
    for (let n = 0; n < around.length; n++) {
      if (around[n] !== i && (n === 0 || around[n] !== around[n - 1])) neighbours[length++] = around[n];
    }
    offsets[i + 1] = length;
  }
  return { offsets, neighbours: neighbours.slice(0, length) };
}
