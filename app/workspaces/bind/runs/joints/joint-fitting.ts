import { subscribeWithSelector } from "zustand/middleware";
import { createStore } from "zustand/vanilla";
import type { SolverClient } from "../../../../../workers/client";
import type { JointResult } from "../../../../../workers/model/reports/joint-report";
import type { Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { serviceKey } from "../../../../actions/service";
import { plural } from "../../../../common/format";
import { weightsOnScreen } from "../../../../document/binding/segment-weights";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import { storeKey } from "../../../../document/stores";
import type { Binding } from "../binding";
import { uploadedMesh } from "../uploaded-mesh";
import { blendedSkeleton, headMoves, jointOwners } from "./joint-proposal";

const PARTIAL_MS = 80;
/** Maximum number of steps. The first ten cover most of the way. */
const ITERATIONS = 20;

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

/** Finds better positions for the joints of the document's skeleton, shows them, and applies them as one step. */
export interface JointFitting {
  start(): void;
  /** Ends with the current positions. */
  keep(): void;
  /** Drops the proposal. The joints do not move. */
  discard(): void;
  /** Accepts or rejects the new position of the joint at a segment's head. */
  take(segment: number, taken: boolean): void;
  blend(share: number): void;
  apply(): void;
}

export const JOINT_FITTING = serviceKey<JointFitting>("joints");

export function createJointFitting(
  stores: Stores,
  client: SolverClient,
  binding: Pick<Binding, "moveJoints">,
): JointFitting {
  const current = new CurrentJob<JointResult, JointResult>();

  /** Shows the skeleton with the proposal applied. */
  function show(proposal: JointProposal | null): void {
    stores.of(JOINTS).setState({ proposal });
    const liveSkeleton =
      proposal && blendedSkeleton(proposal.before, proposal.after, proposal.taken, proposal.share);
    stores.document.setState({ liveSkeleton });
  }

  function start(): void {
    const state = stores.document.getState();
    const { sequence, skeleton, weighting, weightEdits } = state;
    const weights = weightsOnScreen(state, stores.binding.getState().weights);
    if (!sequence || !skeleton || !weights) return;
    discard();
    const { stiffness, ownStiffness, pinned } = stores.of(JOINTS).getState();
    const owners = jointOwners(skeleton);
    const isPinned = (j: number) => pinned.some((p) => owners[p] === owners[j]);
    const job = client.optimiseJoints({
      mesh: uploadedMesh(stores, client, sequence),
      skeleton,
      weights,
      settings: weighting,
      edits: weightEdits,
      stiffness: Float32Array.from(skeleton.segments, (_, j) =>
        isPinned(j) ? Infinity : (ownStiffness[owners[j]] ?? stiffness),
      ),
      iterations: ITERATIONS,
    });
    showRunning(true);
    const propose = ({ skeleton: after, energyPerIteration: energy }: JointResult) => {
      const last = stores.of(JOINTS).getState().proposal;
      const taken = last?.taken ?? skeleton.segments.map(() => true);
      show({ before: skeleton, after, energy, taken, share: last?.share ?? 1 });
    };
    current.follow(job, {
      partialEvery: PARTIAL_MS,
      partial: propose,
      done(result) {
        showRunning(false);
        propose(result);
      },
      failed(error) {
        showRunning(false);
        show(null);
        if (!isCancel(error)) reportError(stores, error, "Optimising the joints");
      },
    });
  }

  const showRunning = (running: boolean) => stores.of(JOINTS).setState({ running });

  function discard(): void {
    const job = current.release();
    showRunning(false);
    job?.cancel();
    if (stores.of(JOINTS).getState().proposal) show(null);
  }

  const change = (next: Partial<JointProposal>) => {
    const { proposal } = stores.of(JOINTS).getState();
    if (proposal) show({ ...proposal, ...next });
  };

  // A proposal is only valid for the joints that it started from.
  stores.document.subscribe(
    (state) => state.skeleton,
    (skeleton) => {
      if (stores.of(JOINTS).getState().proposal?.before !== skeleton) discard();
      const count = skeleton?.segments.length ?? 0;
      const { pinned, ownStiffness } = stores.of(JOINTS).getState();
      if (Object.keys(ownStiffness).some((j) => Number(j) >= count))
        stores.of(JOINTS).setState({ ownStiffness: {} });
      if (pinned.some((j) => j >= count))
        stores.of(JOINTS).setState({ pinned: pinned.filter((j) => j < count) });
    },
  );

  return {
    start,
    discard,
    keep: () => current.job?.keep(),
    take(segment, taken) {
      const { proposal } = stores.of(JOINTS).getState();
      if (!proposal) return;
      const owners = jointOwners(proposal.before);
      change({ taken: proposal.taken.map((was, j) => (owners[j] === owners[segment] ? taken : was)) });
    },
    blend: (share) => change({ share }),
    apply() {
      const { proposal } = stores.of(JOINTS).getState();
      if (!proposal) return;
      const { before, after, taken, share } = proposal;
      const skeleton = blendedSkeleton(before, after, taken, share);
      const moves = headMoves(before, skeleton);
      const owners = jointOwners(before);
      const count = moves.filter((move, j) => move > 0 && owners[j] === j).length;
      discard();
      if (count === 0) return;
      binding.moveJoints(`Move ${plural(count, "joint")}`, skeleton);
    },
  };
}
