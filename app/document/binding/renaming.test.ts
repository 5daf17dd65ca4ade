import { afterEach, beforeEach, expect, test } from "vitest";
import { DEFAULT_LIMITS, type Segment, type Skeleton } from "../../../workers/model/skeleton/skeleton";
import { bendingBar } from "../../../workers/testing/sequences";
import { History } from "../history/history";
import { patch } from "../patch";
import { openSequence } from "../sequence-commands";
import { createStores, type Stores } from "../stores";
import { isRenamed, renameBone, renameSegmentAndBones } from "./renaming";
import { segmentsOfBones } from "./segment-weights";

let stores: Stores;
beforeEach(() => {
  stores = createStores();
});

const segment = (name: string, parent: number): Segment => ({
  name,
  parent,
  kind: parent < 0 ? "spine" : "rigid",
  head: [parent, 0, 0],
  tail: [parent + 1, 0, 0],
  limits: DEFAULT_LIMITS,
});

/** A spine of three bones and a hand. The name of the second bone of the spine was taken. */
function bound() {
  const skeleton: Skeleton = { version: 1, segments: [segment("arm", -1), segment("hand", 0)] };
  const { sequence, rig } = bendingBar({ bones: 4, frames: 2, length: 8, width: 2 });
  const names = ["arm 1", "arm 2 (2)", "arm 3", "hand"];
  const named = { ...rig, bones: rig.bones.map((bone, j) => ({ ...bone, name: names[j] })) };
  const history = new History();
  history.run(openSequence(stores, sequence, named, null));
  history.run(patch(stores, "Skeleton", "bone", { skeleton }));
  return { history, skeleton };
}

const namesNow = () => {
  const { rig, skeleton } = stores.document.getState();
  expect(Array.from(segmentsOfBones(skeleton!, rig!) ?? [])).toEqual([0, 0, 0, 1]);
  return [rig!.bones.map(({ name }) => name), skeleton!.segments.map(({ name }) => name)];
};

afterEach(() => {
  stores.document.setState({ sequence: null, rig: null, skeleton: null, skeletonClips: null });
});

test("a bound bone and its segment share one name, whichever is renamed", () => {
  const { history, skeleton } = bound();
  history.run(renameBone(stores, 3, "paw"));
  expect(namesNow()).toEqual([
    ["arm 1", "arm 2 (2)", "arm 3", "paw"],
    ["arm", "paw"],
  ]);
  expect(isRenamed(skeleton, stores.document.getState().skeleton!)).toBe(true);
  history.run(renameSegmentAndBones(stores, 0, "leg"));
  expect(namesNow()).toEqual([
    ["leg 1", "leg 2 (2)", "leg 3", "paw"],
    ["leg", "paw"],
  ]);
  history.undo();
  history.undo();
  expect(namesNow()).toEqual([
    ["arm 1", "arm 2 (2)", "arm 3", "hand"],
    ["arm", "hand"],
  ]);
  expect(isRenamed(skeleton, stores.document.getState().skeleton!)).toBe(false);
});

test("renaming a bone of a spine renames the whole spine; its number is not part of the name", () => {
  const { history } = bound();
  history.run(renameBone(stores, 2, "tail 3"));
  expect(namesNow()).toEqual([
    ["tail 1", "tail 2 (2)", "tail 3", "hand"],
    ["tail", "hand"],
  ]);
});

test("a renamed bone keeps its clips", () => {
  const { history } = bound();
  const clip = { name: "wave", fps: 24, frameCount: 0, motions: new Float32Array() };
  history.run(patch(stores, "Clips", "bone", { skeletonClips: { bones: ["arm", "hand"], clips: [clip] } }));
  const names = () => stores.document.getState().skeletonClips?.bones;
  history.run(renameBone(stores, 3, "paw"));
  expect(names()).toEqual(["arm", "paw"]);
  history.undo();
  expect(names()).toEqual(["arm", "hand"]);
});
