import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../../../workers/model/errors";
import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { AlignInput, FitSkeleton, FitStep } from "../../../../../workers/model/reports/fit-report";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit-alignment";
import type { Fitted } from "../../../../document/skeleton/fit-commands";
import { storeKey } from "../../../../document/stores";

/** The two ways to a skeleton: found in the motion, or brought by the artist. */
export type Half = "extract" | "fit";

/** A skeleton's file, and how it may lie in the mesh. Nothing is changed until it is applied. */
export interface Proposal {
  source: SkeletonSource;
  /** The skinned mesh of the same file, for its weights; null without one. */
  skinned: AlignInput["skinned"];
  /** Null while the first alignment is sought. */
  found: { alignment: FitAlignment; skeleton: FitSkeleton } | null;
  /** Whether an alignment is being sought, or placed as the artist says. */
  busy: boolean;
}

/** What the artist has on the desk while fitting. Never undone, not kept in projects. */
export interface FitDesk {
  half: Half;
  proposal: Proposal | null;
  /** Whether the alignment's card is open, and whether it has fields to place the skeleton by hand. */
  card: boolean;
  byHand: boolean;
  /** Whether bones that begin outside the mesh are marked. */
  outside: boolean;
  /** The frames that the results belong to. */
  frames: Float32Array | null;
  /** The rig that each step has led to. */
  results: Partial<Record<FitStep, Fitted>>;
  /** Why the last fit failed. */
  failure: Complaint | null;
}

export const EMPTY_DESK: Omit<FitDesk, "half" | "frames"> = {
  proposal: null,
  card: false,
  byHand: false,
  outside: false,
  results: {},
  failure: null,
};

export const FIT_DESK = storeKey(() =>
  createStore<FitDesk>()(() => ({ ...EMPTY_DESK, half: "extract", frames: null })),
);
