import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Mesh } from "three";
import { FBXLoader } from "three/addons/loaders/FBXLoader.js";
import { beforeAll, describe, expect, test } from "vitest";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { assembleSequence } from "../assemble/assemble-sequence";
import type { RawSequence } from "../source/source";
import { type AlembicObject, openArchive } from "./archive/archive";
import { type Group, openOgawa } from "./archive/ogawa";
import { POD } from "./archive/pods";
import type { Property } from "./archive/property";
import { openAlembic } from "./read";
import { memoryFile, polygonVolume, READ_ALL } from "./testing/fixtures";
import { type ObjectRecord, type PropertyRecord, writeArchive } from "./write/archive-writer";
import { murmurDigest } from "./write/murmur";

const FOLDER = fileURLToPath(sharedData("alembic"));
const present = existsSync(resolve(FOLDER, "Bone_Anim.abc"));
if (!present) console.info("Without ../shared/data/alembic the tests of a Maya archive are left out.");

/** An archive written by Maya (Alembic 1.5.8): 754 points, 752 polygons, 400 frames under one still transform. */
describe.skipIf(!present)("a Maya archive", () => {
  let bytes: Uint8Array;
  let sequence: RawSequence;

  beforeAll(async () => {
    bytes = new Uint8Array(await readFile(resolve(FOLDER, "Bone_Anim.abc")));
    sequence = await (await openAlembic(memoryFile(bytes, "Bone_Anim.abc"), UNWATCHED)).read(
      READ_ALL,
      UNWATCHED,
    );
  });

  test("is described by its headers", async () => {
    const file = memoryFile(bytes, "shots/Bone_Anim.abc");
    const { info } = await openAlembic(file, UNWATCHED);
    expect(info).toMatchObject({
      name: "Bone_Anim",
      points: 754,
      polygons: 752,
      meshes: ["BoneShape"],
      fps: 24,
    });
    expect(info).toMatchObject({
      metresPerUnit: 0.01,
      clips: [{ name: "Bone_Anim", seconds: 400 / 24, frames: 400 }],
    });
    expect(file.bytesRead).toBeLessThan(150_000);
  });

  test("is read completely: finite positions, quads, faces that face outwards", async () => {
    expect(sequence).toMatchObject({ frameCount: 400, pointCount: 754, fps: 24 });
    expect(sequence.polygonOffsets.every((offset, p) => offset === 4 * p)).toBe(true);
    const corners = sequence.polygonCorners.map((d) => sequence.displayPoint[d]);
    for (let k = 0; k < 400; k++) {
      const positions = await sequence.frame(k);
      expect(positions.every(Number.isFinite)).toBe(true);
      expect(polygonVolume(positions, sequence.polygonOffsets, corners)).toBeGreaterThan(1);
    }
  });

  test("is assembled without loss", async () => {
    const { vertexCount, frameCount, triangles, frames } = await assembleSequence(
      sequence,
      READ_ALL,
      UNWATCHED,
    );
    expect([vertexCount, frameCount, triangles.length / 3]).toEqual([754, 400, 1504]);
    const last = await sequence.frame(399);
    expect(last.every((x, i) => Math.abs(frames[399 * 3 * 754 + i] - x) < 1e-6)).toBe(true);
  });

  test("its first frame is the mesh of the FBX beside it", async () => {
    const fbx = await readFile(resolve(FOLDER, "Bone_Geom.fbx"));
    const group = new FBXLoader().parse(
      fbx.buffer.slice(fbx.byteOffset, fbx.byteOffset + fbx.length) as ArrayBuffer,
      "",
    );
    const meshes: Mesh[] = [];
    group.updateMatrixWorld(true);
    group.traverse((node) => {
      if ((node as Mesh).isMesh) meshes.push(node as Mesh);
    });
    expect(meshes).toHaveLength(1);
    const positions = meshes[0].geometry.clone().applyMatrix4(meshes[0].matrixWorld).getAttribute("position");
    let farthest = 0;
    for (let i = 0; i < positions.count; i++) {
      let nearest = Infinity;
      for (let p = 0; p < sequence.rest.length; p += 3) {
        const [dx, dy, dz] = [
          sequence.rest[p] - positions.getX(i),
          sequence.rest[p + 1] - positions.getY(i),
          sequence.rest[p + 2] - positions.getZ(i),
        ];
        nearest = Math.min(nearest, Math.hypot(dx, dy, dz));
      }
      farthest = Math.max(farthest, nearest);
    }
    expect(farthest / restDiagonal({ rest: Float32Array.from(sequence.rest) })).toBeLessThan(1e-4);
  });

  test("has the digests that the writer computes", async () => {
    const archive = await openArchive(memoryFile(bytes));
    const [bone] = await archive.top.children();
    const [shape] = await bone.children();
    const points = (await shape.compound(".geom"))?.get("P") as Property;
    for (let k = 0; k < points.sampleCount; k += 7) {
      const numbers = await points.numbers(k);
      const digest = murmurDigest(new Uint8Array(numbers.buffer));
      expect(Buffer.from(digest).toString("hex")).toBe(await points.key(k));
    }
  });

  test("has the same bytes in every block when written again, except for hashes of objects", async () => {
    const archive = await openArchive(memoryFile(bytes));
    const children = await Promise.all((await archive.top.children()).map(recordOf));
    const properties = await propertyRecords(archive.top, await archive.top.properties());
    const metadata = Object.fromEntries(archive.metadata);
    const again = writeArchive({ metadata, samplings: archive.samplings, top: { properties, children } });
    const [theirs, ours] = [await openOgawa(memoryFile(bytes)), await openOgawa(memoryFile(again))];
    expect(await compareGroups(theirs.root, ours.root, "root")).toBeGreaterThan(800);
  });
});

async function recordOf(object: AlembicObject): Promise<ObjectRecord> {
  return {
    name: object.name,
    metadata: Object.fromEntries(object.metadata),
    properties: await propertyRecords(object, await object.properties()),
    children: await Promise.all((await object.children()).map(recordOf)),
  };
}

async function propertyRecords(
  owner: AlembicObject,
  properties: Map<string, Property>,
): Promise<PropertyRecord[]> {
  const records: PropertyRecord[] = [];
  for (const property of properties.values()) {
    const { name, kind, pod, extent, samplingIndex } = property.header;
    const metadata = Object.fromEntries(property.header.metadata);
    if (kind === "compound") {
      records.push({
        kind,
        name,
        metadata,
        properties: await propertyRecords(owner, await owner.open(property)),
      });
      continue;
    }
    const samples: (ArrayBufferView | string[])[] = [];
    for (let k = 0; k < property.sampleCount; k++) {
      samples.push(pod === POD.string ? await property.strings(k) : await property.numbers(k));
    }
    records.push({ kind, name, metadata, pod, extent, sampling: samplingIndex, samples });
  }
  return records;
}

/** Compares two groups and everything below them. The last block of an object ends with 32 bytes of hashes. */
async function compareGroups(
  theirs: Group,
  ours: Group,
  role: "root" | "object" | "properties",
): Promise<number> {
  let blocks = 0;
  expect(ours.count).toBe(theirs.count);
  for (let i = 0; i < theirs.count; i++) {
    expect(await ours.isData(i)).toBe(await theirs.isData(i));
    if (await theirs.isData(i)) {
      const hashes = role === "object" && i === theirs.count - 1 ? 32 : 0;
      const [a, b] = [await theirs.bytes(i), await ours.bytes(i)];
      const hex = (bytes: Uint8Array) =>
        Buffer.from(bytes.subarray(0, bytes.length - hashes)).toString("hex");
      if (hex(b) !== hex(a)) expect(hex(b)).toBe(hex(a));
      blocks++;
    } else {
      const inner = role === "properties" || (role === "object" && i === 0) ? "properties" : "object";
      blocks += await compareGroups(await theirs.group(i), await ours.group(i), inner);
    }
  }
  return blocks;
}
