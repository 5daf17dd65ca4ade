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

  /**
   * The name for the data of a node, such as its mesh. It may be the node's own name, which Blender shows for the mesh,
   * unless another name is one that loaders derive from it (name_1 …) for several pieces of the data.
   * @param owner the node's name, which is taken
   */
  takeFor(owner: string, asked: string): string {
    if (wellFormed(asked) !== owner) return this.take(asked);
    const [start, taken] = [`${plainOf(owner)}_`, [...this.taken]];
    const isDerived = (name: string) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length));
    return taken.some(isDerived) ? this.take(asked) : owner;
  }
}

const plainOf = (name: string): string => name.replace(/\s/g, "_").replace(/[[\].:/]/g, "");
