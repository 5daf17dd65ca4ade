import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveLocks } from "../../../../../workers/model/solve/solve-settings";

/**
 * The locks of the rig that a solve continues from. They follow its bones by name, because a solve adds and removes
 * bones.
 */
export class HeldLocks {
  private held: { rig: Rig; locks: SolveLocks } | null = null;

  /** Takes the locks of a rig. Drops them if they do not fit it. */
  hold(rig: Rig | null, locks: SolveLocks | null): void {
    this.held = rig && locks?.bones.length === rig.bones.length ? { rig, locks } : null;
  }

  /** The locks of a rig with the same vertices; null without any. */
  of({ bones, weights }: Rig): SolveLocks | null {
    if (!this.held || this.held.locks.vertices.length !== weights.offsets.length - 1) return null;
    const { rig, locks } = this.held;
    const names = new Set(rig.bones.filter((_, j) => locks.bones[j]).map(({ name }) => name));
    return { ...locks, bones: Uint8Array.from(bones, ({ name }) => (names.has(name) ? 1 : 0)) };
  }
}
