import { expect, test } from "vitest";
import { skeletonOfRig } from "../../../../../workers/model/skeleton/skeleton-of-rig";
import { bendingBar } from "../../../../../workers/testing/sequences";
import { clipChoices } from "./clip-choices";

const { sequence, rig } = bendingBar({ bones: 2, frames: 6 });
const skeleton = skeletonOfRig(rig);

test("offers the clips of the document's rig if its bones match the skeleton", () => {
  const clips = [
    { name: "up", first: 0, last: 1 },
    { name: "down", first: 2, last: 5 },
  ];
  const found = clipChoices({ skeleton, rig, sequence: { ...sequence, clips }, skeletonClips: null });
  expect(found.map(({ name, frameCount }) => [name, frameCount])).toEqual([
    ["up", 2],
    ["down", 4],
  ]);
  expect([...found[1].motions]).toEqual([...rig.motion.subarray(2 * 12 * 2)]);
  const others = { ...skeleton, segments: skeleton.segments.map((each, j) => ({ ...each, name: `x${j}` })) };
  expect(clipChoices({ skeleton: others, rig, sequence, skeletonClips: null })).toEqual([]);
  expect(
    clipChoices({ skeleton, rig, sequence: { ...sequence, frameCount: 1 }, skeletonClips: null }),
  ).toEqual([]);
});

test("offers clips that came with the skeleton while it has their bones", () => {
  const clip = { name: "walk", fps: 30, frameCount: 6, motions: rig.motion };
  const skeletonClips = { bones: skeleton.segments.map(({ name }) => name), clips: [clip] };
  const [found] = clipChoices({ skeleton, rig: null, sequence, skeletonClips });
  expect([found.name, found.bones, found.motions]).toEqual([
    "walk",
    rig.bones.map(({ name }) => name),
    rig.motion,
  ]);
  expect(clipChoices({ skeleton: null, rig, sequence, skeletonClips })).toEqual([]);
});
