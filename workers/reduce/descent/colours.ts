import type { Adjacency } from "../../geometry/adjacency";

/** Vertices in groups whose members do not depend on each other: group c is order[first[c] .. first[c + 1]]. */
export interface Colours {
  order: Uint32Array;
  first: number[];
}

/**
 * Colours vertices greedily in their order. No edge joins two vertices of a group, and with `distance` 2 no path of two
 * edges does. Threads may then visit a group in any order, with the same results.
 */
export function colourVertices({ offsets, neighbours }: Adjacency, distance: 1 | 2): Colours {
  const V = offsets.length - 1;
  const colour = new Int32Array(V).fill(-1);
  const seen: number[] = [];
  let count = 0;
  for (let i = 0; i < V; i++) {
    for (let e = offsets[i]; e < offsets[i + 1]; e++) {
      const k = neighbours[e];
      if (colour[k] >= 0) seen[colour[k]] = i;
      for (let f = offsets[k]; distance === 2 && f < offsets[k + 1]; f++) {
        const far = neighbours[f];
        if (colour[far] >= 0) seen[colour[far]] = i;
      }
    }
    let free = 0;
    while (free < count && seen[free] === i) free++;
    if (free === count) {
      count++;
      seen.push(-1);
    }
    colour[i] = free;
  }
  const sizes = new Array<number>(count).fill(0);
  for (const c of colour) sizes[c]++;
  const first = [0];
  for (const size of sizes) first.push(first[first.length - 1] + size);
  const next = first.slice();
  const order = new Uint32Array(V);
  for (let i = 0; i < V; i++) order[next[colour[i]]++] = i;
  return { order, first };
}
