/** Converts shapes of points to shapes of welded vertices. */
import { partLinks, type SeamLinks, type Weld } from "../../mesh/weld";
import type { MeshShape, VertexRows } from "../../model/mesh/shapes";
import type { RawRows, RawSequence, RawShape } from "../source/source";
import { shareFloats, shareIndices } from "./shared-arrays";

/**
 * Points that a shape separates by more than this share of the diagonal are not one vertex, such as lips that are
 * closed in all frames. The two sides of a seam differ by less, because they have the same shape.
 */
const APART = 1e-4;

/** Marks the links whose points a shape separates. */
export function partByShapes(
  links: SeamLinks,
  { shapes = [], pointCount }: RawSequence,
  diagonal: number,
  apart: Uint8Array,
): void {
  if (links.pairs.length === 0) return;
  const added = new Float64Array(3 * pointCount);
  for (const { moved } of shapes) {
    moved.rows.forEach((p, n) => {
      added.set(moved.values.subarray(3 * n, 3 * n + 3), 3 * p);
    });
    partLinks(links, added, APART * diagonal, apart);
    for (const p of moved.rows) added.fill(0, 3 * p, 3 * p + 3);
  }
}

const isFinite3 = (values: Float64Array, at: number): boolean =>
  Number.isFinite(values[at] + values[at + 1] + values[at + 2]);

/**
 * Renumbers rows. If several rows get the same number, the first one counts. Rows that are not finite numbers are left
 * out.
 */
function renumbered({ rows, values }: RawRows, numberOf: (row: number) => number): VertexRows {
  const first = new Map<number, number>();
  rows.forEach((row, n) => {
    const number = numberOf(row);
    if (number >= 0 && !first.has(number) && isFinite3(values, 3 * n)) first.set(number, 3 * n);
  });
  const vertices = Uint32Array.from(first.keys()).sort();
  const out = new Float32Array(3 * vertices.length);
  vertices.forEach((vertex, n) => {
    const at = first.get(vertex)!;
    out.set(values.subarray(at, at + 3), 3 * n);
  });
  return { vertices, values: out };
}

/** How the points and display vertices of a file were renumbered. */
export interface Placed {
  weld: Weld;
  /** The raw display vertex of each kept one. */
  kept: Uint32Array;
}

/**
 * The shapes of welded vertices. Shapes that move none of the kept vertices are left out.
 */
export function weldShapes(shapes: readonly RawShape[], { weld, kept }: Placed): MeshShape[] {
  if (shapes.length === 0) return [];
  const displayOf = new Map(Array.from(kept, (raw, d) => [raw, d]));
  const vertexOf = (p: number) => (weld.vertex[p] < weld.count ? weld.vertex[p] : -1);
  const shared = ({ vertices, values }: VertexRows): VertexRows => ({
    vertices: shareIndices(vertices),
    values: shareFloats(values),
  });
  return shapes.flatMap(({ name, rest, weights, moved, turned }): MeshShape[] => {
    const own = renumbered(moved, vertexOf);
    if (own.vertices.length === 0) return [];
    const normals = turned && renumbered(turned, (raw) => displayOf.get(raw) ?? -1);
    return [
      {
        ...{ name, rest, weights: shareFloats(weights) },
        moved: shared(own),
        ...(normals && { turned: shared(normals) }),
      },
    ];
  });
}
