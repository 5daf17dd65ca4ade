/**
 * GLB files whose cameras, pointers, extras, lists or numbers are damaged. Each opens and exports, or is refused with a
 * sentence.
 */
import { expect, it } from "vitest";
import { prepareFileRig } from "../../../export/prepare";
import { createRandom } from "../../../math/random";
import { SinewError } from "../../../model/errors";
import { UNWATCHED } from "../../../model/task";
import { assemble } from "../../assemble/assemble-sequence";
import { AS_IT_IS } from "../../testing/formats";
import { glbBuffer, glbJson, glbNudged } from "../../testing/fuzz/containers";
import { glbOf, glbParts } from "../../testing/fuzz/glb-parts";
import { openBytes } from "../read/testing/read-bytes";
import { everythingGlb } from "../testing/everything";
import { validateGlb } from "./validate-glb";
import { writeGlb } from "./write-glb";

const COUNT = Number(process.env.FUZZ_COUNT ?? 40);
const options = { ...AS_IT_IS, keepRig: true };

/** Opens a GLB with its skeleton, and exports it again; null without a rig. */
async function again(bytes: Uint8Array) {
  const source = await openBytes(bytes);
  const { sequence, rig } = await assemble(await source.read(options, UNWATCHED), options, UNWATCHED);
  if (!rig) return null;
  const asked = { influences: 0, clips: [], upAxis: "y" as const };
  const { bytes: written } = await writeGlb(await prepareFileRig(sequence, rig, asked, UNWATCHED));
  return { written, lost: sequence.carried?.lost ?? [] };
}

it("a damaged file can be opened and exported, or is refused with an error message", async () => {
  const whole = everythingGlb();
  const ends = { written: 0, refused: 0 };
  for (let seed = 1; seed <= COUNT; seed++) {
    const random = createRandom(seed);
    const damage = seed % 2 === 0 ? glbJson : glbNudged;
    const bytes = damage(whole, random);
    try {
      if (await again(bytes)) ends.written++;
    } catch (error) {
      if (!(error instanceof SinewError)) throw new Error(`seed ${seed}`, { cause: error });
      ends.refused++;
    }
  }
  expect(ends.written).toBeGreaterThan(COUNT / 4);
  expect(ends.refused).toBeGreaterThan(0);
});

/** The findings of the validator that are about numbers of meshes and animations. */
const aboutNumbers = async (bytes: Uint8Array) =>
  (await validateGlb(bytes))
    .map(({ sentence }) => sentence)
    .filter((said) => /at \/(accessors|animations|meshes|nodes\/\d+\/rotation)/.test(said));

it("a file with damaged numbers is written with valid ones", async () => {
  const whole = everythingGlb();
  let written = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    try {
      const result = await again(glbBuffer(whole, createRandom(seed)));
      if (!result) continue;
      written++;
      expect(await aboutNumbers(result.written), `seed ${seed}`).toEqual([]);
    } catch (error) {
      if (!(error instanceof SinewError)) throw error;
    }
  }
  expect(written).toBeGreaterThan(COUNT / 3);
});

interface Found {
  meshes: { name: string; primitives: { attributes: Record<string, number> }[] }[];
  accessors: { bufferView: number; max?: number[] }[];
  bufferViews: { byteOffset: number; byteLength: number }[];
  animations: { samplers: { input: number }[] }[];
  nodes: { name: string; rotation?: number[] }[];
}

/** A GLB in which the numbers of an accessor are zeros. */
function zeroed(accessorOf: (json: Found) => number, more: (json: Found) => void = () => {}): Uint8Array {
  const { json, rest } = glbParts(everythingGlb());
  const found = json as unknown as Found;
  const { byteOffset, byteLength } = found.bufferViews[found.accessors[accessorOf(found)].bufferView];
  // The binary chunk follows its own header of 8 bytes.
  const zeros = rest.slice();
  zeros.fill(0, 8 + byteOffset, 8 + byteOffset + byteLength);
  more(found);
  return glbOf(json, zeros);
}

const dustOf = ({ meshes }: Found) => meshes.find(({ name }) => name === "dust")!.primitives[0];

it("normals without a direction, wrong ranges and rotations that are not unit are mended, and it says which", async () => {
  const result = (await again(
    zeroed(
      (json) => dustOf(json).attributes["NORMAL"],
      ({ accessors, nodes }) => {
        for (const accessor of accessors) if (accessor.max) accessor.max = accessor.max.map((x) => x + 1);
        nodes.find(({ name }) => name === "wire")!.rotation = [0, 2, 0, 2];
      },
    ),
  ))!;
  expect(await validateGlb(result.written)).toEqual([]);
  expect(result.lost).toContain("3 unusable normals of dust: zeros, or values that are not numbers.");
});

it("points without positions, which show nothing, are left out", async () => {
  const damaged = zeroed(
    ({ animations }) => animations[0].samplers[0].input,
    (json) => {
      const { attributes } = dustOf(json);
      attributes["PO?TION"] = attributes["POSITION"];
      delete attributes["POSITION"];
    },
  );
  const result = (await again(damaged))!;
  expect(await aboutNumbers(result.written)).toEqual([]);
  const { meshes } = glbParts(result.written).json as { meshes: { name: string }[] };
  expect(meshes.map(({ name }) => name)).not.toContain("dust");
});

it("of keys at the same time the last is kept, also of a spline, which then is none", async () => {
  const result = (await again(zeroed(({ animations }) => animations[0].samplers[0].input)))!;
  expect(await aboutNumbers(result.written)).toEqual([]);
  const { animations, accessors, bufferViews } = glbParts(result.written).json as unknown as Written;
  const crane = animations.flatMap(({ samplers }) => samplers).find(({ extras }) => extras?.eased)!;
  expect(crane.interpolation).toBe("LINEAR");
  const { bufferView, byteOffset = 0, count } = accessors[crane.output];
  expect(count).toBe(1);
  const { start } = glbParts(result.written);
  const at = start + (bufferViews[bufferView].byteOffset ?? 0) + byteOffset;
  const value = [0, 4, 8].map((c) => new DataView(result.written.buffer).getFloat32(at + c, true));
  // The middle of the last of three keys, each an in-tangent, a value and an out-tangent.
  expect(value).toEqual([21, 22, 23].map((n) => Math.fround(n / 9)));
});

interface Written {
  animations: { samplers: { output: number; interpolation?: string; extras?: { eased?: boolean } }[] }[];
  accessors: { bufferView: number; byteOffset?: number; count: number }[];
  bufferViews: { byteOffset?: number }[];
}
