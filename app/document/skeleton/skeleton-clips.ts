import { create } from "zustand";
import type { Skeleton } from "../../../workers/model/skeleton";
import type { SkeletonClip } from "../../../workers/model/skeleton-source";

/** Animation that came with a skeleton, in the sequence's coordinates. Beside the document: never undone, never saved. */
interface SkeletonClips {
  /** The skeleton whose segments the clips move. */
  skeleton: Skeleton | null;
  clips: readonly SkeletonClip[];
}

export const useSkeletonClips = create<SkeletonClips>()((): SkeletonClips => ({ skeleton: null, clips: [] }));
