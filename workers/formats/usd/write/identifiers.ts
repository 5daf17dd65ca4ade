/** Names of prims and joints: ASCII letters, digits and underscores, unique below their parent. */
export class Identifiers {
  private readonly taken = new Set<string>();
  private readonly reserved: RegExp | null;

  /** @param reserved identifiers that have another meaning. */
  constructor(reserved: RegExp | null = null) {
    this.reserved = reserved;
  }

  /** The identifier nearest to `name`. */
  take(name: string, otherwise: string): string {
    const plain = name
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .replace(/[^A-Za-z0-9_]/g, "_");
    const base = /[A-Za-z0-9]/.test(plain) ? plain : otherwise;
    const stem = /^[0-9]/.test(base) ? `_${base}` : base;
    for (let n = 1; ; n++) {
      const free = n === 1 ? stem : `${stem}_${n}`;
      if (this.taken.has(free) || this.reserved?.test(free)) continue;
      this.taken.add(free);
      return free;
    }
  }
}
