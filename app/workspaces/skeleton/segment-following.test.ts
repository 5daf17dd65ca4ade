import { beforeAll, beforeEach, expect, it } from "vitest";
import { rigOfWeights } from "../../../workers/weights/rig-of-weights";
import { BACK_AND_LEG as skeleton } from "../../../workers/weights/testing/bindables";
import { useDocument } from "../../document/document";
import { useView } from "../../document/view-state";
import { followSegmentPick } from "./segment-following";

const weights = {
  version: 1 as const,
  offsets: Uint32Array.of(0, 1),
  bones: Uint16Array.of(0),
  values: Float32Array.of(1),
};
/** Bones 0 to 3 are the back's, 4 is the leg. */
const { rig } = rigOfWeights(skeleton, weights, Float32Array.of(1, 0, 0), { spineBones: 4, influences: 0 });

const hand = (tool: "skeleton" | "weight") =>
  useView.setState(({ paint }) => ({ workspace: "paint", paint: { ...paint, tool } }));

beforeAll(followSegmentPick);
beforeEach(() => {
  useDocument.setState({ skeleton, rig });
  useView.setState({ segment: null, selectedBone: null, alsoSelected: [] });
});

it("a segment that is selected while drawing is selected of the rig; a spine by its first bone", () => {
  hand("skeleton");
  useView.setState({ segment: { segment: 2, end: "tail" } });
  expect(useView.getState().selectedBone).toBe(4);
  useView.setState({ segment: { segment: 0, end: null } });
  expect(useView.getState().selectedBone).toBe(0);
});

it("virtual bones, and none, leave the rig's selection", () => {
  hand("skeleton");
  useView.setState({ segment: { segment: 2, end: null } });
  useView.setState({ segment: { segment: 1, end: null } });
  useView.setState({ segment: null });
  expect(useView.getState().selectedBone).toBe(4);
});

it("a bone that is selected with another tool is selected of the skeleton; a spine's any bone stays", () => {
  hand("weight");
  useView.setState({ selectedBone: 2 });
  expect(useView.getState().segment).toEqual({ segment: 0, end: null });
  hand("skeleton");
  useView.setState({ segment: { segment: 0, end: "tail" } });
  expect(useView.getState().selectedBone).toBe(2);
});

it("nothing follows in a rig of other bones", () => {
  useDocument.setState({
    rig: { ...rig, bones: rig.bones.map((bone) => ({ ...bone, name: `${bone.name}x` })) },
  });
  hand("weight");
  useView.setState({ selectedBone: 4 });
  expect(useView.getState().segment).toBe(null);
});
