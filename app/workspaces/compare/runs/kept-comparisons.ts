import { type CompareState, NOTHING_COMPARED } from "../../../document/compare/compare-state";
import type { Stores } from "../../../document/stores";
import type { RigCache } from "./rig-cache";

/** The part of a comparison that belongs to one rest pose and its frames. */
type Kept = Pick<CompareState, "runs" | "sides" | "selected" | "count">;

/** The comparisons of earlier files, which an undo may bring back. */
export class KeptComparisons {
  readonly #stores: Stores;
  readonly #shelf: RigCache;
  /** By rest pose. */
  readonly #kept = new WeakMap<Float32Array, Kept>();

  constructor(stores: Stores, shelf: RigCache) {
    this.#stores = stores;
    this.#shelf = shelf;
  }

  /**
   * Puts the comparison of one rest pose away, and brings back that of another, with the rigs that were on screen. The
   * other rigs are released, because the next file needs the memory.
   */
  exchange(before: Float32Array | null, rest: Float32Array | null): void {
    const { compare } = this.#stores;
    const { runs, sides, selected, count } = compare.getState();
    if (before) this.#kept.set(before, { runs, sides, selected, count });
    const back = (rest && this.#kept.get(rest)) ?? null;
    this.#shelf.keepOnly([...Object.values(sides), ...Object.values(back?.sides ?? {})]);
    const withRigs = back?.runs.map((run) => ({ ...run, held: this.#shelf.has(run.id) }));
    compare.setState({ ...NOTHING_COMPARED, ...back, ...(withRigs && { runs: withRigs }) });
  }
}
