import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { type Stores, storeKey } from "../../../../document/stores";
import { blendedSkeleton } from "./joint-proposal";

/** Better positions for joints, which the artist can accept or reject. */
export interface JointProposal {
  before: Skeleton;
  after: Skeleton;
  /** Mean squared strain before the first step and after each. */
  energy: readonly number[];
  /** By segment: whether its head moves. */
  taken: readonly boolean[];
  /** How far the joints move, 0 to 1. */
  share: number;
}

export interface JointState {
  running: boolean;
  proposal: JointProposal | null;
  /** Stiffness of joints, 0 to 1. */
  stiffness: number;
  /** Stiffness of single joints in place of the common one, by the segment that owns the joint. */
  ownStiffness: Readonly<Record<number, number>>;
  /** Segments whose heads stay in place. */
  pinned: readonly number[];
}

export const JOINTS = storeKey(() =>
  createStore<JointState>()(
    subscribeWithSelector(
      (): JointState => ({
        running: false,
        proposal: null,
        stiffness: 0,
        ownStiffness: {},
        pinned: [],
      }),
    ),
  ),
);

/** The skeleton with a proposal applied, as far as the artist takes it. */
export const proposedSkeleton = ({ before, after, taken, share }: JointProposal): Skeleton =>
  blendedSkeleton(before, after, taken, share);

/** Shows the skeleton with the proposal applied. */
export function showProposal(stores: Stores, proposal: JointProposal | null): void {
  stores.of(JOINTS).setState({ proposal });
  stores.document.setState({ liveSkeleton: proposal && proposedSkeleton(proposal) });
}

/** Forgets the settings of joints that the skeleton no longer has. */
export function dropMissingJoints(stores: Stores, skeleton: Skeleton | null): void {
  const count = skeleton?.segments.length ?? 0;
  const { pinned, ownStiffness } = stores.of(JOINTS).getState();
  if (Object.keys(ownStiffness).some((j) => Number(j) >= count))
    stores.of(JOINTS).setState({ ownStiffness: {} });
  if (pinned.some((j) => j >= count)) stores.of(JOINTS).setState({ pinned: pinned.filter((j) => j < count) });
}
