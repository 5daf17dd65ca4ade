import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clothOf, withShapes } from "../formats/gltf/testing/exported-rigs";
import { composeTrs, invertAffine, multiplyAffine } from "../math/affine";
import type { UpAxis } from "../model/mesh/mesh-sequence";
import { UNWATCHED } from "../model/task";
import { withOwnAxes } from "../testing/rigs";
import type { GroundTruth } from "../testing/sequences";
import { strictCloth } from "../testing/strict-rigs";
import { bakeFileRig } from "./bake-file-rig";
import { motionOfTracks, restWorlds } from "./bones/play-tracks";
import { type FileSpace, fileSpace } from "./file-space";
import { type FileRig, prepareFileRig } from "./prepare";

const axes = fc.constantFrom<UpAxis>("x", "y", "z");
const AT: [number, number, number] = [3, -2, 1];

async function prepared(seed: number, isAffine: boolean, upAxis: UpAxis, own = false): Promise<FileRig> {
  const truth: GroundTruth = isAffine
    ? clothOf(5, 3, true, seed)
    : strictCloth({ bones: 6, frames: 4, size: 4, seed, travel: [1, 2, 0] });
  const sequence = { ...truth.sequence, upAxis, origin: AT };
  const shaped = withShapes(truth.rig, 2, 0.1, seed);
  const rig = own ? withOwnAxes(shaped, seed) : shaped;
  return prepareFileRig(sequence, rig, { influences: 0, clips: [], upAxis: "y" }, UNWATCHED);
}

/** The map of a space and its inverse, row-major 3x4. */
function mapsOf({ rotation, scale, translation }: FileSpace) {
  const [there, back] = [new Float64Array(12), new Float64Array(12)];
  composeTrs(there, 0, translation, rotation, [scale, scale, scale]);
  invertAffine(back, 0, there, 0);
  return { there, back };
}

const carry = (m: Float64Array, p: ArrayLike<number>, at = 0) =>
  [0, 4, 8].map((r) => m[r] * p[at] + m[r + 1] * p[at + 1] + m[r + 2] * p[at + 2] + m[r + 3]);

function expectNear(found: ArrayLike<number>, truth: ArrayLike<number>, scale = 1) {
  const size = Math.max(1, ...Array.from(truth, Math.abs));
  const off = Math.max(...Array.from(truth, (x, c) => Math.abs(found[c] - x)));
  expect(off).toBeLessThan(4e-6 * scale * size);
}

describe("a space that is part of a file's numbers", () => {
  it("moves the rest pose, the shapes and the motion of the bones to it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.boolean(),
        axes,
        axes,
        fc.constantFrom(0.01, 1, 100),
        fc.boolean(),
        async (seed, isAffine, from, to, unit, own) => {
          const content = await prepared(seed, isAffine, from, own);
          const space = fileSpace(content.sequence, to, unit);
          const baked = bakeFileRig(content, space);
          const { there, back } = mapsOf(space);
          for (let at = 0; at < content.rig.rest.length; at += 9) {
            expectNear(baked.rig.rest.subarray(at, at + 3), carry(there, content.rig.rest, at));
            expectNear(baked.morphs!.base.subarray(at, at + 3), carry(there, content.morphs!.base, at));
            const moved = content.morphs!.base.map((x, c) => x + content.morphs!.shapes[c]);
            const shape = [0, 1, 2].map((c) => baked.morphs!.base[at + c] + baked.morphs!.shapes[at + c]);
            expectNear(shape, carry(there, moved, at));
          }
          const [{ tracks }] = content.clips;
          for (let f = 0; f < tracks.frameCount; f += 3) {
            const [was, is] = [motionOfTracks(tracks, f), motionOfTracks(baked.clips[0].tracks, f)];
            for (let at = 0; at < was.length; at += 12) {
              const [half, truly] = [new Float64Array(12), new Float64Array(12)];
              multiplyAffine(half, 0, there, 0, was, at);
              multiplyAffine(truly, 0, half, 0, back, 0);
              expectNear(is.subarray(at, at + 12), truly, 4);
            }
          }
          expect(baked.root).toEqual({ rotation: [0, 0, 0, 1], scale: 1, translation: [0, 0, 0] });
        },
      ),
      { numRuns: 8 },
    );
  });

  it("keeps nodes without a rotation upright, and binds them at their rest places", async () => {
    const content = await prepared(3, false, "z");
    const { tracks } = bakeFileRig(content, fileSpace(content.sequence, "y", 100)).clips[0];
    expect([...tracks.restRotations]).toEqual(Array.from(tracks.nodeBones, () => [0, 0, 0, 1]).flat());
    const places = restWorlds(tracks);
    const product = new Float64Array(12);
    const inverses = Float64Array.from(tracks.inverseBind);
    tracks.joints.forEach((n, j) => {
      multiplyAffine(product, 0, places, 12 * n, inverses, 12 * j);
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0].forEach((x, c) => {
        expect(Math.abs(product[c] - x)).toBeLessThan(1e-4);
      });
    });
  });

  it("turns normals and tangents", async () => {
    const content = await prepared(4, false, "z");
    const D = content.sequence.solverIndex.length;
    const normals = Float32Array.from({ length: 3 * D }, (_, c) => (c % 3 === 2 ? 1 : 0));
    const tangents = Float32Array.from({ length: 4 * D }, (_, c) => [0, 1, 0, -1][c % 4]);
    const given = { ...content, sequence: { ...content.sequence, normals, tangents } };
    const { sequence } = bakeFileRig(given, fileSpace(content.sequence, "y", 100));
    expect([...sequence.normals!.subarray(0, 3)]).toEqual([0, 1, 0].map((x) => x));
    expect([...sequence.tangents!.subarray(0, 4)].map((x) => x + 0)).toEqual([0, 0, -1, -1]);
  });
});
