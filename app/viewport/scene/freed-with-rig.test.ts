import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, it, vi } from "vitest";
import type { WeightReport } from "../../../workers/model/reports/weight-report";
import { movingShells } from "../../../workers/testing/sequences";
import { NOTHING_BOUND } from "../../document/binding/binding-state";
import { followReports, isOutdated } from "../../document/binding/measured";
import { createStores, type Stores } from "../../document/stores";
import { shownPaintMap, weightMap } from "../../document/weights/paint-maps";
import { copyWeights, hasCopied } from "../../workspaces/paint/weight-edits-by-hand";
import { exemplarPose } from "./poses/exemplar-pose";
import { soloPose } from "./poses/painted-pose";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Opens a rig, uses everything that is computed from one, and closes it. @returns what should be freed. */
function lookAndClose(): Record<string, WeakRef<object>> {
  const { sequence, rig } = movingShells({ shells: 3 });
  const weightReport = {} as WeightReport;
  stores.document.setState({ sequence, rig, weightReport });
  const view = stores.view.getState();
  const exemplars = Float32Array.from(rig.motion.subarray(0, 12 * rig.bones.length));
  const map = weightMap(rig, 1);
  expect(weightMap(rig, 1)).toBe(map);
  const paint = { ...view.paint, exemplar: 0, solo: true, tool: "exclude" as const };
  const even = shownPaintMap(stores.document.getState(), { workspace: "paint", paint }, NOTHING_BOUND);
  const pose = exemplarPose(null, rig, paint, { ...NOTHING_BOUND, exemplars }, 0);
  const solo = soloPose(pose, { ...view, paint, selectedBone: 1 });
  expect(soloPose(pose, { ...view, paint, selectedBone: 1 })?.matrices).toBe(solo?.matrices);
  copyWeights(stores, 0);
  expect(hasCopied(stores)).toBe(true);
  // An undo makes equal weights in new arrays.
  const again = { ...rig, weights: { ...rig.weights, values: rig.weights.values.slice() } };
  stores.document.setState({ rig: again });
  expect(isOutdated(stores, stores.document.getState())).toBe(false);
  const made = { sequence, rig, again, exemplars, map, values: even?.values, pose, solo };
  stores.document.setState(stores.document.getInitialState(), true);
  stores.binding.setState(NOTHING_BOUND);
  stores.document.setState({ ...stores.document.getInitialState() }, true);
  expect(hasCopied(stores)).toBe(false);
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, new WeakRef(Object(value))]));
}

it("no data computed from a rig keep it alive after it is closed", async () => {
  const stop = followReports(stores);
  const made = lookAndClose();
  await vi.waitFor(() => {
    collectGarbage();
    expect(Object.keys(made).filter((name) => made[name].deref())).toEqual([]);
  });
  stop();
});
