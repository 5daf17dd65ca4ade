/**
 * Gives out names that no loader confuses. Some drop punctuation from names and tell equal ones apart by suffixes
 * that they do not compare again (three's GLTFLoader: a second "bar" becomes "bar_1", beside a bone of that name), and
 * then bind an animation to the wrong node.
 */
export class UniqueNames {
  private readonly taken = new Set<string>();

  /** `name`, or the first of name_2, name_3 … that is free; punctuation and kinds of space do not tell names apart. */
  take(name: string): string {
    for (let n = 1; ; n++) {
      const free = n === 1 ? name : `${name || "unnamed"}_${n}`;
      const plain = free.replace(/\s/g, "_").replace(/[[\].:/]/g, "");
      if (plain === "" || this.taken.has(plain)) continue;
      this.taken.add(plain);
      return free;
    }
  }
}
