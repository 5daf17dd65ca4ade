import { createStore } from "zustand/vanilla";
import type { SolveResult } from "../../../../../workers/client";
import type { LocalityEstimate } from "../../../../../workers/model/solve/locality";
import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { storeKey } from "../../../../document/stores";

/** The settings of locality that a drag changes. */
export type Reach = Pick<SolveSettings, "reach" | "leastPatch">;

/** The error that local weights would add to the rig on screen. */
interface LocalityState {
  /** The settings of the figures below; null before the first estimate. */
  asked: Reach | null;
  /** A quick estimate, with unchanged bones. */
  estimate: LocalityEstimate | null;
  /** The exact result: the rig with local weights and adapted bones, and its report. */
  found: SolveResult | null;
  /** Whether `found` is being computed. */
  refining: boolean;
}

export const NOT_ESTIMATED: LocalityState = { asked: null, estimate: null, found: null, refining: false };

export const LOCALITY = storeKey(() => createStore<LocalityState>(() => NOT_ESTIMATED));
