import { createStore } from "zustand/vanilla";
import type { SolveSettings } from "../../../../../workers/model/solve/solve-settings";
import { storeKey } from "../../../../document/stores";

/** The settings to which the rig on screen is fitted at once. */
export type LiveChange = Partial<Pick<SolveSettings, "influences" | "smoothness" | "boneKind">>;

export const isSameChange = (a: LiveChange, b: LiveChange): boolean =>
  a.influences === b.influences && a.smoothness === b.smoothness && a.boneKind === b.boneKind;

/** What is on screen while the rig is fitted to changed settings. */
interface Fitted {
  /**
   * - `former`: the rig of the settings before
   * - `quick`: a quick fit, which is not in the document
   * - `first`: a first answer, which is being refined
   * - `stopping`: the same answer, while the artist has asked to stop refining it
   * - null: nothing is being fitted
   */
  shows: "former" | "quick" | "first" | "stopping" | null;
  /** E_RMS of the quick fit. */
  eRms: number | null;
}

export const NOTHING_FITTED: Fitted = { shows: null, eRms: null };

export const FITTED = storeKey(() => createStore<Fitted>()(() => NOTHING_FITTED));
