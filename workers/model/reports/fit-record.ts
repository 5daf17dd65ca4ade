import type { SkeletonFile } from "../files/skeleton-file";
import type { Rig } from "../rig/rig";
import type { FitAlignment } from "../skeleton/fit/fit-alignment";
import type { FitReport, FitSkeleton, FitStage } from "./fit-report";

/** The skeleton that the artist brought, as its alignment placed it. */
export interface OwnSkeleton {
  /** Name of its file. */
  file: string;
  alignment: FitAlignment;
  skeleton: FitSkeleton;
  /** The data of its file, so that it can be placed again; null in older projects. */
  from: SkeletonFile | null;
}

/** The figures of the fits onto the artist's skeleton. */
export interface FitFigures {
  /** The latest figures of each step, in no order. */
  stages: readonly FitStage[];
  /** The report of the last fit; null if nothing is fitted yet. */
  report: FitReport | null;
  /** Whether the last fit continued from the rig in the scene instead of the skeleton's file. */
  goesOn: boolean;
}

/** These figures with the rig that they describe. */
export interface FitRecord extends FitFigures {
  /** The rig that the last figures belong to. They are out of date if the scene has another rig. */
  rig: Rig;
}
