import { expect, it } from "vitest";
import { about } from "../../../geometry/posing/turns";
import { targetOptions } from "../../../model/files/export/export-targets";
import { restPose } from "../../../model/rig/pose";
import { UNWATCHED } from "../../../model/task";
import { bendingBar } from "../../../testing/sequences";
import { exportFile } from "../../export-file";

it("a GLB has kept poses as animations of one key, and is valid", async () => {
  const { sequence, rig } = bendingBar({ bones: 3 });
  const pose = restPose(rig.bones, "Reach");
  pose.rotations.set(about([0, 0, 1], 0.5), 4);
  const options = { ...targetOptions("gltf", sequence, rig), poses: [pose] };
  const { bytes, validatorMessages } = await exportFile(sequence, rig, options, UNWATCHED);
  expect(validatorMessages).toEqual([]);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const names = json.animations.map(({ name }: { name: string }) => name);
  expect(names).toEqual([...sequence.clips.map(({ name }) => name), "Reach"]);
  const { samplers, channels } = json.animations.at(-1);
  for (const { input } of samplers) expect(json.accessors[input].count).toBe(1);
  const turned = channels.filter(({ target }: { target: { path: string } }) => target.path === "rotation");
  expect(turned).toHaveLength(rig.bones.length);
});
