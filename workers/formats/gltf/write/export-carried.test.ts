import { existsSync, readFileSync } from "node:fs";
import { NodeIO } from "@gltf-transform/core";
import { ALL_EXTENSIONS, KHRLightsPunctual, KHRMaterialsClearcoat } from "@gltf-transform/extensions";
import { describe, expect, it } from "vitest";
import type { ExportOptions } from "../../../model/files/export/export-options";
import { UNWATCHED } from "../../../model/task";
import { sharedData } from "../../../testing/shared-data";
import { assemble } from "../../assemble/assemble-sequence";
import { exportFile } from "../../export-file";
import { openBytes } from "../read/testing/read-bytes";
import { everythingGlb } from "../testing/everything";
import { Sketch } from "../testing/fixtures";
import { checks } from "../testing/textured";
import { treeOf } from "../testing/tree-of";

const OPTIONS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null, keepRig: true };

/** The JSON of a GLB. */
const jsonOf = (glb: Uint8Array) => {
  const view = new DataView(glb.buffer, glb.byteOffset);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + view.getUint32(12, true))));
};

/** Opens a GLB with its skeleton, and exports it again. */
async function again(glb: Uint8Array, options: Partial<ExportOptions> = {}) {
  const source = await openBytes(glb);
  const { sequence, rig } = await assemble(await source.read(OPTIONS, UNWATCHED), OPTIONS, UNWATCHED);
  const result = await exportFile(
    sequence,
    rig!,
    { influences: 0, clips: [], upAxis: "y", ...options },
    UNWATCHED,
  );
  return { sequence, ...result };
}

/** A skinned grid with a camera on a moving joint, a light, an empty node, points, and extras everywhere. */
async function everything(): Promise<Uint8Array> {
  const sketch = new Sketch(7);
  const { document, scene } = sketch;
  document.getRoot().getAsset().copyright = "2026 Somebody";
  document.getRoot().setExtras({ pipeline: 7 });
  scene.setExtras({ shot: "010" });
  const lights = document.createExtension(KHRLightsPunctual);
  const coats = document.createExtension(KHRMaterialsClearcoat);
  const image = document
    .createTexture("paint")
    .setImage(checks(4, [255, 0, 0], [0, 0, 255]) as Uint8Array<ArrayBuffer>)
    .setMimeType("image/png");
  const material = document
    .createMaterial("paint")
    .setBaseColorTexture(image)
    .setRoughnessFactor(0.3)
    .setExtras({ shader: "car" })
    .setExtension("KHR_materials_clearcoat", coats.createClearcoat().setClearcoatFactor(0.75));
  document.createMaterial("not used").setBaseColorFactor([0, 1, 0, 1]);
  const mesh = sketch.grid("sheet", 2).setExtras({ group: "body" });
  mesh.listPrimitives()[0].setMaterial(material);
  sketch.bind(mesh, 2);
  const skin = sketch.chain("arm", 2, sketch.node("armature", null));
  const [root, hand] = skin.listJoints();
  root.setExtras({ limb: "left" });
  sketch.node("sheet", null).setMesh(mesh).setSkin(skin).setExtras({ id: 12 });
  const camera = document
    .createCamera("eye")
    .setType("perspective")
    .setYFov(1)
    .setZNear(0.1)
    .setExtras({ f: 2.8 });
  sketch.node("eye", hand).setCamera(camera);
  const light = lights.createLight("sun").setType("directional").setIntensity(3);
  sketch.node("sun", null).setExtension("KHR_lights_punctual", light);
  sketch.node("spawn", null).setExtras({ team: "blue" });
  const points = document
    .createPrimitive()
    .setMode(0)
    .setAttribute("POSITION", sketch.floats("VEC3", sketch.normals(9)))
    // A node without a skin must not have a mesh with joints.
    .setAttribute("JOINTS_0", document.createAccessor().setType("VEC4").setArray(new Uint8Array(12)))
    .setAttribute(
      "WEIGHTS_0",
      sketch.floats(
        "VEC4",
        new Float32Array(12).map((_, c) => Number(c % 4 === 0)),
      ),
    );
  sketch.node("dust", null).setMesh(document.createMesh("dust").addPrimitive(points));
  sketch.clip("wave", 1, [
    [root, "rotation"],
    [hand, "translation"],
  ]);
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
}

const comparable = (json: ReturnType<typeof jsonOf>) => ({
  copyright: json.asset.copyright,
  extras: json.extras,
  scene: json.scenes[0].extras,
  extensions: json.extensions,
  materials: json.materials,
  textures: json.textures,
  samplers: json.samplers,
  cameras: json.cameras,
  images: json.images.map(({ name, mimeType }: { name: string; mimeType: string }) => [name, mimeType]),
});

describe("a GLB from a GLB", () => {
  it("has the source's materials, cameras, lights, nodes and extras unchanged", async () => {
    const source = await everything();
    const { bytes, validatorMessages, sequence } = await again(source);
    expect(validatorMessages).toEqual([]);
    const [before, after] = [jsonOf(source), jsonOf(bytes)];
    expect(comparable(after)).toEqual(comparable(before));
    expect(sequence.carried!.contents.join()).toMatch(/1 camera,1 light,1 mesh without a surface,/);
    const node = (json: typeof before, name: string) =>
      json.nodes.find((each: { name: string }) => each.name === name);
    for (const name of ["sun", "spawn", "eye"]) expect(node(after, name)).toEqual(node(before, name));
    expect(node(after, "sheet").extras).toEqual({ id: 12 });
    expect(after.meshes.find(({ name }: { name: string }) => name.startsWith("sheet")).extras).toEqual({
      group: "body",
    });
  });

  it("keeps the names of meshes and of the skin, unless a loader could confuse them with a bone", async () => {
    const sketch = new Sketch(3);
    const skin = sketch.chain("arm", 2, sketch.node("armature", null)).setName("arm skin");
    for (const [node, name] of [
      ["left", "sleeve.mesh"],
      ["right", skin.listJoints()[1].getName()],
    ]) {
      const mesh = sketch.grid(name, 2);
      sketch.bind(mesh, 2);
      sketch.node(node, null).setMesh(mesh).setSkin(skin);
    }
    sketch.clip("wave", 1, [[skin.listJoints()[1], "rotation"]]);
    const json = jsonOf((await again(await sketch.glb())).bytes);
    const bone = skin.listJoints()[1].getName();
    expect(json.meshes.map(({ name }: { name: string }) => name)).toEqual(["sleeve.mesh", `${bone}_2`]);
    expect(json.skins[0].name).toBe("arm skin");
  });

  it("moves everything on the source's joints like the source", async () => {
    const source = await everything();
    const { bytes } = await again(source);
    const places = async (glb: Uint8Array) => {
      const document = await new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(glb);
      const eye = document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === "eye")!;
      const above = eye.getParentNode()!;
      const channels = document.getRoot().listAnimations()[0].listChannels();
      const keys = channels
        .filter((channel) => channel.getTargetNode() === above)
        .map((channel) => [channel.getTargetPath(), [...channel.getSampler()!.getOutput()!.getArray()!]]);
      return { world: eye.getWorldMatrix(), keys };
    };
    const [before, after] = [await places(source), await places(bytes)];
    expect(after).toEqual(before);
    expect(after.keys).toHaveLength(1);
  });

  it("keeps the same if it is compressed", async () => {
    const source = await everything();
    const { bytes, validatorMessages } = await again(source, { compression: "meshopt" });
    expect(validatorMessages).toEqual([]);
    expect(comparable(jsonOf(bytes))).toEqual(comparable(jsonOf(source)));
  });

  it("keeps the same again when the written file is opened and exported", async () => {
    const once = await again(await everything());
    const twice = await again(once.bytes);
    expect(twice.validatorMessages).toEqual([]);
    expect(comparable(jsonOf(twice.bytes))).toEqual(comparable(jsonOf(once.bytes)));
  });

  it.skipIf(!existsSync(sharedData("gltf/Fox.glb"))).each(["Fox.glb", "RobotExpressive.glb"])(
    "keeps the materials and images of %s (skipped without ../shared/data)",
    async (name) => {
      const source = new Uint8Array(readFileSync(sharedData(`gltf/${name}`)));
      const { bytes, validatorMessages } = await again(source);
      expect(validatorMessages).toEqual([]);
      const [before, after] = [jsonOf(source), jsonOf(bytes)];
      expect(after.materials).toEqual(before.materials);
      expect(after.textures).toEqual(before.textures);
    },
  );

  const KEPT = ["eye", "sun", "dust", "wire", "torch"];

  it("has every value of a file that was written by hand, with any numbering", async () => {
    const source = everythingGlb();
    const { bytes, validatorMessages, sequence } = await again(source);
    const [before, after] = [treeOf(source, KEPT), treeOf(bytes, KEPT)];
    const { VENDOR_rig: _, ...extensions } = before.extensions as Record<string, unknown>;
    expect(after).toEqual({ ...before, extensions });
    expect(validatorMessages!.filter(({ sentence }) => !/VENDOR_|tangent space/.test(sentence))).toEqual([]);
    expect(sequence.carried!.lost).toEqual([
      "1 other scene of the source file.",
      "VENDOR_rig of the source file, which may name its old bones and meshes.",
    ]);
    const [json, own] = [jsonOf(bytes), jsonOf(source)];
    expect(sequence.attributes?.map(({ name, width }) => [name, width])).toEqual([["_HEAT", 1]]);
    expect(JSON.stringify(json.meshes)).toContain('"_HEAT"');
    const extrasOf = (name: string) => json.nodes.find((node: { name: string }) => node.name === name).extras;
    expect([extrasOf("hip"), extrasOf("hand"), extrasOf("body")]).toEqual([
      { limb: "root" },
      { limb: "left" },
      { id: 12 },
    ]);
    expect(json.skins[0].extras).toEqual({ rigger: "Ada" });
    const body = json.meshes.find(({ extras }: { extras?: object }) => extras && "group" in extras);
    expect(body.primitives[0].extras).toEqual({ part: 3 });
    expect(body.primitives[0].extensions).toEqual(own.meshes[0].primitives[0].extensions);
  });

  it("gives joints their extras under the names for a target", async () => {
    const { bytes } = await again(everythingGlb(), { names: "plain" });
    const { nodes } = jsonOf(bytes);
    expect(nodes.filter(({ extras }: { extras?: object }) => extras && "limb" in extras).length).toBe(4);
  });

  it("moves parts that need no clip of the rig, and reports motion that is lost with a clip", async () => {
    const { bytes, sequence } = await again(everythingGlb(), { clips: [0] });
    const names = jsonOf(bytes).animations.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["wave", "camera only"]);
    const without = await again(everythingGlb(), { clips: [1] });
    expect(jsonOf(without.bytes).animations.map(({ name }: { name: string }) => name)).toEqual([
      "camera only",
    ]);
    expect(sequence.carried!.motion).toEqual(["wave"]);
  });
});

it("moves kept parts in the source's clips, even if these get plain names", async () => {
  const [kept, plain] = [await again(everythingGlb()), await again(everythingGlb(), { names: "plain" })];
  const clipsOf = (glb: Uint8Array): { name: string; channels: unknown[] }[] => jsonOf(glb).animations;
  expect(clipsOf(kept.bytes).map(({ name }) => name)).toContain("camera only");
  expect(clipsOf(plain.bytes).map(({ name }) => name)).toEqual(
    clipsOf(kept.bytes).map(({ name }) => name.replace(" ", "_")),
  );
  expect(clipsOf(plain.bytes).map(({ channels }) => channels.length)).toEqual(
    clipsOf(kept.bytes).map(({ channels }) => channels.length),
  );
  expect(plain.renamedClips).toBe(1);
  expect(plain.validatorMessages).toEqual([]);
});
