import type { JobInput } from "../../../../../workers/client";
import type { Rig } from "../../../../../workers/model/rig/rig";
import {
  NO_INTENT,
  type SolveLocks,
  type SolveSettings,
} from "../../../../../workers/model/solve/solve-settings";
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

/** What a job that continues from a rig must respect: the document's locks, what is painted, and the artist's maps. */
export function respecting(stores: Stores, rig: Rig): Pick<JobInput<"decompose">, "locks" | "intent"> {
  const { locks, intent } = stores.document.getState();
  return { locks: withPainted(stores, locks, rig), ...(intent !== NO_INTENT && { intent }) };
}

/** Settings of a solve that improves a rig and keeps the number of its bones, whatever its goal was. */
export const keepingBones = (settings: SolveSettings, { bones }: Rig): SolveSettings => ({
  ...settings,
  ...{ bones: bones.length, errorTarget: null, knee: false, seconds: null },
});
