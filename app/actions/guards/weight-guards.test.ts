import { beforeEach, expect, it } from "vitest";
import { type OpenedSheet, openSheet } from "../../document/weights/testing/hidden-sheet";
import { BONES } from "../../document/weights/testing/weights";
import { lockWeights } from "../../document/weights/weight-locks";
import { noFlood, notSettled } from "./weight-guards";

let { stores, history }: OpenedSheet = openSheet();

beforeEach(() => {
  ({ stores, history } = openSheet());
});

it("a flood of several bones leaves the locked ones, and is refused only where all are", () => {
  stores.view.setState({ selectedBone: 1, alsoSelected: [2] });
  history.run(lockWeights(stores, [BONES[1].name], true));
  expect(noFlood(stores)).toBeNull();
  history.run(lockWeights(stores, [BONES[2].name], true));
  expect(noFlood(stores)).toBe("The selected bones are locked. Click a padlock first.");
  stores.view.setState({ alsoSelected: [] });
  expect(noFlood(stores)).toBe(`${BONES[1].name} is locked. Click a padlock first.`);
});

it("weights are not set by hand while an optimisation starts from them, but while it is paused", () => {
  const run = { progress: null, iteration: 0, seconds: 0, energy: [], marks: [] };
  stores.binding.setState({ run: { ...run, state: "starting" } });
  expect(notSettled(stores)).toBe("The weights are still being optimised. Pause it first.");
  stores.binding.setState({ run: { ...run, state: "paused" } });
  expect(notSettled(stores)).toBeNull();
});
