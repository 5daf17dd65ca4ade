import { DisjointSets } from "../../mesh/disjoint-sets";
import { coincidentPoints, type Weld } from "../../mesh/weld";
import type { RawSurface } from "../source/source";

/** The welded surface whose vertices the wires link. */
export interface WiredSurface {
  raw: Pick<RawSurface, "wires" | "tets">;
  /** 3P. */
  rest: ArrayLike<number>;
  weld: Weld;
  /** Solver vertices of the triangles, 3 each. */
  triangles: Uint32Array;
  /** Points within this distance coincide. */
  tolerance: number;
}

const NONE = -1;

/**
 * The solver vertex of each point that a face or tetrahedron uses, or that coincides with such a point, because formats
 * with separate lines repeat end points; −1 for the others.
 */
function vertexOfPoints({ rest, weld, tolerance }: WiredSurface, wires: Uint32Array): Int32Array {
  const points = rest.length / 3;
  const vertex = Int32Array.from(weld.vertex, (v) => (v === weld.count ? NONE : v));
  if (!wires.some((p) => vertex[p] === NONE)) return vertex;
  const marked = Uint8Array.from(vertex, (v) => (v === NONE ? 0 : 1));
  for (const p of wires) marked[p] = 1;
  const group = coincidentPoints(rest, marked, tolerance);
  const ofGroup = new Int32Array(points).fill(NONE);
  for (let p = 0; p < points; p++) if (vertex[p] !== NONE) ofGroup[group[p]] = vertex[p];
  for (const p of wires) if (vertex[p] === NONE) vertex[p] = ofGroup[group[p]];
  return vertex;
}

/** Removes edges of faces and tetrahedra from the links, because these link nothing new. */
function dropEdges(
  links: Map<number, [number, number]>,
  key: (a: number, b: number) => number,
  s: WiredSurface,
) {
  const { triangles, raw, weld } = s;
  for (let t = 0; t < triangles.length; t++) {
    const next = t % 3 === 2 ? t - 2 : t + 1;
    links.delete(key(triangles[t], triangles[next]));
  }
  const tets = raw.tets ?? new Uint32Array(0);
  for (let t = 0; t < tets.length; t += 4) {
    for (let a = 0; a < 3; a++) {
      for (let b = a + 1; b < 4; b++) links.delete(key(weld.vertex[tets[t + a]], weld.vertex[tets[t + b]]));
    }
  }
}

/**
 * The wire edges of a file as links between vertices with faces: each pair once, without edges of faces. A chain of
 * wires through points without faces links the vertices at its ends. A chain that ends in the air links nothing.
 * @returns solver vertices, 2 each; null if there are no links.
 */
export function wireLinks(surface: WiredSurface): Uint32Array | null {
  const wires = surface.raw.wires ?? new Uint32Array(0);
  if (wires.length === 0) return null;
  const vertex = vertexOfPoints(surface, wires);
  const count = surface.weld.count;
  const key = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b);
  const links = new Map<number, [number, number]>();
  const link = (a: number, b: number) => {
    if (a !== b && !links.has(key(a, b))) links.set(key(a, b), [a, b]);
  };
  const chains = new DisjointSets(vertex.length);
  for (let w = 0; w + 1 < wires.length; w += 2) {
    const [p, q] = [wires[w], wires[w + 1]];
    if (vertex[p] === NONE && vertex[q] === NONE) chains.union(p, q);
  }
  const { label } = chains.labels();
  const endOf = new Map<number, number>();
  for (let w = 0; w + 1 < wires.length; w += 2) {
    const [p, q] = [wires[w], wires[w + 1]];
    const [a, b] = [vertex[p], vertex[q]];
    if (a !== NONE && b !== NONE) link(a, b);
    else if (a !== NONE || b !== NONE) {
      const [chain, end] = a === NONE ? [label[p], b] : [label[q], a];
      const first = endOf.get(chain);
      if (first === undefined) endOf.set(chain, end);
      else link(first, end);
    }
  }
  dropEdges(links, key, surface);
  return links.size > 0 ? Uint32Array.from([...links.values()].flat()) : null;
}
