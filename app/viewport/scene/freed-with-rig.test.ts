import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it, vi } from "vitest";
import type { WeightReport } from "../../../workers/model/reports/weight-report";
import { movingShells } from "../../../workers/testing/sequences";
import { NOTHING_BOUND, useBinding } from "../../document/binding/binding-state";
import { followReports, isOutdated } from "../../document/binding/measured";
import { useDocument } from "../../document/document";
import { useView } from "../../document/view-state";
import { shownPaintMap, weightMap } from "../../document/weights/paint-maps";
import { copyWeights, hasCopied } from "../../workspaces/paint/weight-edits-by-hand";
import { exemplarPose } from "./exemplar-pose";
import { soloPose } from "./painted-pose";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Opens a rig, looks at all that is computed of one, and closes it. @returns what should be freed. */
function lookAndClose(): Record<string, WeakRef<object>> {
  const { sequence, rig } = movingShells({ shells: 3 });
  const weightReport = {} as WeightReport;
  useDocument.setState({ sequence, rig, weightReport });
  const view = useView.getState();
  const exemplars = Float32Array.from(rig.motion.subarray(0, 12 * rig.bones.length));
  const map = weightMap(rig, 1);
  expect(weightMap(rig, 1)).toBe(map);
  const paint = { ...view.paint, exemplar: 0, solo: true, tool: "exclude" as const };
  const even = shownPaintMap(useDocument.getState(), { workspace: "paint", paint }, NOTHING_BOUND);
  const pose = exemplarPose(null, rig, paint, { ...NOTHING_BOUND, exemplars }, 0);
  const solo = soloPose(pose, { ...view, paint, selectedBone: 1 });
  expect(soloPose(pose, { ...view, paint, selectedBone: 1 })?.matrices).toBe(solo?.matrices);
  copyWeights(0);
  expect(hasCopied()).toBe(true);
  // Equal weights, as an undo makes them anew.
  const again = { ...rig, weights: { ...rig.weights, values: rig.weights.values.slice() } };
  useDocument.setState({ rig: again });
  expect(isOutdated(useDocument.getState())).toBe(false);
  const made = { sequence, rig, again, exemplars, map, values: even?.values, pose, solo };
  useDocument.setState(useDocument.getInitialState(), true);
  useBinding.setState(NOTHING_BOUND);
  expect(hasCopied()).toBe(false);
  return Object.fromEntries(Object.entries(made).map(([name, value]) => [name, new WeakRef(Object(value))]));
}

it("nothing that was computed of a rig keeps it, once it is closed", async () => {
  const stop = followReports();
  const made = lookAndClose();
  await vi.waitFor(() => {
    collectGarbage();
    expect(Object.keys(made).filter((name) => made[name].deref())).toEqual([]);
  });
  stop();
});
