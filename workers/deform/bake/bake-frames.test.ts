import { describe, expect, it } from "vitest";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { DEFORM_DEFAULTS } from "../../model/deform";
import type { MeshSequence } from "../../model/mesh/mesh-sequence";
import { poseMatrices, poseOfMatrices } from "../../model/rig/pose";
import type { Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { linearBlend } from "../classic/linear-blend";
import { bakeDeformer, bakedMotion } from "./bake";
import { cutWeights } from "./bake-cut";

const { sequence, rig } = bendingBar({ bones: 3, frames: 6, length: 9, width: 2, seed: 2 });
const row = 12 * rig.bones.length;
const framesOf = (frames: number[]) =>
  frames.flatMap((k) => [...rig.motion.subarray(row * k, row * (k + 1))]);

describe("the frames of a bake", () => {
  const clips = [
    { name: "a", first: 0, last: 1 },
    { name: "b", first: 2, last: 2 },
    { name: "c", first: 3, last: 5 },
  ];
  const split: MeshSequence = { ...sequence, clips };

  it("come from the given clips, in that order, or from all clips", () => {
    expect([...bakedMotion(split, rig, { clips: [2, 0] })]).toEqual(framesOf([3, 4, 5, 0, 1]));
    expect([...bakedMotion(split, rig, { clips: [1] })]).toEqual(framesOf([2]));
    expect([...bakedMotion(split, rig, { clips: [] })]).toEqual([...rig.motion]);
  });

  it("are the given poses", () => {
    const poses = [4, 1].map((k) =>
      poseOfMatrices(rig.bones, rig.motion.subarray(row * k, row * (k + 1)), "pose"),
    );
    const expected = poses.flatMap((pose) => [...poseMatrices(rig.bones, pose)]);
    expect([...bakedMotion(sequence, rig, { poses })]).toEqual([...Float32Array.from(expected)]);
  });
});

it("weights of v5 are cut for the deformer's own frames of the baked motion", async () => {
  const makeParallel = async (bytes: number) => new Serial(new Arena(bytes, false));
  const { rig: baked } = await bakeDeformer(
    {
      sequence,
      rig,
      kind: "lbs",
      settings: DEFORM_DEFAULTS,
      influences: 1,
      frames: { clips: [] },
      method: "v5",
    },
    makeParallel,
    UNWATCHED,
  );
  const frames = Array.from({ length: sequence.frameCount }, (_, k) => k);
  const motion = frames.map((k) => rig.motion.subarray(row * k, row * (k + 1)));
  const posed = (of: Rig) => ({
    rest: of.rest,
    motion,
    targets: frames.map((k) => Float32Array.from(linearBlend(of, k))),
  });
  const expected = await cutWeights(rig.weights, 1, posed(rig), UNWATCHED);
  expect(baked.weights).toEqual(expected);
  // Neither the largest weights nor the rest pose give the same cut.
  const still = { ...posed(rig), motion: motion.slice(0, 1), targets: [rig.rest] };
  expect(await cutWeights(rig.weights, 1, still, UNWATCHED)).not.toEqual(expected);
});
