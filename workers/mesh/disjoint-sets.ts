/** Union-find with path halving. The root of a set is its smallest member, whatever the order of unions. */
export class DisjointSets {
  private readonly parent: Uint32Array;

  constructor(count: number) {
    this.parent = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.parent[i] = i;
  }

  find(i: number): number {
    const { parent } = this;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  union(a: number, b: number): void {
    const [x, y] = [this.find(a), this.find(b)];
    if (x < y) this.parent[y] = x;
    else this.parent[x] = y;
  }

  /** Numbers the sets in the order of their smallest members. */
  labels(): { label: Uint32Array; count: number } {
    const label = new Uint32Array(this.parent.length);
    let count = 0;
    for (let i = 0; i < label.length; i++) {
      const root = this.find(i);
      label[i] = root === i ? count++ : label[root];
    }
    return { label, count };
  }
}
