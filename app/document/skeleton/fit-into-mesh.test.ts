import { afterEach, beforeEach, expect, test } from "vitest";
import { liesOutside } from "../../../workers/geometry/place-skeleton";
import { boundsOf } from "../../../workers/model/mesh/mesh-sequence";
import { restPose } from "../../../workers/model/rig/pose";
import { skeletonOfRig } from "../../../workers/model/skeleton/skeleton-of-rig";
import { NO_WEIGHT_EDITS } from "../../../workers/model/weights/weight-edits";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { patch } from "../patch";
import { openSequence } from "../sequence-commands";
import { createStores, type Stores } from "../stores";
import { fitIntoMesh } from "./skeleton-commands";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

afterEach(() => stores.document.setState({ ...stores.document.getInitialState() }, true));

test("fits a skeleton far outside into the mesh with its clips and exemplars, and undoes it as one step", () => {
  const { sequence, rig } = bendingBar({ bones: 2, frames: 1 });
  const near = skeletonOfRig(rig);
  const far = (p: readonly number[]) => p.map((x) => 50 + 10 * x) as [number, number, number];
  const segments = near.segments.map((each) => ({ ...each, head: far(each.head), tail: far(each.tail) }));
  const skeleton = { ...near, segments };
  const pose = restPose(segments, "Up");
  pose.translations.set([0, 20, 0]);
  const motions = rig.motion.slice();
  motions[7] = 20;
  const clips = [{ name: "up", fps: 30, frameCount: 1, motions }];
  const skeletonClips = { bones: segments.map(({ name }) => name), clips };
  const history = new History();
  history.run(openSequence(stores, sequence, null, null));
  history.run(
    patch(stores, "Skeleton", "bone", {
      skeleton,
      skeletonClips,
      weightEdits: { ...NO_WEIGHT_EDITS, addedExemplars: [{ name: "Up", pose }] },
    }),
  );
  const box = boundsOf(sequence.rest);
  expect(liesOutside(skeleton, box)).toBe(true);

  history.run(fitIntoMesh(stores, stores.document.getState())!);
  const after = stores.document.getState();
  expect(liesOutside(after.skeleton!, box)).toBe(false);
  const [a, b] = [skeleton.segments[0], after.skeleton!.segments[0]];
  const scale = (b.tail[0] - b.head[0]) / (a.tail[0] - a.head[0]);
  expect(after.weightEdits.addedExemplars[0].pose.translations[1]).toBeCloseTo(20 * scale, 5);
  // A matrix that only translates.
  expect(after.skeletonClips!.clips[0].motions[7]).toBeCloseTo(20 * scale, 5);

  history.undo();
  expect(stores.document.getState().skeleton).toBe(skeleton);
  expect(stores.document.getState().skeletonClips).toBe(skeletonClips);
});
