import { type Adjacency, adjacencyOf } from "../../geometry/adjacency";
import { ShortestPaths } from "../../math/order/shortest-paths";
import { connectedComponents } from "../../mesh/components";
import { vertexAreas } from "../../mesh/laplacian";

/** The nearest points of each point; `Nearest` of a problem. */
interface Neighbourhood {
  around(vertex: number, k: number): Uint32Array;
}

/** Vertices of other shells are searched among this many nearest vertices. */
const LOOK = 16;

/**
 * Distances along a mesh: the lengths of paths over its edges. Shells are linked where they are near each other, so
 * that buttons lie near their coat.
 */
export class SurfaceGraph {
  /** V: a third of the area of the triangles around each vertex. */
  readonly areas: Float64Array;
  /** V: the shell (connected part of the mesh) of each vertex. */
  readonly shells: Uint32Array;
  private readonly rest: ArrayLike<number>;
  private readonly edges: Adjacency;
  private readonly links: ReadonlyMap<number, readonly number[]>;
  private readonly paths: ShortestPaths;

  /**
   * @param rest 4V: x, y, z and 1 of each vertex.
   * @param triangles vertices, 3T.
   */
  constructor(rest: ArrayLike<number>, triangles: ArrayLike<number>, nearest: Neighbourhood) {
    const V = rest.length / 4;
    this.rest = rest;
    this.edges = adjacencyOf(triangles, V);
    const shells = connectedComponents(V, triangles);
    this.shells = shells.label;
    this.links = linksOf(shells, nearest);
    this.areas = vertexAreas(
      Float64Array.from({ length: 3 * V }, (_, n) => rest[4 * Math.floor(n / 3) + (n % 3)]),
      triangles,
    );
    this.paths = new ShortestPaths(V, (i, take) => this.neighbours(i, (l) => take(l, this.length(i, l))));
  }

  /**
   * Visits the vertices within a distance of some vertices, nearest first.
   * @param visit gets the vertex, its distance and the first vertex of the path, one of `sources`.
   */
  within(
    sources: readonly number[],
    radius: number,
    visit: (vertex: number, distance: number, source: number) => void,
  ): void {
    const { paths } = this;
    for (const i of paths.from(sources, radius)) visit(i, paths.distanceTo(i), paths.sourceOf(i));
  }

  /** The connected parts of a set of vertices. */
  partsOf(vertices: readonly number[]): number[][] {
    const left = new Set(vertices);
    const parts: number[][] = [];
    for (const first of vertices) {
      if (!left.delete(first)) continue;
      const part = [first];
      for (let n = 0; n < part.length; n++) {
        this.neighbours(part[n], (l) => {
          if (left.delete(l)) part.push(l);
        });
      }
      parts.push(part);
    }
    return parts;
  }

  private neighbours(i: number, take: (l: number) => void): void {
    const { offsets, neighbours } = this.edges;
    for (let e = offsets[i]; e < offsets[i + 1]; e++) take(neighbours[e]);
    for (const l of this.links.get(i) ?? []) take(l);
  }

  private length(i: number, l: number): number {
    const { rest } = this;
    return Math.hypot(
      rest[4 * i] - rest[4 * l],
      rest[4 * i + 1] - rest[4 * l + 1],
      rest[4 * i + 2] - rest[4 * l + 2],
    );
  }
}

/** Links between shells: each vertex with the nearest one of another shell, and at least one for each shell. */
function linksOf(
  { label, count }: { label: Uint32Array; count: number },
  nearest: Neighbourhood,
): Map<number, number[]> {
  const links = new Map<number, number[]>();
  if (count < 2) return links;
  const linked = new Uint8Array(count);
  const add = (i: number, l: number) => {
    links.set(i, [...(links.get(i) ?? []), l]);
    links.set(l, [...(links.get(l) ?? []), i]);
    linked[label[i]] = linked[label[l]] = 1;
  };
  const other = (i: number, k: number) => nearest.around(i, k).find((l) => label[l] !== label[i]);
  for (let i = 0; i < label.length; i++) {
    const l = other(i, LOOK);
    if (l !== undefined) add(i, l);
  }
  for (let i = 0; i < label.length; i++) {
    if (linked[label[i]]) continue;
    for (let k = 4 * LOOK; !linked[label[i]]; k *= 4) {
      const l = other(i, k);
      if (l !== undefined) add(i, l);
    }
  }
  return links;
}
