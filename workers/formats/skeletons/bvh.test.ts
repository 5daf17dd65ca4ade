import { AnimationMixer, Matrix4, type Object3D } from "three";
import { BVHLoader } from "three/examples/jsm/loaders/BVHLoader.js";
import { describe, expect, it } from "vitest";
import { UNWATCHED } from "../../model/task";
import { textFile } from "../testing/formats";
import { readSkeletons } from "./read";
import { randomBvh } from "./testing/random-bvh";
import { complaint, read } from "./testing/read";

describe("a BVH", () => {
  it("reports progress and can be stopped every 64 frames, while reading and posing", async () => {
    const counted = async (frames: number) => {
      const done: unknown[] = [];
      let checks = 0;
      const task = {
        ...UNWATCHED,
        progress: (at: { done: number | null }) => void done.push(at.done),
        checkpoint: async () => void checks++,
      };
      await readSkeletons([textFile("walk.bvh", randomBvh(1, frames))], task);
      return { done, checks };
    };
    const [one, two, three] = [await counted(64), await counted(65), await counted(129)];
    expect([two.checks - one.checks, three.checks - two.checks]).toEqual([2, 2]);
    expect(three.done.slice(-3)).toEqual([0, 64 / 129, 128 / 129]);
  });

  it("moves its joints like three's reader", async () => {
    for (const seed of [1, 2, 3]) {
      const text = randomBvh(seed, 3);
      const [{ skeleton, clips, format }] = await read("walk.bvh", text);
      expect(format).toBe("BVH");
      expect(clips[0]).toMatchObject({ name: "walk", fps: 30, frameCount: 3 });
      const { skeleton: truth, clip } = new BVHLoader().parse(text);
      const root: Object3D = truth.bones[0];
      const mixer = new AnimationMixer(root);
      mixer.clipAction(clip).play();
      const bones = truth.bones.filter(({ name }) => name !== "ENDSITE");
      expect(skeleton.segments.map(({ name }) => name)).toEqual(bones.map(({ name }) => name));
      for (let k = 0; k < 3; k++) {
        mixer.setTime(k * 0.0333333);
        root.updateMatrixWorld(true);
        bones.forEach((bone, s) => {
          const { head } = skeleton.segments[s];
          const at = 12 * (k * bones.length + s);
          const m = clips[0].motions.subarray(at, at + 12);
          // At rest every joint has the file's axes, so its place is M · [I, head].
          const world = new Matrix4().copy(bone.matrixWorld).elements;
          for (let r = 0; r < 3; r++) {
            for (let c = 0; c < 3; c++) expect(m[4 * r + c]).toBeCloseTo(world[4 * c + r], 4);
            const moved = m[4 * r] * head[0] + m[4 * r + 1] * head[1] + m[4 * r + 2] * head[2] + m[4 * r + 3];
            expect(moved).toBeCloseTo(world[12 + r], 3);
          }
        });
      }
    }
  });

  it("has tails at its end sites, and may lack motion", async () => {
    const text =
      "HIERARCHY\nROOT a b {\n OFFSET 0 1 0\n CHANNELS 0\n End Site\n {\n OFFSET 0 2 0\n }\n}\nMOTION\nFrames: 0\nFrame Time: 0.04";
    const [{ skeleton, clips, notes }] = await read("x.bvh", text);
    expect(skeleton.segments.map(({ name, head, tail }) => [name, head, tail])).toEqual([
      ["a b", [0, 1, 0], [0, 3, 0]],
    ]);
    expect([clips, notes]).toEqual([[], []]);
  });

  it("has hinges at joints with a single rotation", async () => {
    const joint = (name: string, channels: string, inner: string) =>
      `${name} {\n OFFSET 0 1 0\n CHANNELS ${channels}\n ${inner}\n}`;
    const end = "End Site\n {\n OFFSET 0 1 0\n }";
    const knee = joint("JOINT knee", "1 Xrotation", end);
    const hip = joint("JOINT hip", "2 Xrotation Zrotation", knee);
    const slide = joint("ROOT hips", "4 Xposition Yposition Zposition Yrotation", hip);
    const text = `HIERARCHY\n${slide}\nMOTION\nFrames: 0\nFrame Time: 0.04`;
    const [{ skeleton }] = await read("x.bvh", text);
    expect(skeleton.segments.map(({ name, limits }) => [name, limits.hinge?.axis])).toEqual([
      ["hips", [0, 1, 0]],
      ["hip", undefined],
      ["knee", [1, 0, 0]],
    ]);
    expect(skeleton.segments[2].limits.hinge!.range).toEqual([-Math.PI, Math.PI]);
  });

  it("is refused with error messages", async () => {
    const whole = randomBvh(4, 2);
    expect(await complaint("a.bvh", whole.slice(0, whole.length / 2))).toMatch(
      /^a\.bvh is damaged in line \d+/,
    );
    expect(await complaint("a.bvh", whole.replace("Frames: 2", "Frames: 200000000"))).toContain(
      "It says that it has 200000000 frames",
    );
    expect(await complaint("a.bvh", whole.replace("Xrotation", "Wrotation"))).toContain(
      "where a channel belongs",
    );
  });
});
