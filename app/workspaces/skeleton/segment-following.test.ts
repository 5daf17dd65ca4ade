import { beforeEach, expect, it } from "vitest";
import { rigOfWeights } from "../../../workers/weights/rig-of-weights";
import { BACK_AND_LEG as skeleton } from "../../../workers/weights/testing/bindables";
import { createStores, type Stores } from "../../document/stores";
import { followSegmentPick } from "./segment-following";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const weights = {
  version: 1 as const,
  offsets: Uint32Array.of(0, 1),
  bones: Uint16Array.of(0),
  values: Float32Array.of(1),
};
/** Bones 0 to 3 belong to the back, bone 4 is the leg. */
const { rig } = rigOfWeights(skeleton, weights, Float32Array.of(1, 0, 0), { spineBones: 4, influences: 0 });

const hand = (tool: "skeleton" | "weight") =>
  stores.view.setState(({ paint }) => ({ workspace: "paint", paint: { ...paint, tool } }));

beforeEach(() => {
  followSegmentPick(stores);
  stores.document.setState({ skeleton, rig });
  stores.view.setState({ segment: null, selectedBone: null, alsoSelected: [] });
});

it("selecting a segment while drawing selects its bone in the rig; for a spine, its first bone", () => {
  hand("skeleton");
  stores.view.setState({ segment: { segment: 2, end: "tail" } });
  expect(stores.view.getState().selectedBone).toBe(4);
  stores.view.setState({ segment: { segment: 0, end: null } });
  expect(stores.view.getState().selectedBone).toBe(0);
});

it("selecting a virtual bone, or nothing, keeps the rig's selection", () => {
  hand("skeleton");
  stores.view.setState({ segment: { segment: 2, end: null } });
  stores.view.setState({ segment: { segment: 1, end: null } });
  stores.view.setState({ segment: null });
  expect(stores.view.getState().selectedBone).toBe(4);
});

it("selecting a bone with another tool selects its segment; any bone of a spine stays selected", () => {
  hand("weight");
  stores.view.setState({ selectedBone: 2 });
  expect(stores.view.getState().segment).toEqual({ segment: 0, end: null });
  hand("skeleton");
  stores.view.setState({ segment: { segment: 0, end: "tail" } });
  expect(stores.view.getState().selectedBone).toBe(2);
});

it("nothing follows if the rig has other bones", () => {
  stores.document.setState({
    rig: { ...rig, bones: rig.bones.map((bone) => ({ ...bone, name: `${bone.name}x` })) },
  });
  hand("weight");
  stores.view.setState({ selectedBone: 4 });
  expect(stores.view.getState().segment).toBe(null);
});
