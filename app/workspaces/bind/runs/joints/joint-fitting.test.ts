import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SolverClient } from "../../../../../workers/client";
import { fakeUploads } from "../../../../../workers/jobs/testing/fake-uploads";
import type { JointInput } from "../../../../../workers/model/reports/joint-report";
import { DEFAULT_LIMITS, type Point, type Skeleton } from "../../../../../workers/model/skeleton/skeleton";
import { createStores, type Stores } from "../../../../document/stores";
import { bound, sequence } from "../testing/fake-weights";
import { createJointFitting } from "./joint-fitting";
import { JOINTS } from "./joint-state";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

/** A trunk with two arms that share a joint, and a hand on one of them. */
const ENDS: [head: Point, tail: Point, parent: number][] = [
  [[0, 0, 0], [0, 1, 0], -1],
  [[0, 1, 0], [1, 1, 0], 0],
  [[0, 1, 0], [-1, 1, 0], 0],
  [[1, 1, 0], [2, 1, 0], 1],
];
const skeleton: Skeleton = {
  version: 1,
  segments: ENDS.map(([head, tail, parent], j) => ({
    ...{ name: `bone ${j}`, kind: "rigid", head, tail, parent },
    limits: { ...DEFAULT_LIMITS },
  })),
};

describe("the stiffness of joints", () => {
  /** The stiffness that the engine gets for each segment, rounded. */
  let asked: number[] = [];
  const client = {
    ...fakeUploads(),
    optimiseJoints({ stiffness }: JointInput) {
      asked = [...stiffness].map((x) => Number(x.toFixed(3)));
      return { result: new Promise(() => {}), onPartial() {}, cancel() {}, keep() {} };
    },
  } as unknown as SolverClient;

  beforeEach(() => {
    stores.of(JOINTS).setState(stores.of(JOINTS).getInitialState(), true);
    const bones = skeleton.segments.map(({ name, parent, head }) => ({ name, parent, head }));
    stores.document.setState({ sequence, skeleton, rig: { ...bound(0.5), bones } });
  });
  afterEach(() => {
    stores.of(JOINTS).setState(stores.of(JOINTS).getInitialState(), true);
  });

  it("is the common value, a joint's own value where it has one, and infinite where it is pinned", () => {
    const fitting = createJointFitting(stores, client, { moveJoints() {} });
    stores.of(JOINTS).setState({ stiffness: 0.2 });
    fitting.start();
    expect(asked).toEqual([0.2, 0.2, 0.2, 0.2]);
    // Both arms begin at one joint, and the first of them holds its settings.
    stores.of(JOINTS).setState({ ownStiffness: { 1: 0.7 } });
    fitting.start();
    expect(asked).toEqual([0.2, 0.7, 0.7, 0.2]);
    stores.of(JOINTS).setState({ pinned: [2] });
    fitting.start();
    expect(asked).toEqual([0.2, Infinity, Infinity, 0.2]);
  });

  it("is removed for joints that no longer exist", () => {
    createJointFitting(stores, client, { moveJoints() {} });
    stores.of(JOINTS).setState({ ownStiffness: { 3: 0.5 } });
    stores.document.setState({ skeleton: { ...skeleton, segments: skeleton.segments.slice(0, 3) } });
    expect(stores.of(JOINTS).getState().ownStiffness).toEqual({});
  });
});
