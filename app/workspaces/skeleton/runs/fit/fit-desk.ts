import { createStore } from "zustand/vanilla";
import type { Complaint } from "../../../../../workers/model/errors";
import type { SkeletonFile } from "../../../../../workers/model/files/skeleton-file";
import type { OpenedFrames } from "../../../../../workers/model/mesh/streamed-sequence";
import type { OwnSkeleton } from "../../../../../workers/model/reports/fit-record";
import type { FitSkeleton, FitStep } from "../../../../../workers/model/reports/fit-report";
import type { FitAlignment, Placement } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { FittedRig } from "../../../../document/skeleton/fit-commands";
import { storeKey } from "../../../../document/stores";

/** The two sources of a skeleton: extracted from the motion, or the artist's own. */
export type Half = "extract" | "fit";

/** A skeleton's file and its proposed place in the mesh. Nothing changes until it is applied. */
export interface Proposal extends SkeletonFile {
  /** Null until the first alignment is found. */
  found: { alignment: FitAlignment; skeleton: FitSkeleton } | null;
  /** Whether an alignment is being computed. */
  busy: boolean;
}

/** The state of the panels while the artist fits. Never undone, not kept in projects. */
export interface FitDesk {
  half: Half;
  proposal: Proposal | null;
  /** Whether the alignment's card is open, and whether it has fields and handles to place the skeleton by hand. */
  card: boolean;
  byHand: boolean;
  /** The change of the placement by the current drag in the viewport; null without a drag. */
  dragged: Placement | null;
  /** The change of the placement by the last drag. */
  dropped: Placement | null;
  /** Whether bones that begin outside the mesh are marked. */
  outside: boolean;
  /** The frames that the results belong to. */
  frames: OpenedFrames | null;
  /** The rig that each step has led to. */
  results: Partial<Record<FitStep, FittedRig>>;
  /** Why the last fit failed. */
  failure: Complaint | null;
}

/** A card without fields and handles to place the skeleton by hand. */
export const AT_REST = { byHand: false, dragged: null, outside: false } satisfies Partial<FitDesk>;

export const EMPTY_DESK: Omit<FitDesk, "half" | "frames"> = {
  proposal: null,
  card: false,
  ...AT_REST,
  dropped: null,
  results: {},
  failure: null,
};

/** The document's skeleton with its file and placement; null if the file was not kept. */
export const appliedProposal = (own: OwnSkeleton | null): Proposal | null =>
  own?.from
    ? { ...own.from, found: { alignment: own.alignment, skeleton: own.skeleton }, busy: false }
    : null;

export const FIT_DESK = storeKey(() =>
  createStore<FitDesk>()(() => ({ ...EMPTY_DESK, half: "extract", frames: null })),
);
