/** A binary heap of (key, item) pairs: the least key first, and the least item of equal keys. */
export class MinHeap {
  private keys = new Float64Array(64);
  private items = new Float64Array(64);
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(key: number, item: number): void {
    if (this.count === this.keys.length) this.grow();
    let at = this.count++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!before(key, item, this.keys[up], this.items[up])) break;
      this.keys[at] = this.keys[up];
      this.items[at] = this.items[up];
      at = up;
    }
    this.keys[at] = key;
    this.items[at] = item;
  }

  /** Removes and returns the first item; −1 if there is none. Items must not be negative. */
  pop(): number {
    if (this.count === 0) return -1;
    const first = this.items[0];
    this.count--;
    const key = this.keys[this.count];
    const item = this.items[this.count];
    let at = 0;
    for (let down = 1; down < this.count; down = 2 * at + 1) {
      const right = down + 1;
      if (
        right < this.count &&
        before(this.keys[right], this.items[right], this.keys[down], this.items[down])
      ) {
        down = right;
      }
      if (before(key, item, this.keys[down], this.items[down])) break;
      this.keys[at] = this.keys[down];
      this.items[at] = this.items[down];
      at = down;
    }
    this.keys[at] = key;
    this.items[at] = item;
    return first;
  }

  private grow(): void {
    const double = (from: Float64Array) => {
      const to = new Float64Array(2 * from.length);
      to.set(from);
      return to;
    };
    this.keys = double(this.keys);
    this.items = double(this.items);
  }
}

const before = (key: number, item: number, otherKey: number, otherItem: number) =>
  key < otherKey || (key === otherKey && item < otherItem);
