/**
 * Finds all weights of an FBX's vertices. Three's reader gives every corner its four largest, but leaves the deformer
 * at the geometry. That has the complete rows of points, but not the point of each corner. This matches a corner with
 * the point whose four largest weights are the same, to the last bit.
 */
import { type BufferGeometry, Vector4 } from "three";

/** What three calls a bone of a deformer: points and their weights. */
interface RawBone {
  indices: ArrayLike<number>;
  weights: ArrayLike<number>;
}

/** Weights of a point: bones of the deformer, and their weights in the file. */
type Row = [bone: number, weight: number][];

/** Weights of the corners of a geometry. */
export interface CornerInfluences {
  /**
   * Distinct rows; none if nothing is bound. Corners share them, so that a point with many bones does not cost every
   * corner as much.
   */
  rows: Row[];
  /** Row of each corner. */
  rowOf: Uint32Array;
  /** Points with more than four weights that cannot be distinguished from others. They keep the four largest. */
  cut: number;
}

export const NO_INFLUENCES: CornerInfluences = { rows: [], rowOf: new Uint32Array(0), cut: 0 };

const KEPT = 4;

function rowsOfPoints(bones: readonly RawBone[]): Map<number, Row> {
  const rows = new Map<number, Row>();
  bones.forEach(({ indices, weights }, bone) => {
    for (let n = 0; n < indices.length; n++) {
      const row = rows.get(indices[n]);
      if (row) row.push([bone, weights[n]]);
      else rows.set(indices[n], [[bone, weights[n]]]);
    }
  });
  return rows;
}

/** The four that three keeps of a row, in its order: it puts each weight before the first smaller one. */
function keptOf(row: Row): Row {
  const kept: Row = row.length > KEPT ? [] : [...row];
  while (kept.length < KEPT) kept.push([0, 0]);
  if (row.length <= KEPT) return kept;
  for (const entry of row) {
    let carried = entry;
    for (let at = 0; at < KEPT; at++) {
      if (carried[1] > kept[at][1]) [kept[at], carried] = [carried, kept[at]];
    }
  }
  return kept;
}

/** Geometries have weights in 32 bits. */
const keyOf = (row: Row) => row.map(([bone, weight]) => `${bone}:${Math.fround(weight)}`).join();

/** The four as three stores them at the geometry: rounded, scaled to the sum 1, and rounded again. */
function scaled(kept: Row): Row {
  const vector = new Vector4().fromArray(kept.map(([, weight]) => Math.fround(weight)));
  const scale = 1 / vector.manhattanLength();
  if (scale === Infinity) vector.set(1, 0, 0, 0);
  else vector.multiplyScalar(scale);
  return vector.toArray().map((weight, e) => [kept[e][0], weight]);
}

/** The key that identifies a point by its corners. */
const markOf = (row: Row) => keyOf(scaled(keptOf(row)));

/** Complete rows by what three keeps of them; null if points with different rows look alike. */
function rowsByKept(rows: Iterable<Row>): Map<string, Row | null> {
  const found = new Map<string, Row | null>();
  for (const row of rows) {
    const key = markOf(row);
    const other = found.get(key);
    if (other === undefined) found.set(key, row);
    else if (other !== null && keyOf(other) !== keyOf(row)) found.set(key, null);
  }
  return found;
}

const isLong = (row: Row) => row.filter(([, weight]) => weight > 0).length > KEPT;

export function cornerInfluences(geometry: BufferGeometry): CornerInfluences {
  const { skinIndex, skinWeight } = geometry.attributes;
  if (!skinIndex || !skinWeight) return NO_INFLUENCES;
  const deformer = (geometry as { FBX_Deformer?: { rawBones?: RawBone[] } }).FBX_Deformer;
  const points = rowsOfPoints(deformer?.rawBones ?? []);
  const whole = rowsByKept(points.values());
  const told = new Set<string>();
  const rows: Row[] = [];
  const known = new Map<string, number>();
  const rowOf = Uint32Array.from({ length: skinIndex.count }, (_, c) => {
    const four = Array.from({ length: KEPT }, (_, e): Row[number] => [
      skinIndex.getComponent(c, e),
      skinWeight.getComponent(c, e),
    ]);
    const key = keyOf(four);
    const before = known.get(key);
    if (before !== undefined) return before;
    const row = whole.get(key);
    if (row) told.add(key);
    known.set(key, rows.length);
    return rows.push(row ?? four) - 1;
  });
  const cut = [...points.values()].filter((row) => isLong(row) && !told.has(markOf(row))).length;
  return { rows, rowOf, cut };
}
