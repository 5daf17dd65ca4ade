import { describe, expect, it } from "vitest";
import { createRandom } from "../../../math/random";
import { UNWATCHED } from "../../../model/task";
import { character } from "../../testing/characters";
import { limbs } from "../../testing/limbs";
import { distanceFromBones } from "./follows-bones";

const all = (count: number) => Int32Array.from({ length: count }, (_, i) => i);

describe("the distance of a mesh from one that bones move", () => {
  const parents = [-1, 0, 1, 0];
  const { sequence } = limbs(parents, 3, { frames: 20 });
  const distance = (bones: number, frames = sequence.frames) =>
    distanceFromBones({ ...sequence, frames }, all(sequence.vertexCount), bones, UNWATCHED);

  it("is nothing for as many bones as move it, whatever the weights are", async () => {
    expect(await distance(parents.length)).toBeLessThan(1e-4);
    const options = { frames: 40, smooth: 0.8, reach: 9, influences: 9 };
    const { sequence: dense, truth } = character("fish", 2, options);
    expect(
      await distanceFromBones(dense, all(dense.vertexCount), truth.bones.length, UNWATCHED),
    ).toBeLessThan(1e-4);
  });

  it("is large for fewer bones", async () => {
    expect(await distance(2)).toBeGreaterThan(0.1);
  });

  it("is about the noise", async () => {
    const random = createRandom(4);
    const size = 0.002;
    const noisy = sequence.frames.map((x) => x + size * random.normal());
    const [found, clean] = [await distance(parents.length, noisy), await distance(parents.length)];
    expect(found).toBeGreaterThan(100 * clean);
  });

  it("is unknown with few different frames", async () => {
    const few = limbs(parents, 3, { frames: 4 }).sequence;
    expect(await distanceFromBones(few, all(few.vertexCount), parents.length, UNWATCHED)).toBe(Infinity);
    // Four frames, again and again.
    const size = few.frames.length;
    const frames = Float32Array.from({ length: 10 * size }, (_, at) => few.frames[at % size]);
    const again = { ...few, frames, frameCount: 10 * few.frameCount };
    expect(await distanceFromBones(again, all(few.vertexCount), parents.length, UNWATCHED)).toBe(Infinity);
  });
});
