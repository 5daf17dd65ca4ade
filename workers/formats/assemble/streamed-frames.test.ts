import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { frameOf } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { clothPatch } from "../../testing/sequences";
import { cube, movingCube, scene } from "../alembic/testing/fixtures";
import { writeAlembic } from "../alembic/testing/write";
import { writeObj } from "../obj/write-obj";
import { inspect } from "../open";
import { writeMdd } from "../point-cache/mdd";
import { writePc2 } from "../point-cache/pc2";
import { nodeFiles } from "../source/node-file";
import { blobFile } from "../source/source-file";
import { AS_IT_IS } from "../testing/formats";
import { assemble, assembleStreamed } from "./assemble-sequence";

const CLOTH = clothPatch({ size: 6, frames: 9 });
const FILES: Record<string, [name: string, bytes: Uint8Array][]> = {
  PC2: [
    ["cloth.obj", writeObj(CLOTH)],
    ["cloth.pc2", writePc2(CLOTH)],
  ],
  MDD: [
    ["cloth.obj", writeObj(CLOTH)],
    ["cloth.mdd", writeMdd(CLOTH)],
  ],
  "numbered files": Array.from({ length: 9 }, (_, k): [string, Uint8Array] => [
    `cloth.${k}.obj`,
    writeObj(CLOTH, frameOf(CLOTH, k)),
  ]),
  Alembic: [["cube.abc", writeAlembic(scene([cube("cube", movingCube(0.5))], 9))]],
};

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-stream-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function onDisk(kind: string) {
  const paths: string[] = [];
  for (const [name, bytes] of FILES[kind]) {
    paths.push(join(folder, name));
    await writeFile(join(folder, name), bytes);
  }
  return { paths, files: await nodeFiles(paths) };
}

const open = async (files: Awaited<ReturnType<typeof nodeFiles>>) => {
  const [source] = await inspect(files, UNWATCHED);
  return source.read(AS_IT_IS, UNWATCHED);
};

it.each(Object.keys(FILES))("gives the frames of a sequence in memory, in any order: %s", async (kind) => {
  const { files } = await onDisk(kind);
  const blobs = FILES[kind].map(([name, bytes]) => blobFile(new Blob([new Uint8Array(bytes)]), name));
  for (const from of [files, blobs]) {
    const { sequence } = await assemble(await open(from), AS_IT_IS, UNWATCHED);
    const { sequence: stream } = await assembleStreamed(await open(from), AS_IT_IS, UNWATCHED);
    const { frames, ...mesh } = stream;
    const { frames: _, ...same } = sequence;
    expect(mesh).toEqual(same);
    for (const k of [0, 1, 2, 8, 3, 3, 0]) expect(await frames.frame(k)).toEqual(frameOf(sequence, k));
  }
});

it.each([
  ["PC2", writePc2],
  ["MDD", writeMdd],
])("a file that shrinks while it is read is named: %s", async (kind, write) => {
  // Longer than the blocks that are read at once.
  const frameCount = 12_000;
  const frames = new Float32Array(3 * CLOTH.vertexCount * frameCount);
  for (let at = 0; at < frames.length; at += CLOTH.rest.length) frames.set(CLOTH.rest, at);
  const cache = join(folder, `long.${kind.toLowerCase()}`);
  await writeFile(join(folder, "long.obj"), writeObj(CLOTH));
  await writeFile(cache, write({ ...CLOTH, frameCount, frames }));
  const raw = await open(await nodeFiles([join(folder, "long.obj"), cache]));
  const { sequence: stream } = await assembleStreamed(raw, AS_IT_IS, UNWATCHED);
  await truncate(cache, 1e6);
  await expect(stream.frames.frame(0)).rejects.toThrow("cut short");
});

it("a frame that becomes unusable after it was checked is named", async () => {
  const { files } = await onDisk("PC2");
  const raw = await open(files);
  let wrong: number | null = null;
  const frame = async (k: number) => {
    const positions = (await raw.frame(k)).slice();
    if (k === wrong) positions[7] = Number.NaN;
    return positions;
  };
  const { sequence: stream } = await assembleStreamed({ ...raw, frame }, AS_IT_IS, UNWATCHED);
  wrong = 4;
  await stream.frames.frame(3);
  await expect(stream.frames.frame(4)).rejects.toThrow("changed while it was read");
  await expect(assembleStreamed({ ...raw, frame }, AS_IT_IS, UNWATCHED)).rejects.toThrow("frame 5");
});
