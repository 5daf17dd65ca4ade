import { beforeEach, expect, it } from "vitest";
import { type OpenedSheet, openSheet } from "../../document/weights/testing/hidden-sheet";
import { BONES } from "../../document/weights/testing/weights";
import { lockWeights } from "../../document/weights/weight-locks";
import { noFlood } from "./weight-guards";

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
