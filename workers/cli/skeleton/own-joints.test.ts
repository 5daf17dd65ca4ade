import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Document, NodeIO } from "@gltf-transform/core";
import { Matrix4, type Object3D, Quaternion, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { threeFbx } from "../../formats/fbx/write/testing/three-fbx";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { createRandom } from "../../math/random";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { boneMatrix, type Rig } from "../../model/rig/rig";
import { UNWATCHED } from "../../model/task";
import { character } from "../../skeleton/fit/testing/character";
import { checkFlags, parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { fitCommand } from "./fit";

const engine = createEngine(nodeParallel, 1);
printedByTest();

let folder = "";
const at = (name: string) => join(folder, name);
const { sequence, rig } = character(5);
const NAMES = ["cog", "spine_jnt", "armL_jnt", "armR_jnt", "handL_jnt", "handR_jnt"];

/** A row-major 3x4 as three's matrix. */
const matrixOf = (m: ArrayLike<number>) =>
  new Matrix4().fromArray(
    [0, 4, 8, -1, 1, 5, 9, -1, 2, 6, 10, -1, 3, 7, 11, -2].map((at) => m[at] ?? (at === -2 ? 1 : 0)),
  );

/** A skeleton as a technical animator builds it: each joint with an orient of its own, and a clip. No mesh. */
async function orientedGlb({ fps, frameCount }: MeshSequence, { bones, ...rest }: Rig): Promise<Uint8Array> {
  const random = createRandom(9);
  const orients = bones.map(() => {
    const q = new Quaternion(random.normal(), random.normal(), random.normal(), random.normal());
    return new Matrix4().makeRotationFromQuaternion(q.normalize());
  });
  const placeIn = (motion: Matrix4, j: number) =>
    motion.multiply(new Matrix4().makeTranslation(...bones[j].head)).multiply(orients[j]);
  const places = bones.map((_, j) => placeIn(new Matrix4(), j));
  const below = (all: Matrix4[], j: number) =>
    bones[j].parent < 0 ? all[j] : all[bones[j].parent].clone().invert().multiply(all[j]);
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene("scene");
  const floats = (type: "SCALAR" | "VEC3" | "VEC4", values: number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(values)).setBuffer(buffer);
  const parts = (m: Matrix4) => {
    const [t, q, s] = [new Vector3(), new Quaternion(), new Vector3()];
    m.decompose(t, q, s);
    return { t: t.toArray(), q: q.toArray() as [number, number, number, number] };
  };
  const nodes = bones.map((_, j) => {
    const { t, q } = parts(below(places, j));
    return document.createNode(NAMES[j]).setTranslation(t).setRotation(q);
  });
  bones.forEach(({ parent }, j) => {
    if (parent < 0) scene.addChild(nodes[j]);
    else nodes[parent].addChild(nodes[j]);
  });
  const clip = document.createAnimation("gallop");
  const times = floats(
    "SCALAR",
    Array.from({ length: frameCount }, (_, k) => k / fps),
  );
  const posed = Array.from({ length: frameCount }, (_, k) =>
    bones.map((_, j) => placeIn(matrixOf(boneMatrix({ bones, ...rest }, k, j)), j)),
  );
  bones.forEach((_, j) => {
    const keys = posed.map((all) => parts(below(all, j)));
    const add = (path: "translation" | "rotation", values: ReturnType<typeof floats>) => {
      const sampler = document.createAnimationSampler().setInput(times).setOutput(values);
      const channel = document.createAnimationChannel().setTargetNode(nodes[j]).setTargetPath(path);
      clip.addSampler(sampler).addChannel(channel.setSampler(sampler));
    };
    add(
      "rotation",
      floats(
        "VEC4",
        keys.flatMap(({ q }) => q),
      ),
    );
    add(
      "translation",
      floats(
        "VEC3",
        keys.flatMap(({ t }) => t),
      ),
    );
  });
  return new NodeIO().writeBinary(document);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-own-joints-"));
  await writeFile(at("limbs.obj"), writeObj(sequence));
  await writeFile(at("limbs.pc2"), writePc2(sequence));
  await writeFile(at("mine.glb"), await orientedGlb(sequence, rig));
});
afterAll(() => rm(folder, { recursive: true }));

/** A joint as another program reads it. */
interface Read {
  name: string;
  parent: string;
  world: Matrix4;
}

/** The joints below a root in the order of the file, at rest. */
function jointsIn(root: Object3D): Read[] {
  root.updateMatrixWorld(true);
  const found: Read[] = [];
  root.traverse((object) => {
    if (NAMES.includes(object.name)) {
      const above = NAMES.includes(object.parent!.name) ? object.parent!.name : "";
      found.push({ name: object.name, parent: above, world: object.matrixWorld.clone() });
    }
  });
  return found;
}

async function inGlb(name: string): Promise<Read[]> {
  const bytes = await readFile(at(name));
  const { scene } = await new GLTFLoader().parseAsync(Uint8Array.from(bytes).buffer, "");
  return jointsIn(scene);
}

const inFbx = async (name: string) => jointsIn(threeFbx(await readFile(at(name))).root);

function expectSameJoints(found: Read[], truth: Read[], scale = 1): void {
  expect(found.map(({ name, parent }) => [name, parent])).toEqual(
    truth.map(({ name, parent }) => [name, parent]),
  );
  const diagonal = restDiagonal(sequence) * scale;
  found.forEach(({ world }, n) => {
    const [is, was] = [world, truth[n].world];
    const apart = new Vector3()
      .setFromMatrixPosition(is)
      .distanceTo(new Vector3().setFromMatrixPosition(was).multiplyScalar(scale));
    expect(apart).toBeLessThan(1e-5 * diagonal);
    const turn = new Quaternion()
      .setFromRotationMatrix(is)
      .angleTo(new Quaternion().setFromRotationMatrix(was));
    expect(turn).toBeLessThan(1e-5);
  });
}

async function fitOnto(skeleton: string, ...argv: string[]): Promise<{ rmsePercent: number }> {
  const { values } = parse(["--skeleton", at(skeleton), "--quiet", "--report", at("report.json"), ...argv]);
  checkFlags("fit", values);
  const files = await nodeFiles([at("limbs.obj"), at("limbs.pc2")]);
  await alone(fitCommand)(engine, files, values, UNWATCHED);
  return JSON.parse(await readFile(at("report.json"), "utf8"));
}

describe("the artist's joints after a fit", () => {
  it.each([["weights"], ["both"]])("are the same in a GLB (%s)", async (solve) => {
    const { rmsePercent } = await fitOnto("mine.glb", "--solve", solve, "--out", at("out.glb"));
    expect(rmsePercent).toBeLessThan(0.05);
    expectSameJoints(await inGlb("out.glb"), await inGlb("mine.glb"));
  });

  it("are the same in an FBX, and in what comes of that FBX", async () => {
    await fitOnto("mine.glb", "--solve", "weights", "--out", at("out.fbx"), "--unit", "m");
    expectSameJoints(await inFbx("out.fbx"), await inGlb("mine.glb"));
    await fitOnto("out.fbx", "--solve", "weights", "--out", at("again.fbx"), "--unit", "m");
    expectSameJoints(await inFbx("again.fbx"), await inGlb("mine.glb"));
  });
});
