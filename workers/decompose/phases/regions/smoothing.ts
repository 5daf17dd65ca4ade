import type { Arena } from "../../../kernels/arena";
import type { Problem } from "../../problem/problem";
import type { BlendState } from "../blend-state";

/**
 * Weight smoothness: E_S = Σ_j w_jᵀ L w_j with the uniform graph Laplacian. It is the sum of |w_i − w_l|² over the
 * mesh's edges (Le & Deng 2014, equation 24), divided by the mean number of neighbours. In terms of E_RMS, the
 * objective is (E_RMS/1000)² + ω · 1e-4 · E_S/V. It depends on neither the scale and position of the mesh nor the
 * number of frames.
 */
const UNIT = 1e-4;

export interface Smoothing {
  /** The factor on |w_i − w_l|² of an edge, relative to the sum of squared errors. */
  weight: number;
  /**
   * Neighbours of vertex i: neighbours[neighbourOffsets[i] .. neighbourOffsets[i + 1]]. In the arena, as is `order`.
   */
  neighbourOffsets: Int32Array;
  neighbours: Int32Array;
  /** Vertices by colour: colour c is order[offsets[c] .. offsets[c + 1]]; neighbours differ in colour. */
  order: Int32Array;
  offsets: number[];
  /** Sum over the edges of |w_i − w_l|². */
  roughness(state: BlendState): number;
}

/** Arena bytes, by the number of triangles. */
export function smoothingBytes(vertices: number, triangles: number): number {
  return 4 * (2 * vertices + 1 + 6 * triangles) + 64;
}

/** @param omega the artist's setting, 0 to 10. */
export function createSmoothing(arena: Arena, problem: Problem, omega: number): Smoothing {
  const V = problem.vertexCount;
  const lists = neighbourLists(V, problem.triangles);
  const neighbourOffsets = arena.i32(V + 1);
  neighbourOffsets[0] = 0;
  for (let i = 0; i < V; i++) neighbourOffsets[i + 1] = neighbourOffsets[i] + lists[i].length;
  const neighbours = arena.i32(neighbourOffsets[V]);
  for (let i = 0; i < V; i++) neighbours.set(lists[i], neighbourOffsets[i]);
  const { order, offsets } = colour(lists);
  const orderInArena = arena.i32(V);
  orderInArena.set(order);
  const meanDegree = Math.max(neighbours.length / V, 1);
  return {
    weight: (omega * UNIT * 3 * problem.frameCount) / meanDegree,
    neighbourOffsets,
    neighbours,
    order: orderInArena,
    offsets,
    roughness: (state) => roughness(state, neighbourOffsets, neighbours),
  };
}

function neighbourLists(vertices: number, triangles: Uint32Array): number[][] {
  const lists: number[][] = Array.from({ length: vertices }, () => []);
  const link = (a: number, b: number) => {
    if (a !== b && !lists[a].includes(b)) lists[a].push(b);
  };
  for (let t = 0; t < triangles.length; t += 3) {
    for (let e = 0; e < 3; e++) {
      link(triangles[t + e], triangles[t + ((e + 1) % 3)]);
      link(triangles[t + ((e + 1) % 3)], triangles[t + e]);
    }
  }
  for (const list of lists) list.sort((a, b) => a - b);
  return lists;
}

/** Greedy colouring in order of vertices. */
function colour(lists: number[][]): { order: number[]; offsets: number[] } {
  const colours = new Int32Array(lists.length).fill(-1);
  const classes: number[][] = [];
  lists.forEach((list, i) => {
    const taken = new Set(list.map((l) => colours[l]));
    let c = 0;
    while (taken.has(c)) c++;
    colours[i] = c;
    (classes[c] ??= []).push(i);
  });
  const offsets = [0];
  for (const c of classes) offsets.push(offsets[offsets.length - 1] + c.length);
  return { order: classes.flat(), offsets };
}

function roughness({ ids, values }: BlendState, starts: Int32Array, neighbours: Int32Array): number {
  const V = starts.length - 1;
  const slots = ids.length / V;
  let sum = 0;
  for (let i = 0; i < V; i++) {
    for (let e = starts[i]; e < starts[i + 1]; e++) {
      if (neighbours[e] > i) sum += distance(ids, values, i * slots, neighbours[e] * slots, slots);
    }
  }
  return sum;
}

/** |w_i − w_l|² of two rows of slots. */
function distance(ids: Int32Array, values: Float64Array, a: number, b: number, slots: number): number {
  let sum = 0;
  for (let s = 0; s < slots; s++) {
    if (ids[a + s] >= 0) sum += values[a + s] ** 2;
    if (ids[b + s] >= 0) sum += values[b + s] ** 2;
    for (let t = 0; t < slots && ids[a + s] >= 0; t++) {
      if (ids[b + t] === ids[a + s]) sum -= 2 * values[a + s] * values[b + t];
    }
  }
  return sum;
}
