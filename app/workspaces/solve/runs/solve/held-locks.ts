import type { Rig } from "../../../../../workers/model/rig/rig";
import type { SolveLocks } from "../../../../../workers/model/solve/solve-settings";
import type { Stores } from "../../../../document/stores";
import { keptVertices } from "../../../../document/weights/layers/base-rig";

/**
 * The locks of a continued solve, including vertices that are painted by hand or moved by bones with locked weights.
 */
export function withPainted(stores: Stores, locks: SolveLocks | null, rig: Rig): SolveLocks | null {
  const { bones, weights } = rig;
  const kept = keptVertices(rig, stores.document.getState());
  if (kept.length === 0) return locks;
  const vertices = locks?.vertices.slice() ?? new Uint8Array(weights.offsets.length - 1);
  for (const i of kept) vertices[i] = 1;
  return { bones: locks?.bones ?? new Uint8Array(bones.length), vertices };
}

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
