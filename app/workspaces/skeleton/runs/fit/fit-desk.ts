import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../../../workers/model/errors";
import type { SkeletonFile } from "../../../../../workers/model/files/skeleton-file";
import type { OwnSkeleton } from "../../../../../workers/model/reports/fit-record";
import type { FitSkeleton, FitStep } from "../../../../../workers/model/reports/fit-report";
import type { FitAlignment, Placement } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { FittedRig } from "../../../../document/skeleton/fit-commands";
import { storeKey } from "../../../../document/stores";

/** The two ways to a skeleton: found in the motion, or brought by the artist. */
export type Half = "extract" | "fit";

/** A skeleton's file, and how it may lie in the mesh. Nothing is changed until it is applied. */
export interface Proposal extends SkeletonFile {
  /** Null while the first alignment is sought. */
  found: { alignment: FitAlignment; skeleton: FitSkeleton } | null;
  /** Whether an alignment is being sought, or placed as the artist says. */
  busy: boolean;
}

/** What the artist has on the desk while fitting. Never undone, not kept in projects. */
export interface FitDesk {
  half: Half;
  proposal: Proposal | null;
  /** Whether the alignment's card is open, and whether it has fields and handles to place the skeleton by hand. */
  card: boolean;
  byHand: boolean;
  /** What a drag in the viewport adds to the placement of the proposal; null without one. */
  dragged: Placement | null;
  /** What the last drag has added when it ended. */
  dropped: Placement | null;
  /** Whether bones that begin outside the mesh are marked. */
  outside: boolean;
  /** The frames that the results belong to. */
  frames: Float32Array | null;
  /** The rig that each step has led to. */
  results: Partial<Record<FitStep, FittedRig>>;
  /** Why the last fit failed. */
  failure: Complaint | null;
}

export const EMPTY_DESK: Omit<FitDesk, "half" | "frames"> = {
  proposal: null,
  card: false,
  byHand: false,
  dragged: null,
  dropped: null,
  outside: false,
  results: {},
  failure: null,
};

/** The skeleton of the document with its file, as it is placed; null if its file is not kept. */
export const appliedProposal = (own: OwnSkeleton | null): Proposal | null =>
  own?.from
    ? { ...own.from, found: { alignment: own.alignment, skeleton: own.skeleton }, busy: false }
    : null;

export const FIT_DESK = storeKey(() =>
  createStore<FitDesk>()(() => ({ ...EMPTY_DESK, half: "extract", frames: null })),
);
