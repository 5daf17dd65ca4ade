/** Vertices in a leaf of the tree. */
const LEAF = 12;

/**
 * A kd-tree over rest positions in homogeneous coordinates (4V) that finds the k vertices nearest to a vertex. Ties are
 * broken by index, so answers do not depend on how the tree was built.
 */
export class Nearest {
  private readonly rest: Float64Array;
  /** Vertices, permuted so that every node is a range, split at its middle. */
  private readonly order: Uint32Array;
  /** The axis that splits a node, at the index of the node's middle. Leaves have none. */
  private readonly axes: Uint8Array;
  private found = new Uint32Array(0);
  private distances = new Float64Array(0);
  private filled = 0;

  constructor(rest: Float64Array) {
    this.rest = rest;
    const count = rest.length / 4;
    this.order = Uint32Array.from({ length: count }, (_, i) => i);
    this.axes = new Uint8Array(count);
    this.split(0, count);
  }

  /** The min(k, V) vertices nearest to `vertex`, itself included, nearest first. Valid until the next call. */
  around(vertex: number, k: number): Uint32Array {
    const wanted = Math.min(k, this.order.length);
    if (this.found.length < wanted) {
      this.found = new Uint32Array(wanted);
      this.distances = new Float64Array(wanted);
    }
    this.filled = 0;
    this.visit(4 * vertex, wanted, 0, this.order.length);
    return this.found.subarray(0, wanted);
  }

  private split(begin: number, end: number): void {
    if (end - begin <= LEAF) return;
    const middle = (begin + end) >> 1;
    const axis = this.widestAxis(begin, end);
    this.axes[middle] = axis;
    this.select(begin, end, middle, axis);
    this.split(begin, middle);
    this.split(middle + 1, end);
  }

  private widestAxis(begin: number, end: number): number {
    let best = 0;
    let widest = -1;
    for (let axis = 0; axis < 3; axis++) {
      let least = Infinity;
      let most = -Infinity;
      for (let n = begin; n < end; n++) {
        const x = this.rest[4 * this.order[n] + axis];
        if (x < least) least = x;
        if (x > most) most = x;
      }
      if (most - least > widest) {
        widest = most - least;
        best = axis;
      }
    }
    return best;
  }

  private before(a: number, b: number, axis: number): boolean {
    const difference = this.rest[4 * a + axis] - this.rest[4 * b + axis];
    return difference < 0 || (difference === 0 && a < b);
  }

  /**
   * Moves the vertex that belongs at `middle` there, and vertices with smaller coordinates before it (Hoare's
   * quickselect).
   */
  private select(begin: number, end: number, middle: number, axis: number): void {
    const { order } = this;
    let low = begin;
    let high = end - 1;
    while (low < high) {
      const pivot = order[(low + high) >> 1];
      let i = low;
      let j = high;
      while (i <= j) {
        while (this.before(order[i], pivot, axis)) i++;
        while (this.before(pivot, order[j], axis)) j--;
        if (i > j) break;
        [order[i], order[j]] = [order[j], order[i]];
        i++;
        j--;
      }
      if (middle <= j) high = j;
      else if (middle >= i) low = i;
      else return;
    }
  }

  private visit(at: number, wanted: number, begin: number, end: number): void {
    if (end - begin <= LEAF) {
      for (let n = begin; n < end; n++) this.offer(at, this.order[n], wanted);
      return;
    }
    const middle = (begin + end) >> 1;
    const split = this.order[middle];
    const gap = this.rest[at + this.axes[middle]] - this.rest[4 * split + this.axes[middle]];
    const [near, far] = gap <= 0 ? [0, 1] : [1, 0];
    const sides: [number, number][] = [
      [begin, middle],
      [middle + 1, end],
    ];
    this.visit(at, wanted, ...sides[near]);
    this.offer(at, split, wanted);
    if (this.filled < wanted || gap * gap <= this.distances[wanted - 1])
      this.visit(at, wanted, ...sides[far]);
  }

  private offer(at: number, vertex: number, wanted: number): void {
    const { rest, found, distances } = this;
    const x = rest[4 * vertex] - rest[at];
    const y = rest[4 * vertex + 1] - rest[at + 1];
    const z = rest[4 * vertex + 2] - rest[at + 2];
    const distance = x * x + y * y + z * z;
    const after = (n: number) => distances[n] > distance || (distances[n] === distance && found[n] > vertex);
    if (this.filled === wanted && !after(wanted - 1)) return;
    let n = this.filled < wanted ? this.filled++ : wanted - 1;
    for (; n > 0 && after(n - 1); n--) {
      found[n] = found[n - 1];
      distances[n] = distances[n - 1];
    }
    found[n] = vertex;
    distances[n] = distance;
  }
}
