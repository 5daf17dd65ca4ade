import { NodeIO } from "@gltf-transform/core";
import fc from "fast-check";
import { AnimationMixer, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { describe, expect, it } from "vitest";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import type { Rig } from "../../../model/rig/rig";
import { UNWATCHED } from "../../../model/task";
import type { GroundTruth } from "../../../testing/sequences";
import { strictCloth } from "../../../testing/strict-rigs";
import { exportFile } from "../../export-file";
import { shown, skinned } from "../testing/exported-rigs";
import { largestDifference, threePositions } from "../testing/fixtures";

const ALL = { influences: 0, clips: [], upAxis: "y" as const };

async function exported({ sequence, rig }: GroundTruth): Promise<Uint8Array> {
  const { bytes, validatorMessages } = await exportFile(sequence, rig, ALL, UNWATCHED);
  expect(validatorMessages).toEqual([]);
  return bytes;
}

/** The animated properties of each node of the first clip: "bone_1" → "rotation translation". */
async function channelsOf(bytes: Uint8Array): Promise<Record<string, string>> {
  const [clip] = (await new NodeIO().readBinary(bytes)).getRoot().listAnimations();
  const paths: Record<string, string[]> = {};
  for (const channel of clip.listChannels()) {
    const name = channel.getTargetNode()!.getName();
    paths[name] = [...(paths[name] ?? []), channel.getTargetPath()!];
  }
  return Object.fromEntries(Object.entries(paths).map(([name, list]) => [name, list.sort().join(" ")]));
}

/** Local positions of all bones in three, in each of the frames. */
async function threeJoints(bytes: Uint8Array, { sequence, rig }: GroundTruth) {
  const gltf = await new GLTFLoader().parseAsync(bytes.slice().buffer as ArrayBuffer, "");
  const mixer = new AnimationMixer(gltf.scene);
  mixer.clipAction(gltf.animations[0]).play();
  return Array.from({ length: sequence.frameCount - 1 }, (_, k) => {
    mixer.setTime(k / sequence.fps);
    return rig.bones.map(({ name }) => new Vector3().copy(gltf.scene.getObjectByName(name)!.position));
  });
}

describe("a strict skeleton in a GLB", () => {
  it("has only rotations below its roots, bones of constant length, and the rig's positions in three", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          bones: fc.integer({ min: 2, max: 30 }),
          roots: fc.integer({ min: 1, max: 2 }),
          seed: fc.integer({ min: 1, max: 1e6 }),
        }),
        async (options) => {
          const truth = strictCloth({ ...options, frames: 6, travel: [1, 0, 0.5] });
          const { sequence, rig } = truth;
          const bytes = await exported(truth);
          const channels = await channelsOf(bytes);
          for (const { name, parent } of rig.bones) {
            expect(channels[name], name).toBe(parent < 0 ? "rotation translation" : "rotation");
          }
          for (const joints of await threeJoints(bytes, truth)) {
            joints.forEach((place, j) => {
              const { parent, head } = rig.bones[j];
              if (parent < 0) return;
              const length = Math.hypot(...head.map((x, c) => x - rig.bones[parent].head[c]));
              expect(Math.abs(place.length() - length)).toBeLessThan(1e-7);
            });
          }
          const times = Array.from({ length: sequence.frameCount }, (_, k) => k / sequence.fps);
          const limit = 1e-5 * restDiagonal(sequence);
          for (const [k, positions] of (await threePositions(bytes, 0, times)).entries()) {
            expect(largestDifference(positions, shown(sequence, skinned(rig, k)))).toBeLessThan(limit);
          }
        },
      ),
      { numRuns: 15, seed: 4 },
    );
  });

  it("has a track of translations for the one bone whose joint slides", async () => {
    const { sequence, rig } = strictCloth({ bones: 6, frames: 8 });
    const motion = rig.motion.slice();
    motion[12 * (3 * 6 + 5) + 7] += 0.01;
    const channels = await channelsOf(await exported({ sequence, rig: { ...rig, motion } }));
    expect(
      rig.bones.filter(({ name }) => channels[name].includes("translation")).map(({ name }) => name),
    ).toEqual(["bone_1", "bone_6"]);
  });

  it("has a track of scales for the one bone that scales", async () => {
    const { sequence, rig } = strictCloth({ bones: 6, frames: 8 });
    const motion = rig.motion.slice();
    const at = 12 * (3 * 6 + 5);
    const { head } = rig.bones[5];
    for (const r of [0, 4, 8]) {
      // The scale is about the head, so that the joint stays with its parent.
      for (let c = 0; c < 3; c++) {
        motion[at + r + 3] -= 0.2 * motion[at + r + c] * head[c];
        motion[at + r + c] *= 1.2;
      }
    }
    const affine: Rig = { ...rig, boneKind: "affine", motion };
    const leaf = rig.bones.every(({ parent }) => parent !== 5);
    expect(leaf).toBe(true);
    const channels = await channelsOf(await exported({ sequence, rig: affine }));
    expect(channels["bone_6"]).toBe("rotation scale");
    expect(channels["bone_5"]).toBe("rotation");
    expect(channels["bone_1"]).toBe("rotation translation");
  });
});
