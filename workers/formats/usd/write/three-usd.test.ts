/** Three's own loader plays the files, with four influences and without blend shapes. */
import { AnimationMixer, type Object3D, type SkinnedMesh, Vector3 } from "three";
import { USDLoader } from "three/examples/jsm/loaders/USDLoader.js";
import { describe, expect, it } from "vitest";
import { prepareFileRig } from "../../../export/prepare";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { restDiagonal } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { bendingBar, type GroundTruth, movingShells } from "../../../testing/sequences";
import { clothOf, shown, skinned } from "../../gltf/testing/exported-rigs";
import { texturedBar } from "../../gltf/testing/textured";
import { bytesFile } from "../../source/source-file";
import { openZip } from "../../zip/zip";
import { writeUsda, writeUsdz } from "./write-usd";

const ALL: ExportOptions = { format: "usdz", influences: 4, clips: [], upAxis: "y" };

async function written(truth: GroundTruth, write: typeof writeUsda): Promise<Uint8Array> {
  const content = await prepareFileRig(truth.sequence, truth.rig, ALL, UNWATCHED);
  return (await write(content, ALL)).bytes;
}

/** Points of all vertices at times of a clip, mesh by mesh. */
function played(bytes: Uint8Array, clip: string, times: number[]): Vector3[][] {
  const text = new TextDecoder().decode(bytes);
  const isText = text.startsWith("#usda");
  const scene = new USDLoader().parse(isText ? text : (bytes.slice().buffer as ArrayBuffer));
  const mixer = new AnimationMixer(scene);
  const animation = scene.animations.find(({ name }) => name === clip)!;
  mixer.clipAction(animation).play();
  const meshes: SkinnedMesh[] = [];
  scene.traverse((object: Object3D) => {
    if ((object as SkinnedMesh).isSkinnedMesh) meshes.push(object as SkinnedMesh);
  });
  return times.map((t) => {
    mixer.setTime(Math.min(t, animation.duration * (1 - 1e-9)));
    scene.updateMatrixWorld(true);
    for (const mesh of meshes) mesh.skeleton.update();
    return meshes.flatMap((mesh) =>
      Array.from({ length: mesh.geometry.attributes.position.count }, (_, i) =>
        mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld),
      ),
    );
  });
}

const pointsOf = (packed: number[]) =>
  Array.from({ length: packed.length / 3 }, (_, i) => new Vector3().fromArray(packed, 3 * i));

/**
 * The loader splits and orders vertices differently, so vertices are matched by the nearest place in the first frame.
 */
async function expectPlayed(truth: GroundTruth, write: typeof writeUsda) {
  const { sequence, rig } = truth;
  const bytes = await written(truth, write);
  const times = Array.from({ length: sequence.frameCount }, (_, k) => k / sequence.fps);
  const frames = played(bytes, sequence.clips[0].name, times);
  const places = times.map((_, k) => pointsOf(shown(sequence, skinned(rig, k))));
  const limit = 1e-4 * restDiagonal(sequence) * sequence.metresPerUnit;
  const known = frames[0].map((point) => {
    const distances = places[0].map((place) => place.distanceTo(point));
    return distances.indexOf(Math.min(...distances));
  });
  expect(new Set(known).size).toBe(places[0].length);
  frames.forEach((frame, k) => {
    const off = Math.max(...frame.map((point, n) => point.distanceTo(places[k][known[n]])));
    expect(off, `frame ${k}`).toBeLessThan(limit);
  });
}

describe("three plays", () => {
  it("a layer in text, with one mesh or several", async () => {
    await expectPlayed(bendingBar({ bones: 4, frames: 5, length: 6, width: 2 }), writeUsda);
    await expectPlayed(movingShells({ shells: 3, detail: 1, frames: 4 }), writeUsda);
  });

  it("a package with random bones in a tree", async () => {
    await expectPlayed(clothOf(6, 4, false, 9), writeUsdz);
  });
});

it("a layer in text names the textures beside it", async () => {
  const { sequence, rig } = texturedBar();
  const options: ExportOptions = { ...ALL, format: "usda", besideAs: "maps/" };
  const content = await prepareFileRig(sequence, rig, options, UNWATCHED);
  const { bytes, beside } = await writeUsda(content, options);
  const given = sequence.images!.map((image) => image.bytes);
  expect(beside!.map(({ name, bytes: own }) => [name, own])).toEqual([
    ["maps/base.png", given[0]],
    ["maps/bumps.png", given[1]],
  ]);
  const named = new TextDecoder().decode(bytes).matchAll(/asset inputs:file = @([^@]*)@/g);
  expect(new Set([...named].map(([, path]) => path))).toEqual(
    new Set(["./maps/base.png", "./maps/bumps.png"]),
  );
});

it("a package is a zip of uncompressed files at multiples of 64 bytes", async () => {
  const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);
  const { sequence, rig } = bendingBar({ bones: 2, frames: 2, length: 3, width: 1 });
  const map = { image: 0, uvSet: 0 };
  const textured = {
    ...sequence,
    images: [
      { name: "häut.png", mimeType: "image/png", bytes: png },
      { name: "lost.webp", mimeType: "image/webp", bytes: png },
    ],
    materials: [{ ...sequence.materials[0], textures: { baseColour: map, normal: { ...map, image: 1 } } }],
  };
  const bytes = await written({ sequence: textured, rig }, writeUsdz);
  const { files } = await openZip(bytesFile("rig.usdz", bytes));
  expect(files.map(({ name }) => name)).toEqual(["rig.usda", "textures/haut.png"]);
  expect(await files[1].read(0, 7)).toEqual(png);
  const layer = new TextDecoder().decode(await files[0].read(0, files[0].size));
  expect(layer).toContain("asset inputs:file = @textures/haut.png@");
  expect(layer).not.toContain("lost");
  for (const [at, head] of [
    ["#usda", "#usda 1.0"],
    ["png", "\x89PNG"],
  ]) {
    const start = new TextDecoder("latin1").decode(bytes).indexOf(head);
    expect(start % 64, at).toBe(0);
  }
});
