/**
 * Scenes of all kinds that are opened with their skeletons and exported again. Three plays both files in the same way.
 */
import { type Extension, WebIO } from "@gltf-transform/core";
import { EXTMeshoptCompression, KHRDracoMeshCompression } from "@gltf-transform/extensions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundsOf } from "../../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../../model/task";
import { assemble } from "../../assemble/assemble-sequence";
import { exportFile } from "../../export-file";
import { openBytes } from "../read/testing/read-bytes";
import { encodingIo } from "../testing/encoding-io";
import { randomSketch, threePositions } from "../testing/fixtures";

const FPS = 10;
const OPTIONS = { clips: [], fps: FPS, upAxis: null, metresPerUnit: null, restFrame: null, keepRig: true };
/** With pairs of nodes, skeletons of joints and of nodes that move meshes are exact up to this. */
const NEAR = 2e-5;

/**
 * A scene with two skins, meshes that nodes move, and one mesh at two nodes, one of them mirrored and with children.
 */
function oddScene(seed: number) {
  const sketch = randomSketch(seed, 0);
  const nodes = sketch.document.getRoot().listNodes();
  const plain = nodes.find((node) => node.getName() === "plain")!;
  const base = nodes.find((node) => node.getName() === "base")!;
  const mirrored = sketch.node("mirrored", base).setScale([-1, 0.7, 1.2]).setMesh(plain.getMesh());
  sketch.node("again", mirrored).setMesh(plain.getMesh()).setExtras({ twin: true });
  return sketch;
}

async function again(glb: Uint8Array) {
  const source = await openBytes(glb);
  const { sequence, rig } = await assemble(await source.read(OPTIONS, UNWATCHED), OPTIONS, UNWATCHED);
  return {
    sequence,
    ...(await exportFile(sequence, rig!, { influences: 0, clips: [], upAxis: "y" }, UNWATCHED)),
  };
}

/** The largest distance from a point of one list to the nearest of the other, in both directions. */
function apart(a: readonly number[], b: readonly number[]): number {
  const oneWay = (from: readonly number[], to: readonly number[]) => {
    let largest = 0;
    for (let i = 0; i < from.length; i += 3) {
      let nearest = Number.POSITIVE_INFINITY;
      for (let j = 0; j < to.length; j += 3) {
        const distance = Math.hypot(from[i] - to[j], from[i + 1] - to[j + 1], from[i + 2] - to[j + 2]);
        if (distance < nearest) nearest = distance;
      }
      largest = Math.max(largest, nearest);
    }
    return largest;
  };
  return Math.max(oneWay(a, b), oneWay(b, a));
}

/** The largest difference between the files when three plays them, as a share of the diagonal. */
async function difference(source: Uint8Array, made: Uint8Array, frames: readonly [number, number]) {
  let largest = 0;
  for (const [clip, count] of frames.entries()) {
    const times = Array.from({ length: count }, (_, k) => k / FPS).filter((_, k) => k % 4 === 0);
    const [was, is] = [await threePositions(source, clip, times), await threePositions(made, clip, times)];
    const [x0, y0, z0, x1, y1, z1] = boundsOf(was[0]);
    for (const [k, points] of was.entries()) {
      largest = Math.max(largest, apart(points, is[k]) / Math.hypot(x1 - x0, y1 - y0, z1 - z0));
    }
  }
  return largest;
}

describe("a scene that is opened and exported again", () => {
  it("plays the same: two skins, a mesh at several nodes, mirrored ones, meshes that nodes move", () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), async (seed) => {
        const source = await oddScene(seed).glb();
        const { bytes, sequence, validatorMessages } = await again(source);
        expect(validatorMessages).toEqual([]);
        const [walk, wave] = sequence.clips.map(({ first, last }) => last - first + 1);
        expect(await difference(source, bytes, [walk, wave])).toBeLessThan(NEAR);
        const { nodes } = (await new WebIO().binaryToJSON(bytes)).json;
        expect(nodes!.filter(({ extras }) => extras?.["twin"] === true)).toHaveLength(1);
      }),
      { numRuns: 2, seed: 5 },
    ));

  it.each([
    ["meshopt", EXTMeshoptCompression, NEAR],
    ["Draco", KHRDracoMeshCompression, 2e-3],
  ] as const)("plays the same from a file that was packed by %s", async (_, extension, within) => {
    const sketch = oddScene(77);
    const plain = await sketch.glb();
    sketch.document.createExtension<Extension>(extension).setRequired(true);
    const packed = await (await encodingIo()).writeBinary(sketch.document);
    expect(Buffer.from(packed).toString("latin1")).toContain(extension.EXTENSION_NAME);
    const { bytes, sequence, validatorMessages } = await again(packed);
    expect(validatorMessages).toEqual([]);
    const [walk, wave] = sequence.clips.map(({ first, last }) => last - first + 1);
    expect(await difference(plain, bytes, [walk, wave])).toBeLessThan(within);
  });
});
