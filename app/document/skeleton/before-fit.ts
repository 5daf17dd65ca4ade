import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import { type Stores, storeKey } from "../stores";
import type { FittedRig } from "./fit-commands";

/** The rig that the fit in the scene is compared with. Never undone, not part of the document. */
export interface BeforeFit {
  /** The skeleton as it was imported, or an earlier step; null if there is nothing to compare with. */
  fitted: FittedRig | null;
  /** Whether it is on screen now, in place of the rig. */
  shown: boolean;
}

export const BEFORE_FIT = storeKey(() =>
  createStore<BeforeFit>()(subscribeWithSelector((): BeforeFit => ({ fitted: null, shown: false }))),
);

/** The error of each frame before the fit, for the charts; null if there is nothing to compare with. */
export const errorsBefore = (stores: Stores): { perFrame: readonly number[]; eRms: number } | null => {
  const { fitted } = stores.of(BEFORE_FIT).getState();
  return fitted && { perFrame: fitted.report.errorPerFrame, eRms: fitted.report.eRms };
};
