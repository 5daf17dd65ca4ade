/**
 * Gives out names that no loader confuses. Some drop punctuation from names and tell equal ones apart by suffixes
 * that they do not compare again (three's GLTFLoader: a second "bar" becomes "bar_1", beside a bone of that name), and
 * then bind an animation to the wrong node.
 */
export class UniqueNames {
  private readonly taken = new Set<string>();
  /** The number that a name tries next: a thousand equal names do not each count from 2. */
  private readonly next = new Map<string, number>();

  /** `name`, or the first of name_2, name_3 … that is free; punctuation and kinds of space do not tell names apart. */
  take(name: string): string {
    const key = plainOf(name);
    for (let n = this.next.get(key) ?? 1; ; n++) {
      const free = n === 1 ? name : `${name || "unnamed"}_${n}`;
      const plain = plainOf(free);
      if (plain === "" || this.taken.has(plain)) continue;
      this.taken.add(plain);
      this.next.set(key, n + 1);
      return free;
    }
  }
}

const plainOf = (name: string): string => name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");
