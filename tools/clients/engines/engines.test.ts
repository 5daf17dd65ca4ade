/** Engines of the web play every case of an export. Every vertex of every frame is compared with the rig. */
import { describe, expect, it } from "vitest";
import { surfacesOf } from "../../../workers/export/meshes/packed-order";
import { exportFile } from "../../../workers/formats/export-file";
import { keepLargest, shown, skinned } from "../../../workers/formats/gltf/testing/exported-rigs";
import { largestDifference } from "../../../workers/formats/gltf/testing/fixtures";
import { restDiagonal } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { UNWATCHED } from "../../../workers/model/task";
import { type ClientCase, generatedCases, packedCases, texturedCases } from "../cases";
import { withinOf } from "../jobs/job";
import { babylon } from "./babylon";
import type { EngineClient } from "./client";
import { playcanvas } from "./playcanvas";
import { three } from "./three";

const mostInfluences = ({ weights: { offsets } }: Rig) =>
  offsets.reduce((most, end, i) => Math.max(most, end - (offsets[i - 1] ?? 0)), 0);

/** The rig without the influences that the client does not read. */
function readBy({ influences, normalises }: EngineClient, rig: Rig): Rig {
  return mostInfluences(rig) > influences ? keepLargest(rig, influences, normalises) : rig;
}

/** Exports each case once for all clients. */
const files = new Map<ClientCase, Promise<Uint8Array>>();
async function exported(one: ClientCase): Promise<Uint8Array> {
  const { sequence, rig, options } = one;
  const writing = files.get(one) ?? exportFile(sequence, rig, options, UNWATCHED).then(({ bytes }) => bytes);
  files.set(one, writing);
  return writing;
}

/** The largest distance of a vertex from its place, as a share of the diagonal. */
async function largestOff(client: EngineClient, one: ClientCase): Promise<number> {
  const { sequence, rig, shown: shownBy = rig } = one;
  const readable = readBy(client, shownBy);
  const surfaces = await surfacesOf(sequence, one.options.compression ?? "none");
  let largest = 0;
  for (const [clip, { first, last }] of sequence.clips.entries()) {
    const times = Array.from({ length: last - first + 1 }, (_, k) => k / sequence.fps);
    const frames = await client.play(await exported(one), clip, times);
    frames.forEach((frame, k) => {
      const off = largestDifference(frame, shown(sequence, skinned(readable, first + k), surfaces));
      largest = Math.max(largest, off);
    });
  }
  return largest / (restDiagonal(sequence) * sequence.metresPerUnit);
}

const cases = [...generatedCases(), ...texturedCases().slice(0, 1)];

describe.each([three, babylon, playcanvas])("$name", (client) => {
  it.each(cases)("plays $name", async (one) => {
    expect(await largestOff(client, one)).toBeLessThan(withinOf(one));
  });

  it.each(packedCases())(client.unpacks ? "plays $name" : "refuses $name", async (one) => {
    const off = largestOff(client, one);
    if (client.unpacks) expect(await off).toBeLessThan(withinOf(one));
    else await expect(off).rejects.toThrow();
  });

  it("reads the number of influences that the docs state", async () => {
    const { sequence, rig } = cases.find(({ name }) => name === "12 influences")!;
    const read = shown(sequence, skinned(readBy(client, rig), 4));
    expect(largestDifference(read, shown(sequence, skinned(rig, 4)))).toBeGreaterThan(0.01);
  });
});
