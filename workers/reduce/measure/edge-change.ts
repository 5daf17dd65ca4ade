import type { EdgeChange } from "../../model/reduce/reduce-report";
import { blendPositions } from "../../model/rig/blend-positions";
import type { Rig } from "../../model/rig/rig";
import type { Task } from "../../model/task";

/** The number of bins for each factor of e in the histogram, and the least change that it distinguishes from 0. */
const BINS = 200;
const LEAST = 1e-9;
/** Edges below this share of the longest one are points that lie on each other: their change has no scale. */
const SHORTEST = 1e-4;
/** This share of all edges and poses changes less than the figure. */
const SHARE = 0.999;

/**
 * |d_i − d_k| / edge over all edges and poses, with d the vector from a vertex's target to its posed place. It tells
 * how much edges are torn. The figure for 99.9 % is exact to 0.5 %.
 * @param edges pairs of vertices, 2E.
 * @param frames P·3V: the targets of the vertices.
 */
export async function edgeChange(
  rig: Rig,
  edges: Uint32Array,
  frames: Float32Array,
  task: Task,
): Promise<EdgeChange> {
  const size = rig.rest.length;
  const count = frames.length / size;
  const lengths = edgeLengths(rig.rest, edges);
  const shortest = SHORTEST * lengths.reduce((most, length) => Math.max(most, length), 0);
  const posed = new Float64Array(size);
  const histogram = new Float64Array(BINS * 46);
  let [largest, total] = [0, 0];
  for (let p = 0; p < count; p++) {
    await task.checkpoint();
    blendPositions(rig, p, posed);
    for (let c = 0; c < size; c++) posed[c] -= frames[p * size + c];
    for (let e = 0; e < lengths.length; e++) {
      if (!(lengths[e] > shortest)) continue;
      const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
      const [x, y, z] = [posed[a] - posed[b], posed[a + 1] - posed[b + 1], posed[a + 2] - posed[b + 2]];
      const change = Math.sqrt(x * x + y * y + z * z) / lengths[e];
      if (change > largest) largest = change;
      histogram[binOf(change)]++;
      total++;
    }
  }
  return { largest, most: Math.min(largest, quantile(histogram, SHARE * total)) };
}

function edgeLengths(rest: Float32Array, edges: Uint32Array): Float64Array {
  return Float64Array.from({ length: edges.length / 2 }, (_, e) => {
    const [a, b] = [3 * edges[2 * e], 3 * edges[2 * e + 1]];
    return Math.hypot(rest[a] - rest[b], rest[a + 1] - rest[b + 1], rest[a + 2] - rest[b + 2]);
  });
}

const binOf = (change: number): number =>
  Math.min(BINS * 46 - 1, Math.max(0, Math.floor(BINS * Math.log(change / LEAST))));

/** The upper end of the bin below which `below` edges lie. */
function quantile(histogram: Float64Array, below: number): number {
  let seen = 0;
  for (let bin = 0; bin < histogram.length; bin++) {
    seen += histogram[bin];
    if (seen >= below) return bin === 0 ? 0 : LEAST * Math.exp((bin + 1) / BINS);
  }
  return 0;
}
