import { wellFormed } from "../model/files/well-formed";

/**
 * Assigns names that no loader confuses. Some loaders drop punctuation and add suffixes to equal names without
 * comparing those again (in three's GLTFLoader, a second "bar" becomes "bar_1", like a bone of that name), and then
 * bind an animation to the wrong node.
 */
export class UniqueNames {
  private readonly taken = new Set<string>();
  /** The next number for each name, so that a thousand equal names do not each count from 2. */
  private readonly next = new Map<string, number>();

  /** The name, or the first free one of name_2, name_3 … Names that differ only in punctuation or spaces are equal. */
  take(asked: string): string {
    const name = wellFormed(asked);
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
