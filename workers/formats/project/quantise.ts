/**
 * Stores positions on a grid of 2^bits points along the longest side of their box, predicted from earlier frames and
 * from a neighbour. The error is at most half a step of the grid and does not accumulate over the frames.
 */
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { joinPlanes, splitPlanes, unzigzag, zigzag } from "./byte-planes";

/** Value = min[component] + step · integer. */
export interface Grid {
  min: number[];
  step: number;
}

/** The grid of 2^bits steps that contains all `arrays` of packed tuples. */
export function gridOf(arrays: Float32Array[], components: number, bits: number): Grid {
  const min = new Array(components).fill(Infinity);
  const max = new Array(components).fill(-Infinity);
  for (const values of arrays) {
    for (let n = 0; n < values.length; n++) {
      const c = n % components;
      if (values[n] < min[c]) min[c] = values[n];
      if (values[n] > max[c]) max[c] = values[n];
    }
  }
  const side = Math.max(...max.map((x, c) => x - min[c]));
  return { min, step: (side > 0 ? side : 1) / (2 ** bits - 1) };
}

function toGrid(values: Float32Array, grid: Grid): Int32Array {
  const components = grid.min.length;
  return Int32Array.from(values, (x, n) => Math.round((x - grid.min[n % components]) / grid.step));
}

function fromGrid(integers: Int32Array, grid: Grid, values: Float32Array): void {
  const components = grid.min.length;
  for (let c = 0; c < components; c++) {
    for (let n = c; n < values.length; n += components) values[n] = grid.min[c] + grid.step * integers[n];
  }
}

/** For each vertex, the earlier neighbour that is nearest in the order; without one, the vertex before, or −1. */
export function predecessors(count: number, triangles: Uint32Array): Int32Array {
  const before = new Int32Array(count).fill(-1);
  for (let t = 0; t < triangles.length; t++) {
    const base = t - (t % 3);
    const i = triangles[t];
    for (let c = base; c < base + 3; c++) {
      const n = triangles[c];
      if (n < i && n > before[i]) before[i] = n;
    }
  }
  for (let i = 1; i < count; i++) if (before[i] < 0) before[i] = i - 1;
  return before;
}

/** The solver vertices' predecessors. */
export function solverPredecessors(
  s: Pick<MeshSequence, "vertexCount" | "triangles" | "solverIndex">,
): Int32Array {
  return predecessors(
    s.vertexCount,
    s.triangles.map((v) => s.solverIndex[v]),
  );
}

/** The number of ways to predict a frame: nothing, the frame before, or the line through the two frames before. */
const ORDERS = 3;

/**
 * Encodes and decodes one array after another over the same vertices. Both directions keep the last two arrays as
 * integers. An array is written as its order of prediction (one byte) and two planes of residuals modulo 2¹⁶.
 */
export class FramePredictor {
  private readonly grid: Grid;
  private readonly before: Int32Array;
  private last: Int32Array;
  private lastButOne: Int32Array;

  constructor(grid: Grid, before: Int32Array) {
    this.grid = grid;
    this.before = before;
    this.last = new Int32Array(before.length * grid.min.length);
    this.lastButOne = this.last;
  }

  /** The prediction of an array with an order. */
  private guess(order: number): Int32Array {
    const { last, lastButOne } = this;
    if (order === 1) return last;
    const guess = new Int32Array(last.length);
    if (order === 2) for (let n = 0; n < guess.length; n++) guess[n] = 2 * last[n] - lastButOne[n];
    return guess;
  }

  private residuals(integers: Int32Array, order: number): Uint16Array {
    const components = this.grid.min.length;
    const guess = this.guess(order);
    const words = new Uint16Array(integers.length);
    for (let i = 0; i < this.before.length; i++) {
      for (let c = 0; c < components; c++) {
        const n = components * i + c;
        const m = components * this.before[i] + c;
        const neighbour = m < 0 ? 0 : integers[m] - guess[m];
        words[n] = zigzag(((integers[n] - guess[n] - neighbour) << 16) >> 16);
      }
    }
    return words;
  }

  private advance(integers: Int32Array): void {
    this.lastButOne = this.last;
    this.last = integers;
  }

  encode(values: Float32Array): Uint8Array {
    const integers = toGrid(values, this.grid);
    let best: Uint16Array = new Uint16Array();
    let bestOrder = 0;
    let least = Infinity;
    for (let order = 0; order < ORDERS; order++) {
      const words = this.residuals(integers, order);
      let sum = 0;
      for (const word of words) sum += word;
      if (sum < least) [best, bestOrder, least] = [words, order, sum];
    }
    this.advance(integers);
    const bytes = new Uint8Array(1 + 2 * best.length);
    bytes[0] = bestOrder;
    bytes.set(splitPlanes(best), 1);
    return bytes;
  }

  /** The number of bytes that `encode` returns for an array of `numbers`. */
  static sizeOf(numbers: number): number {
    return 1 + 2 * numbers;
  }

  decode(bytes: Uint8Array, values: Float32Array): void {
    const components = this.grid.min.length;
    const guess = this.guess(Math.min(bytes[0], ORDERS - 1));
    const words = joinPlanes(bytes.subarray(1), new Uint16Array(this.last.length));
    const integers = new Int32Array(words.length);
    for (let i = 0; i < this.before.length; i++) {
      for (let c = 0; c < components; c++) {
        const n = components * i + c;
        const m = components * this.before[i] + c;
        const neighbour = m < 0 ? 0 : integers[m] - guess[m];
        integers[n] = (unzigzag(words[n]) + guess[n] + neighbour) & 0xffff;
      }
    }
    fromGrid(integers, this.grid, values);
    this.advance(integers);
  }
}
