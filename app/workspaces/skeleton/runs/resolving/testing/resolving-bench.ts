import type { SolverClient } from "../../../../../../workers/client";
import { ControlledJob } from "../../../../../../workers/jobs/testing/controlled-job";
import type { ResolveInput, ResolveResult } from "../../../../../../workers/model/reports/skeleton-report";
import { reorderBones } from "../../../../../../workers/model/rig/reorder-bones";
import type { Rig } from "../../../../../../workers/model/rig/rig";
import type { HierarchyEdit } from "../../../../../../workers/model/skeleton/hierarchy-edit";
import { bendingBar } from "../../../../../../workers/testing/sequences";
import { History } from "../../../../../document/history/history";
import { followSelection } from "../../../../../document/selection";
import { openSequence } from "../../../../../document/sequence-commands";
import { createStores } from "../../../../../document/stores";
import { createResolving } from "../resolving";

const truth = bendingBar({ bones: 4, frames: 4, length: 8, width: 2 });
/** A chain of bones. */
export const rig: Rig = {
  ...truth.rig,
  bones: truth.rig.bones.map((bone, j) => ({ ...bone, parent: j - 1 })),
};
export const names = rig.bones.map(({ name }) => name);

/** A studio with the chain and an engine that the test answers for. */
export function openChain() {
  const stores = createStores();
  const history = new History();
  /** The requested solves. */
  const asked: { input: ResolveInput; job: ControlledJob<ResolveResult> }[] = [];
  const measured = new ControlledJob<object>();
  measured.finish({ eRms: 2, maxErrorPercent: 1 });
  const client = {
    resolveSkeleton(input: ResolveInput) {
      for (const { job } of asked) job.cancel();
      const job = new ControlledJob<ResolveResult>();
      asked.push({ input, job });
      return job;
    },
    measureRig: () => measured,
  } as unknown as SolverClient;
  history.run(openSequence(stores, truth.sequence, rig, null));
  followSelection(stores);
  const tree = createResolving(stores, client, history);
  return {
    ...{ stores, history, asked, tree },
    now: () => stores.document.getState(),
    steps: () => history.state.getState().steps.length,
  };
}

export const settled = () => new Promise((resolve) => setTimeout(resolve));

/** An answer of the engine. @param origin the former index of each bone, −1 for a new one. */
export function answer(origin: number[], parents: number[]): ResolveResult {
  const from = origin.map((j) => Math.max(0, j));
  const made = reorderBones({ ...rig, bones: rig.bones.map((bone) => ({ ...bone, parent: -1 })) }, [
    ...rig.bones.keys(),
  ]);
  const bones = from.map((j, n) => ({
    ...made.bones[j],
    name: origin[n] < 0 ? "new" : names[j],
    parent: parents[n],
  }));
  return {
    rig: { ...made, bones },
    origin: Int32Array.from(origin),
    joints: [],
    before: 1.71,
    rmsePercent: 1.84,
  };
}

export const reparent: HierarchyEdit = { kind: "reparent", bone: 3, parent: 0 };
