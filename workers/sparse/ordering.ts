/**
 * A fill-reducing ordering: approximate minimum degree on the quotient graph (Amestoy, Davis & Duff 1996, "An
 * approximate minimum degree ordering algorithm"), with element absorption (also aggressive), mass elimination, and
 * supervariables that are found by hashing. Ties go to the row with the latest degree, so equal input gives equal
 * output.
 *
 * A *variable* is a row that is not yet eliminated, or several such rows whose patterns became equal (a supervariable).
 * An *element* represents an eliminated row, which leaves its members as a clique.
 */
import type { Steps } from "../math/steps";

/** The pattern of a symmetric matrix, both triangles, by columns. Entries on the diagonal are ignored. */
export interface SymmetricPattern {
  offsets: ArrayLike<number>;
  indices: ArrayLike<number>;
}

/** Rows with more neighbours than this many times √n come last, because they would fill everything after them. */
const DENSE = 10;
/** The number of pivots between two steps, which take some milliseconds. */
const PIVOTS_AT_ONCE = 200;

/** Variables by their degrees, as doubly linked lists. */
class Buckets {
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly before: Int32Array;
  private lowest = 0;

  constructor(n: number) {
    this.head = new Int32Array(n + 1).fill(-1);
    this.next = new Int32Array(n).fill(-1);
    this.before = new Int32Array(n).fill(-1);
  }

  insert(i: number, degree: number): void {
    const first = this.head[degree];
    this.next[i] = first;
    this.before[i] = -1;
    if (first >= 0) this.before[first] = i;
    this.head[degree] = i;
    if (degree < this.lowest) this.lowest = degree;
  }

  remove(i: number, degree: number): void {
    const [next, before] = [this.next[i], this.before[i]];
    if (before >= 0) this.next[before] = next;
    else this.head[degree] = next;
    if (next >= 0) this.before[next] = before;
  }

  /** A variable of least degree. The lists must not be empty. */
  first(): number {
    while (this.head[this.lowest] < 0) this.lowest++;
    return this.head[this.lowest];
  }
}

class QuotientGraph {
  /** Number of rows in a variable; 0 once it is eliminated, merged into another, or set aside. */
  readonly weight: Int32Array;
  readonly degree: Int32Array;
  readonly order: number[] = [];
  private readonly n: number;
  private readonly rowsOf: number[][];
  private readonly variables: number[][];
  private readonly elements: number[][];
  private readonly members: number[][];
  /** Weight of an element's members; 0 if the element does not exist, or no longer does. */
  private readonly elementWeight: Int32Array;
  /** Weight of an element's members outside the new one, valid if `seen` has the pivot's number. */
  private readonly outside: Int32Array;
  private readonly seen: Int32Array;
  private readonly mark: Int32Array;
  private readonly buckets: Buckets;
  private stamp = 0;

  constructor(n: number, { offsets, indices }: SymmetricPattern) {
    this.n = n;
    this.weight = new Int32Array(n).fill(1);
    this.degree = new Int32Array(n);
    this.rowsOf = Array.from({ length: n }, (_, i) => [i]);
    this.elements = Array.from({ length: n }, () => []);
    this.members = Array.from({ length: n }, () => []);
    this.elementWeight = new Int32Array(n);
    this.outside = new Int32Array(n);
    this.seen = new Int32Array(n).fill(-1);
    this.mark = new Int32Array(n);
    this.buckets = new Buckets(n);
    const most = Math.max(16, DENSE * Math.sqrt(n));
    for (let i = 0; i < n; i++) if (offsets[i + 1] - offsets[i] > most) this.weight[i] = 0;
    this.variables = Array.from({ length: n }, (_, i) => {
      const list: number[] = [];
      if (this.weight[i] === 0) return list;
      for (let e = offsets[i]; e < offsets[i + 1]; e++) {
        const j = indices[e];
        if (j !== i && this.weight[j] > 0) list.push(j);
      }
      this.degree[i] = list.length;
      return list;
    });
    for (let i = n - 1; i >= 0; i--) if (this.weight[i] > 0) this.buckets.insert(i, this.degree[i]);
  }

  /** Eliminates the next variable, and variables that cause no further fill together with it. */
  eliminate(): void {
    const p = this.buckets.first();
    this.buckets.remove(p, this.degree[p]);
    const clique = this.gather(p);
    const left = this.n - this.order.length;
    const pivotWeight = this.weight[p];
    this.weight[p] = 0;
    this.measureOutside(p, clique);
    let cliqueWeight = 0;
    for (const i of clique) cliqueWeight += this.weight[i];
    const kept: number[] = [];
    for (const i of clique) {
      this.buckets.remove(i, this.degree[i]);
      const reach = this.prune(i, p);
      if (reach < 0) {
        this.rowsOf[p].push(...this.rowsOf[i]);
        cliqueWeight -= this.weight[i];
        this.weight[i] = 0;
      } else {
        kept.push(i);
        this.degree[i] = Math.min(this.degree[i], reach);
      }
    }
    for (const i of kept) {
      const others = cliqueWeight - this.weight[i];
      this.degree[i] = Math.max(0, Math.min(left - pivotWeight - this.weight[i], this.degree[i] + others));
    }
    this.order.push(...this.rowsOf[p]);
    this.members[p] = this.mergeEqual(kept);
    this.elementWeight[p] = cliqueWeight;
    for (const i of this.members[p]) this.buckets.insert(i, this.degree[i]);
  }

  /** The members of the element that the pivot becomes, all marked. The pivot's own elements are absorbed. */
  private gather(p: number): number[] {
    const stamp = ++this.stamp;
    this.mark[p] = stamp;
    const clique: number[] = [];
    const add = (i: number) => {
      if (this.weight[i] === 0 || this.mark[i] === stamp) return;
      this.mark[i] = stamp;
      clique.push(i);
    };
    this.variables[p].forEach(add);
    for (const e of this.elements[p]) {
      if (this.elementWeight[e] === 0) continue;
      this.members[e].forEach(add);
      this.elementWeight[e] = 0;
      this.members[e] = [];
    }
    this.variables[p] = [];
    this.elements[p] = [];
    return clique;
  }

  /** Finds, for each element that touches the clique, the weight of its members outside the clique. */
  private measureOutside(p: number, clique: number[]): void {
    for (const i of clique) {
      for (const e of this.elements[i]) {
        if (this.elementWeight[e] === 0) continue;
        if (this.seen[e] !== p) {
          this.seen[e] = p;
          this.outside[e] = this.elementWeight[e];
        }
        this.outside[e] -= this.weight[i];
      }
    }
  }

  /**
   * Removes from the lists of `i` everything that the new element p covers.
   * @returns a bound on the weight of i's neighbours outside the clique, or −1 if there are none.
   */
  private prune(i: number, p: number): number {
    const elements = this.elements[i];
    const variables = this.variables[i];
    let size = 0;
    let reach = 0;
    for (const e of elements) {
      if (this.elementWeight[e] === 0) continue;
      if (this.outside[e] === 0) {
        // All members of e are in the clique, so e is absorbed too.
        this.elementWeight[e] = 0;
        this.members[e] = [];
        continue;
      }
      reach += this.outside[e];
      elements[size++] = e;
    }
    elements.length = size;
    size = 0;
    for (const j of variables) {
      if (this.weight[j] === 0 || this.mark[j] === this.stamp) continue;
      reach += this.weight[j];
      variables[size++] = j;
    }
    variables.length = size;
    if (elements.length === 0 && variables.length === 0) return -1;
    elements.push(p);
    return reach;
  }

  /** Merges variables with equal lists. @returns the remaining ones. */
  private mergeEqual(candidates: number[]): number[] {
    const byHash = new Map<number, number[]>();
    const stay: number[] = [];
    for (const i of candidates) {
      let hash = this.elements[i].length + 31 * this.variables[i].length;
      for (const e of this.elements[i]) hash += e;
      for (const j of this.variables[i]) hash += j;
      const bucket = byHash.get(hash);
      const twin = bucket?.find((other) => this.sameLists(other, i));
      if (twin !== undefined) this.merge(twin, i);
      else {
        stay.push(i);
        if (bucket) bucket.push(i);
        else byHash.set(hash, [i]);
      }
    }
    return stay;
  }

  private sameLists(a: number, b: number): boolean {
    if (this.elements[a].length !== this.elements[b].length) return false;
    if (this.variables[a].length !== this.variables[b].length) return false;
    const stamp = ++this.stamp;
    for (const e of this.elements[a]) this.mark[e] = stamp;
    for (const j of this.variables[a]) this.mark[j] = stamp;
    return (
      this.elements[b].every((e) => this.mark[e] === stamp) &&
      this.variables[b].every((j) => this.mark[j] === stamp)
    );
  }

  private merge(into: number, i: number): void {
    this.degree[into] = Math.max(0, this.degree[into] - this.weight[i]);
    this.weight[into] += this.weight[i];
    this.weight[i] = 0;
    this.rowsOf[into].push(...this.rowsOf[i]);
    this.variables[i] = [];
    this.elements[i] = [];
  }
}

/**
 * An order of elimination that keeps the factor sparse.
 * @param n rows of the matrix.
 * @returns the rows in the order of elimination: each of 0 .. n − 1 once.
 */
export function* minimumDegree(n: number, pattern: SymmetricPattern): Steps<Uint32Array> {
  const graph = new QuotientGraph(n, pattern);
  const dense: number[] = [];
  for (let i = 0; i < n; i++) if (graph.weight[i] === 0) dense.push(i);
  for (let pivots = 0; graph.order.length < n - dense.length; pivots++) {
    if (pivots % PIVOTS_AT_ONCE === 0) yield;
    graph.eliminate();
  }
  return Uint32Array.from([...graph.order, ...dense]);
}
