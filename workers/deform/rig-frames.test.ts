import { expect, it } from "vitest";
import { shapedShells, withShapedFrames } from "../formats/gltf/testing/shaped";
import { oneThread } from "../kernels/one-thread";
import { DEFORM_DEFAULTS } from "../model/deform";
import { UNWATCHED } from "../model/task";
import type { GroundTruth } from "../testing/sequences";
import { deformWithReport } from "./deform-report";
import { rigFrames } from "./rig-frames";

const STILL = shapedShells(3);
const MOVING = withShapedFrames(STILL);

/** The positions of a clip's frames with linear blending. */
async function posed({ sequence, rig }: GroundTruth, clips: number[]): Promise<number[][]> {
  const { source, motion, correction } = await rigFrames(sequence, rig, clips, UNWATCHED);
  const frames: number[][] = [];
  const input = {
    source,
    motion,
    correction,
    kind: "lbs",
    settings: DEFORM_DEFAULTS,
    reference: null,
  } as const;
  await deformWithReport(input, oneThread, UNWATCHED, ({ positions }) => frames.push([...positions]));
  return frames;
}

function expectFrames({ sequence }: GroundTruth, frames: number[][], first: number): void {
  const size = 3 * sequence.vertexCount;
  frames.forEach((frame, k) => {
    const source = sequence.frames.subarray((first + k) * size, (first + k + 1) * size);
    frame.forEach((x, c) => {
      expect(x).toBeCloseTo(source[c], 4);
    });
  });
}

it("frames play the source's shapes if the bones do not have their motion, in the frames of each clip", async () => {
  const last = MOVING.sequence.frameCount - 1;
  const clips = [
    { name: "early", first: 0, last: 2 },
    { name: "late", first: 3, last },
  ];
  const both = { ...MOVING, sequence: { ...MOVING.sequence, clips } };
  expectFrames(both, await posed(both, []), 0);
  expectFrames(both, await posed(both, [1]), 3);
});

it("frames do not play them if the bones have their motion", async () => {
  expect((await rigFrames(STILL.sequence, STILL.rig, [], UNWATCHED)).correction).toBeUndefined();
  expectFrames(STILL, await posed(STILL, []), 0);
});
