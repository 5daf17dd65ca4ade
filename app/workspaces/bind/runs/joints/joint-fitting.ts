import type { SolverClient } from "../../../../../workers/client";
import type { JointResult } from "../../../../../workers/model/reports/joint-report";
import type { Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { serviceKey } from "../../../../actions/service";
import { plural } from "../../../../common/format";
import { CurrentJob } from "../../../../document/session/jobs/current-job";
import { isCancel, reportError } from "../../../../document/session/report-error";
import type { Stores } from "../../../../document/stores";
import type { Binding } from "../binding";
import { headMoves, jointOwners } from "./joint-proposal";
import { dropMissingJoints, JOINTS, type JointProposal, proposedSkeleton, showProposal } from "./joint-state";
import { optimiseJob } from "./optimise-job";

const PARTIAL_MS = 80;

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
  const joints = stores.of(JOINTS);
  const current = new CurrentJob<JointResult, JointResult>();
  const proposed = () => joints.getState().proposal;

  function start(): void {
    const { skeleton } = stores.document.getState();
    const job = optimiseJob(stores, client);
    if (!job || !skeleton) return;
    discard();
    joints.setState({ running: true });
    current.follow(job, {
      partialEvery: PARTIAL_MS,
      partial: (found) => propose(skeleton, found),
      done(found) {
        joints.setState({ running: false });
        propose(skeleton, found);
      },
      failed(error) {
        joints.setState({ running: false });
        showProposal(stores, null);
        if (!isCancel(error)) reportError(stores, error, "Optimising the joints");
      },
    });
  }

  /** Proposes better joints. What the artist rejected of the last proposal stays rejected. */
  function propose(before: Skeleton, { skeleton: after, energyPerIteration: energy }: JointResult): void {
    const last = proposed();
    const taken = last?.taken ?? before.segments.map(() => true);
    showProposal(stores, { before, after, energy, taken, share: last?.share ?? 1 });
  }

  function discard(): void {
    const job = current.release();
    joints.setState({ running: false });
    job?.cancel();
    if (proposed()) showProposal(stores, null);
  }

  function change(next: (proposal: JointProposal) => Partial<JointProposal>): void {
    const proposal = proposed();
    if (proposal) showProposal(stores, { ...proposal, ...next(proposal) });
  }

  function take(segment: number, isTaken: boolean): void {
    change(({ before, taken }) => {
      const owners = jointOwners(before);
      return { taken: taken.map((was, j) => (owners[j] === owners[segment] ? isTaken : was)) };
    });
  }

  function apply(): void {
    const proposal = proposed();
    if (!proposal) return;
    const { before } = proposal;
    const skeleton = proposedSkeleton(proposal);
    const owners = jointOwners(before);
    const count = headMoves(before, skeleton).filter((move, j) => move > 0 && owners[j] === j).length;
    discard();
    if (count > 0) binding.moveJoints(`Move ${plural(count, "joint")}`, skeleton);
  }

  // A proposal is only valid for the joints that it started from.
  stores.document.subscribe(
    ({ skeleton }) => skeleton,
    (skeleton) => {
      if (proposed()?.before !== skeleton) discard();
      dropMissingJoints(stores, skeleton);
    },
  );

  return {
    ...{ start, discard, take, apply },
    keep: () => current.job?.keep(),
    blend: (share) => change(() => ({ share })),
  };
}
