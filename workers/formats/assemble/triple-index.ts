/** Numbers distinct triples of 32-bit integers in order of first occurrence: an open-addressed hash table. */
export class TripleIndex {
  count = 0;
  private triples: Int32Array;
  /** The number of the triple at each place of the table, or −1. The length is a power of two. */
  private table: Int32Array;

  /** @param expected the expected number of triples. The table grows if there are more. */
  constructor(expected: number) {
    const capacity = Math.max(16, expected);
    this.triples = new Int32Array(3 * capacity);
    this.table = new Int32Array(2 ** Math.ceil(Math.log2(2 * capacity))).fill(-1);
  }

  /** The number of a triple. It gets the next number if it has not occurred before. */
  add(a: number, b: number, c: number): number {
    const { triples, table } = this;
    const mask = table.length - 1;
    let at = hash(a, b, c) & mask;
    for (let n = table[at]; n >= 0; n = table[at]) {
      if (triples[3 * n] === a && triples[3 * n + 1] === b && triples[3 * n + 2] === c) return n;
      at = (at + 1) & mask;
    }
    const n = this.count++;
    table[at] = n;
    triples[3 * n] = a;
    triples[3 * n + 1] = b;
    triples[3 * n + 2] = c;
    if (3 * this.count === triples.length) this.grow();
    return n;
  }

  private grow(): void {
    const triples = new Int32Array(2 * this.triples.length);
    triples.set(this.triples);
    const table = new Int32Array(2 * this.table.length).fill(-1);
    const mask = table.length - 1;
    for (let n = 0; n < this.count; n++) {
      let at = hash(triples[3 * n], triples[3 * n + 1], triples[3 * n + 2]) & mask;
      while (table[at] >= 0) at = (at + 1) & mask;
      table[at] = n;
    }
    this.triples = triples;
    this.table = table;
  }
}

/** The finaliser of MurmurHash3 over each number in turn. */
function hash(a: number, b: number, c: number): number {
  return mix(mix(mix(a) + b) + c);
}

function mix(x: number): number {
  let h = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) + 0x9e3779b9;
}
