import { describe, expect, it } from "vitest";
import { about } from "../../geometry/posing/turns";
import { targetOptions } from "../../model/files/export/export-targets";
import { type Pose, poseMatrices, restPose } from "../../model/rig/pose";
import { UNWATCHED } from "../../model/task";
import { limbs } from "../../skeleton/testing/limbs";
import { motionOfTracks } from "../bones/play-tracks";
import { prepareFileRig } from "../prepare";
import { bakeSpace } from "../target/bake-space";

const PARENTS = [-1, 0, 1, 1];
const { sequence, rig: loose } = limbs(PARENTS, 2, { frames: 6 });
const rig = { ...loose, bones: loose.bones.map((bone, j) => ({ ...bone, parent: PARENTS[j] })) };

function poseOf(name: string, bone: number, angle: number, shift = 0): Pose {
  const pose = restPose(rig.bones, name);
  pose.rotations.set(about([0, 0, 1], angle), 4 * bone);
  pose.translations[3 * bone] = shift;
  return pose;
}

const prepared = async (poses: Pose[], change: object = {}) => {
  const options = { ...targetOptions("gltf", sequence, rig), ...change, poses };
  return (await prepareFileRig(sequence, rig, options, UNWATCHED)).poses;
};

describe("kept poses in a file", () => {
  const POSES = [poseOf("wave", 2, 0.7), poseOf("shrug", 1, -0.4, 0.25)];

  it("are frames with all bones where the pose has them", async () => {
    const poses = await prepared(POSES);
    expect(poses.map(({ name }) => name)).toEqual(["wave", "shrug"]);
    poses.forEach(({ tracks }, n) => {
      expect(tracks.frameCount).toBe(1);
      const wanted = poseMatrices(rig.bones, POSES[n]);
      motionOfTracks(tracks, 0).forEach((x, at) => {
        expect(x).toBeCloseTo(wanted[at], 4);
      });
    });
  });

  it("leave the bone that travels at rest", async () => {
    const [{ tracks }] = await prepared(POSES, { rootMotion: "extract" });
    const motion = motionOfTracks(tracks, 0);
    expect(motion).toHaveLength(12 * (rig.bones.length + 1));
    const wanted = poseMatrices(rig.bones, POSES[0]);
    motion.subarray(12).forEach((x, at) => {
      expect(x).toBeCloseTo(wanted[at], 4);
    });
  });

  it("are in the axes and the unit of a file that has no nodes for them", async () => {
    const [{ tracks }] = await prepared(POSES, { bakeSpace: true, upAxis: "z" });
    const baked = bakeSpace(sequence, { ...rig, motion: poseMatrices(rig.bones, POSES[0]) }, "z");
    motionOfTracks(tracks, 0).forEach((x, at) => {
      expect(x).toBeCloseTo(baked.rig.motion[at], 4);
    });
  });

  it("have names that no clip has", async () => {
    const [{ name }] = await prepared([poseOf(sequence.clips[0].name, 2, 0.7)]);
    expect(name).toBe(`${sequence.clips[0].name}_2`);
  });

  it("of other bones are refused", async () => {
    const other = { ...restPose(rig.bones.slice(1)), name: "other" };
    await expect(prepared([other])).rejects.toThrow(/“other”/);
  });
});
