import type { Faces } from "./faces";
import type { ParameterValues } from "./geometry-parameter";

/** The vertices of a mesh, split where corners of one point differ in UV or normal. */
export interface SplitVertices {
  /** The point of each display vertex. */
  point: Uint32Array;
  /** The display vertex of each corner. */
  corners: Uint32Array;
  /** A corner that has the display vertex's UV and normal. */
  exampleCorner: Uint32Array;
}

/** Numbers pairs of 32-bit integers in the order in which they are first seen (open addressing). */
class PairIds {
  private readonly slots: Int32Array;
  private readonly first: Uint32Array;
  private readonly second: Uint32Array;
  count = 0;

  /** @param most the most different pairs that are possible. */
  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * most + 2));
    this.slots = new Int32Array(size).fill(-1);
    this.first = new Uint32Array(most);
    this.second = new Uint32Array(most);
  }

  id(a: number, b: number): number {
    let hash = Math.imul(a ^ (a >>> 15), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35);
    hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
    const mask = this.slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const id = this.slots[slot];
      if (id < 0) {
        this.slots[slot] = this.count;
        this.first[this.count] = a;
        this.second[this.count] = b;
        return this.count++;
      }
      if (this.first[id] === a >>> 0 && this.second[id] === b >>> 0) return id;
    }
  }
}

/**
 * Components of normals are compared in steps of one over this, because programs write smooth normals with noise in the
 * last digits.
 */
const NORMAL_STEPS = 4096;

/** Values of which only the first `size` numbers are used. */
export interface ExactValues {
  values: ParameterValues;
  size: number;
}

/**
 * Splits the points of a mesh. Without values and normals each used point is one display vertex.
 * @param exact UVs and colours, which differ if any number does.
 */
export function splitVertices(
  faces: Faces,
  exact: readonly ExactValues[],
  normals: ParameterValues | null,
): SplitVertices {
  const cornerCount = faces.points.length;
  let ids = Uint32Array.from(faces.points);
  for (const { values, size } of exact) {
    const bits = new Uint32Array(Float32Array.from(values.numbers).buffer);
    const idOfValue = valueIds(values, (at) => bits[at], size);
    ids = combine(ids, cornerValues(faces, values), idOfValue);
  }
  if (normals) {
    const { numbers } = normals;
    const values = valueIds(normals, (at) => Math.round(numbers[at] * NORMAL_STEPS) | 0, 3);
    ids = combine(ids, cornerValues(faces, normals), values);
  }
  // Renumbers the used ones in the order of first use.
  const seen = new PairIds(cornerCount);
  const point = new Uint32Array(cornerCount);
  const exampleCorner = new Uint32Array(cornerCount);
  const corners = ids.map((id, corner) => {
    const before = seen.count;
    const display = seen.id(id, 0);
    if (display === before) {
      point[display] = faces.points[corner];
      exampleCorner[display] = corner;
    }
    return display;
  });
  return { point: point.slice(0, seen.count), corners, exampleCorner: exampleCorner.slice(0, seen.count) };
}

/** The index of a parameter's value at each corner. */
export function cornerValues(faces: Faces, parameter: ParameterValues): Uint32Array {
  const { indices, scope } = parameter;
  const value = new Uint32Array(faces.points.length);
  for (let q = 0; q < faces.sourcePolygon.length; q++) {
    for (let c = faces.offsets[q]; c < faces.offsets[q + 1]; c++) {
      let element = 0;
      if (scope === "corner") element = faces.sourceCorner[c];
      else if (scope === "vertex") element = faces.points[c];
      else if (scope === "uniform") element = faces.sourcePolygon[q];
      value[c] = indices ? indices[element] : element;
    }
  }
  return value;
}

/** One number for each different value of a parameter. */
function valueIds(parameter: ParameterValues, key: (at: number) => number, size: number): Uint32Array {
  const count = parameter.numbers.length / parameter.stride;
  // One table for each number after the first. It maps pairs of the tuple so far and the number.
  const tuples = Array.from({ length: size - 1 }, () => new PairIds(count));
  return Uint32Array.from({ length: count }, (_, i) => {
    const at = i * parameter.stride;
    return tuples.reduce((id, pairs, c) => pairs.id(id, key(at + c + 1)), key(at));
  });
}

function combine(ids: Uint32Array, values: Uint32Array, idOfValue: Uint32Array): Uint32Array<ArrayBuffer> {
  const pairs = new PairIds(ids.length);
  return Uint32Array.from(ids, (id, corner) => pairs.id(id, idOfValue[values[corner]]));
}
