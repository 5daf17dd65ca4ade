import type { MakeParallel } from "../kernels/parallel";
import type { ExtractInput, SkeletonReport } from "../model/reports/skeleton-report";
import type { Rig } from "../model/rig/rig";
import type { Task } from "../model/task";
import type { SkeletonTree } from "./tree/skeleton-tree";

/** What a method needs besides its input. */
export interface MethodTools {
  makeParallel: MakeParallel;
  task: Task;
  /** Shows a better rig to the artist. */
  show(rig: Rig, rmsePercent: number): void;
}

/** The result of a method: bones whose joints may open, and their tree in the sequence's coordinates. */
export interface FoundSkeleton {
  rig: Rig;
  tree: SkeletonTree;
  /** The strict rig if the method finds one itself. Otherwise the soft rig is made strict. */
  strict?: Rig;
  trees?: SkeletonReport["trees"];
  still?: SkeletonReport["still"];
  /** µ of the joints that are pulled harder than the settings say, by the names of their bones. */
  pulls?: ReadonlyMap<string, number>;
  notes?: string[];
}

export type FindSkeleton = (input: ExtractInput, tools: MethodTools) => Promise<FoundSkeleton>;
