import { expect, it } from "vitest";
import { correctRestPose, streamedRestBytes } from "../decompose/phases/rest-pose";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { rigArraysBytes } from "../kernels/rig-arrays";
import { createRandom } from "../math/random";
import { UNWATCHED } from "../model/task";
import { bendingBar } from "../testing/sequences";
import { streamed } from "../testing/streamed";
import { measure, measureBytes } from "./measure";
import { measureStreamed, measureStreamedBytes } from "./measure-streamed";

// Large enough for several chunks of frames, the last of them shorter.
const { sequence, rig } = bendingBar({ bones: 3, frames: 311, length: 120, width: 18 });
const random = createRandom(2);
const WRONG = { ...rig, rest: rig.rest.map((x) => x + 0.02 * random.normal()) };
const make = (bytes: number) => new Serial(new Arena(bytes, false));
const [bones, influences] = [rig.bones.length, 4];

it("measures what a sequence in memory measures", async () => {
  const inMemory = await measure(
    make(measureBytes(sequence, bones, influences, 1)),
    sequence,
    WRONG,
    UNWATCHED,
  );
  const parallel = make(measureStreamedBytes(sequence, bones, influences, 1));
  const inPasses = await measureStreamed(parallel, streamed(sequence), WRONG, UNWATCHED);
  const { jitterPercent, errorPerVertex, ...same } = inMemory;
  expect(inPasses).toMatchObject(same);
  expect(inPasses.jitterPercent).toBeCloseTo(jitterPercent, 9);
  inPasses.errorPerVertex!.forEach((x, i) => {
    expect(x).toBeCloseTo(errorPerVertex![i], 6);
  });
});

it("corrects the rest pose as in memory", async () => {
  const bytes = rigArraysBytes(sequence.vertexCount, 311, bones, influences) + streamedRestBytes(sequence, 1);
  const scales = Float64Array.from({ length: 311 }, (_, k) => 0.5 + (k % 3));
  for (const weights of [null, scales]) {
    const inMemory = await correctRestPose(make(40e6), sequence, WRONG, UNWATCHED, weights);
    const inPasses = await correctRestPose(make(bytes), streamed(sequence), WRONG, UNWATCHED, weights);
    expect(inPasses).toEqual(inMemory);
  }
});
