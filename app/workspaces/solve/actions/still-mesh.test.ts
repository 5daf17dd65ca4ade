import { expect, it } from "vitest";
import { bendingBar } from "../../../../workers/testing/sequences";
import { createStores } from "../../../document/stores";
import { RIG_ACTIONS } from "./rig-actions";

it("a rig of a still mesh is neither solved nor continued: there is no motion to fit", () => {
  const stores = createStores();
  const { rig, sequence } = bendingBar({ length: 4, width: 2, frames: 1 });
  stores.document.setState({ rig, sequence });
  for (const id of ["rig.solve", "rig.continue"]) {
    const action = RIG_ACTIONS.find((each) => each.id === id);
    expect(action?.refusal?.(stores), id).toMatch(/no animation/);
  }
});
