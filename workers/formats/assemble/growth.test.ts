/**
 * Large files for two common mistakes of readers. A reader whose time grows with the square of the size would need
 * minutes or gigabytes. A recursive reader would overflow Node's call stack, which holds fewer than 12 000 joints. Each
 * file must open within the time limit of a test.
 */
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { wholeSequence } from "../../../workers/model/mesh/streamed-sequence";
import { UniqueNames } from "../../export/unique-names";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { SinewError } from "../../model/errors";
import type { SkeletonSource } from "../../model/files/skeleton-source";
import { orderSegments } from "../../model/skeleton/skeleton-order";
import { UNWATCHED } from "../../model/task";
import { exportFile } from "../export-file";
import { armRecords, fbxBinary, fbxText } from "../fbx/testing/fixtures";
import { packGlb, partsOfGlb } from "../gltf/compress/glb-parts";
import { Sketch } from "../gltf/testing/fixtures";
import type { SourceFile } from "../source/source";
import { bytesFile } from "../source/source-file";
import { AS_IT_IS, textFile } from "../testing/formats";

async function open(...files: SourceFile[]) {
  const engine = createEngine(nodeParallel, 1);
  const [info] = await engine.run("inspect", { files }, UNWATCHED);
  const choice = { ...AS_IT_IS, keepRig: true };
  return { info, ...(await engine.run("read", { source: 0, choice }, UNWATCHED)) };
}

const skeletonsOf = (file: SourceFile): Promise<SkeletonSource[]> =>
  createEngine(nodeParallel, 1).run("readSkeletons", { files: [file] }, UNWATCHED);

const complaint = (run: Promise<unknown>) =>
  run.then(
    () => "no complaint",
    (error) => (error instanceof SinewError ? error.message : `not a SinewError: ${error.stack}`),
  );

/** A mesh bound to a chain of joints, as glTF. */
async function chainGlb(joints: number): Promise<SourceFile> {
  const sketch = new Sketch(1);
  const skin = sketch.document.createSkin("chain");
  let above = sketch.document.createNode("base");
  sketch.scene.addChild(above);
  const inverses: number[] = [];
  for (let j = 0; j < joints; j++) {
    const joint = sketch.document.createNode("joint").setTranslation([0, 1, 0]);
    above.addChild(joint);
    skin.addJoint(joint);
    inverses.push(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -j - 1, 0, 1);
    above = joint;
  }
  skin.setInverseBindMatrices(sketch.floats("MAT4", inverses));
  const mesh = sketch.grid("body", 3);
  sketch.bind(mesh, 200);
  sketch.scene.addChild(sketch.document.createNode("body").setMesh(mesh).setSkin(skin));
  sketch.clip("turn", 0.1, [[above, "rotation"]]);
  return bytesFile("chain.glb", await sketch.glb());
}

/**
 * The same for any number of joints, with the rest pose as bind pose. The nodes are written into the JSON of a short
 * chain, because glTF-Transform takes seconds to make so many.
 */
async function longChainGlb(joints: number): Promise<SourceFile> {
  const file = await chainGlb(2);
  const { json, binary } = partsOfGlb(await file.read(0, file.size));
  const [skin] = json.skins!;
  const last = () => json.nodes![skin.joints.at(-1)!];
  while (skin.joints.length < joints) {
    const joint = json.nodes!.push({ name: "joint", translation: [0, 1, 0] }) - 1;
    last().children = [joint];
    skin.joints.push(joint);
  }
  delete skin.inverseBindMatrices;
  return bytesFile("chain.glb", packGlb(json, binary));
}

function chainBvh(joints: number): SourceFile {
  const channels = "CHANNELS 3 Zrotation Xrotation Yrotation";
  const heads = Array.from(
    { length: joints },
    (_, j) => `${j === 0 ? "ROOT" : "JOINT"} joint\n{\nOFFSET 0 1 0\n${channels}\n`,
  );
  const frame = "1 ".repeat(3 * joints);
  const motion = `MOTION\nFrames: 2\nFrame Time: 0.04\n${frame}\n${frame}\n`;
  const text = `HIERARCHY\n${heads.join("")}End Site\n{\nOFFSET 0 1 0\n}\n${"}\n".repeat(joints)}${motion}`;
  return textFile("chain.bvh", text);
}

function chainTgf(bones: number): SourceFile {
  const joints = Array.from({ length: bones + 1 }, (_, j) => `${j} 0 ${j} 0\n`);
  // The order is from the end to the start, so that each bone precedes its parent.
  const edges = Array.from({ length: bones }, (_, b) => `${bones - b - 1} ${bones - b} 1 0 0\n`);
  return textFile("chain.tgf", `${joints.join("")}#\n${edges.join("")}`);
}

const list = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("");

describe("chains of joints", () => {
  it("of 12 000 in a glTF, all with the same name", async () => {
    const file = await chainGlb(12_000);
    const { sequence, rig } = await open(file);
    expect(rig?.bones).toHaveLength(12_000);
    expect(rig?.bones[11_999].parent).toBe(11_998);
    const options = { influences: 4, clips: [], upAxis: "y" as const };
    const { validatorMessages } = await exportFile(wholeSequence(sequence), rig!, options, UNWATCHED);
    expect(validatorMessages).toEqual([
      { severity: "warning", sentence: expect.stringContaining("is too deep") },
    ]);
    const [skeleton] = await skeletonsOf(file);
    expect(skeleton.skeleton.segments).toHaveLength(12_000);
  });

  it("of 30 001 in a BVH", async () => {
    const [{ skeleton, clips }] = await skeletonsOf(chainBvh(30_001));
    expect(skeleton.segments).toHaveLength(30_001);
    expect(clips[0].motions).toHaveLength(30_001 * 2 * 12);
  });

  it("of 60 000 in a .tgf, and a star of 60 000", async () => {
    const [{ skeleton }] = await skeletonsOf(chainTgf(60_000));
    expect(skeleton.segments.at(-1)?.parent).toBe(59_998);
    const last = skeleton.segments.length - 1;
    const upwards = skeleton.segments
      .toReversed()
      .map((s) => ({ ...s, parent: s.parent < 0 ? -1 : last - s.parent }));
    expect(orderSegments(upwards).skeleton.segments[last].parent).toBe(last - 1);
    const star = `0 0 0 0\n${list(60_000, (n) => `${n + 1} 1 ${n} 0\n`)}#\n${list(60_000, (n) => `0 ${n + 1} 1 0 0\n`)}`;
    expect((await skeletonsOf(textFile("star.tgf", star)))[0].skeleton.segments).toHaveLength(60_000);
  });

  it.each([
    ["binary", fbxBinary],
    ["text", fbxText],
  ])("of 2000 in an FBX with a mesh, and of 12 000 without: %s", async (_, write) => {
    const { rig } = await open(bytesFile("chain.fbx", write(armRecords({ bones: 2000 }))));
    expect(rig?.bones).toHaveLength(2000);
    const deep = bytesFile("chain.fbx", write(armRecords({ bones: 12_000, mesh: false })));
    const [{ skeleton }] = await skeletonsOf(deep);
    expect(skeleton.segments).toHaveLength(12_000);
  });

  it("of more than 65 535 bones are refused with an error message", async () => {
    expect(await complaint(skeletonsOf(chainTgf(65_536)))).toMatch(/^chain.tgf has too many bones/);
    expect(await complaint(skeletonsOf(chainBvh(65_536)))).toMatch(/more than 65535 joints/);
    const glb = await longChainGlb(65_536);
    expect(await complaint(skeletonsOf(glb))).toMatch(/^chain.glb has too many bones/);
    expect(await complaint(open(glb))).toMatch(/^chain.glb has too many bones/);
  });
});

describe("long lists", () => {
  const square = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

  it("300 000 materials of an OBJ", async () => {
    const { sequence } = await open(
      textFile("a.obj", square + list(300_000, (n) => `usemtl m${n}\nf 1 2 3\n`)),
    );
    expect(sequence.materials).toHaveLength(300_000);
    expect(sequence.parts.at(-1)?.material).toBe(299_999);
  });

  it("100 000 libraries of an OBJ, beside 20 000 files", async () => {
    const obj = textFile(
      "a.obj",
      `${list(100_000, (n) => `mtllib ${n}.mtl\n`)}${square}usemtl red\nf 1 2 3\n`,
    );
    const others = Array.from({ length: 20_000 }, (_, n) => textFile(`${n}.mtl`, "newmtl red\nKd 1 0 0\n"));
    const { sequence } = await open(obj, ...others);
    expect(sequence.materials[0].baseColour).toEqual([1, 0, 0, 1]);
  });

  it("300 000 texture vertices at one point of an OBJ", async () => {
    const uvs = list(300_000, (n) => `vt ${n} 0\n`);
    const faces = list(300_000, (n) => `f 1/${n + 1} 2/${n + 1} 3/${n + 1}\n`);
    const { sequence } = await open(textFile("a.obj", square + uvs + faces));
    expect(sequence.solverIndex).toHaveLength(900_000);
  });

  it("100 polygons of 1000 corners that cross themselves", async () => {
    const points = list(1000, (n) => `v ${(n * 379) % 1000} ${(n * 617) % 1000} 0\n`);
    const polygon = `f${list(1000, (n) => ` ${n + 1}`)}\n`;
    const { sequence } = await open(textFile("a.obj", points + polygon.repeat(100)));
    expect(sequence.triangles).toHaveLength(3 * 998 * 100);
  });

  it("60 000 entries of a zip: caches, and numbered meshes", async () => {
    const cache = new Uint8Array(40);
    cache.set(new TextEncoder().encode("POINTCACHE2\0\x01"));
    const mesh = new TextEncoder().encode(`${square}f 1 2 3\nf 1 2 4\n`);
    const packed = (name: (n: number) => string, bytes: Uint8Array) =>
      bytesFile(
        "a.zip",
        zipSync(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [name(n), bytes])), { level: 0 }),
      );
    expect(await complaint(open(packed((n) => `${n}.pc2`, cache)))).toMatch(/^0.pc2 /);
    expect((await open(packed((n) => `a.${n}.obj`, mesh))).sequence.frameCount).toBe(60_000);
  });

  it("a text of blank lines", async () => {
    expect(await complaint(open(textFile("a.mesh", `${"\n".repeat(4000)}x`)))).toMatch(/^a.mesh/);
    expect(
      await complaint(skeletonsOf(textFile("a.bvh", `HIERARCHY\nROOT a${" ".repeat(300_000)}b\n`))),
    ).toMatch(/^a.bvh is damaged in line/);
  });
});

it("60 000 equal names become unique, with any punctuation", () => {
  const names = new UniqueNames();
  const taken = Array.from({ length: 60_000 }, (_, n) => names.take(n % 2 === 0 ? "a" : "a."));
  expect(new Set(taken).size).toBe(60_000);
  expect(taken.slice(0, 3)).toEqual(["a", "a._2", "a_3"]);
});
