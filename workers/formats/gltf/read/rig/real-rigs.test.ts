import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sharedData } from "../../../../testing/shared-data";
import { expectRoundTrip, expectSound, largestMiss, open, parentName } from "../../testing/kept-rigs";

/** The name of the nearest ancestor joint, from the JSON of a file. */
function jointAbove(bytes: Uint8Array, file: string, joint: string): string | null {
  const length = new DataView(bytes.buffer).getUint32(12, true);
  const text = new TextDecoder().decode(file.endsWith(".glb") ? bytes.slice(20, 20 + length) : bytes);
  const { nodes, skins } = JSON.parse(text) as {
    nodes: { name?: string; children?: number[] }[];
    skins: { joints: number[] }[];
  };
  const joints = new Set(skins.flatMap((skin) => skin.joints));
  let n = nodes.findIndex(({ name }, at) => joints.has(at) && (name ?? `joint_${at}`) === joint);
  do n = nodes.findIndex(({ children }) => children?.includes(n));
  while (n >= 0 && !joints.has(n));
  return n < 0 ? null : (nodes[n].name ?? `joint_${n}`);
}

const SHARED = sharedData("gltf/");

describe.skipIf(!existsSync(SHARED))("other people's skeletons (skipped without ../shared/data)", () => {
  it.each([
    ["Fox.glb", 24],
    ["fox-animations.glb", 49],
    ["dragon-animations.glb", 100],
    ["RobotExpressive.glb", 43],
    ["cesium_man.gltf", 19],
  ])("%s", async (name, joints) => {
    const bytes = new Uint8Array(readFileSync(new URL(name, SHARED)));
    const { sequence, rig } = await open(bytes, {}, name);
    expect(joints).toBe(rig.bones.length);
    expect(rig.boneKind).toBe("rigid");
    expectSound(rig, sequence);
    expect(largestMiss(sequence, rig)).toBeLessThan(1e-5);
    expect(rig.bones.map((bone) => parentName(rig, bone))).toEqual(
      rig.bones.map((bone) => jointAbove(bytes, name, bone.name)),
    );
    // The file's own seams stay closed, so keeping the skeleton adds no vertex.
    const plain = await open(bytes, { keepRig: false }, name);
    expect(sequence.vertexCount).toBe(plain.sequence.vertexCount);
    const one = await open(bytes, { clips: [0], fps: 12 }, name);
    await expectRoundTrip(one.sequence, one.rig);
  });
});
