/**
 * The two layers of a rig as JSON and one little-endian binary, for engine programmers. Weights have 16 bits, and
 * indices 8 bits if they fit. docs/reference/two-layer-export.md has the layout and the code that an engine needs.
 */
import { SinewError } from "../../model/errors";
import type { TwoLayerExportInput, TwoLayerExportResult } from "../../model/files/export/two-layer-export";
import { wellFormedJson } from "../../model/files/well-formed";
import { maxInfluences, type SparseWeights } from "../../model/rig/sparse-weights";
import { layersOf, virtualBoneCount } from "../../model/rig/two-layer";
import { wholeWeights } from "../whole-weights";

const VERSION = 1;
/** The sum of a row of weights in the file. */
const WHOLE = 65535;

class Bytes {
  private readonly bytes: number[] = [];

  get length(): number {
    return this.bytes.length;
  }

  u16(x: number): void {
    this.bytes.push(x & 255, x >> 8);
  }

  /** An index below `count`. */
  index(x: number, count: number): void {
    if (count <= 256) this.bytes.push(x);
    else this.u16(x);
  }

  u8(x: number): void {
    this.bytes.push(x);
  }

  get array(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

/** Writes the number of bones of each virtual bone, then for each virtual bone its bones and its weights. */
function writeVirtual({ offsets, bones, values }: SparseWeights, boneCount: number, out: Bytes): void {
  const q = offsets.length - 1;
  for (let r = 0; r < q; r++) out.u8(offsets[r + 1] - offsets[r]);
  for (const bone of bones) out.index(bone, boneCount);
  for (let r = 0; r < q; r++) {
    for (const weight of wholeWeights(values.subarray(offsets[r], offsets[r + 1]), WHOLE)) out.u16(weight);
  }
}

/** Writes for each vertex its virtual bones, then for each vertex all weights except the last. */
function writeVertices(
  { offsets, bones, values }: SparseWeights,
  blends: number,
  q: number,
  out: Bytes,
): void {
  const count = offsets.length - 1;
  for (let i = 0; i < count; i++) {
    // A vertex with fewer virtual bones repeats its last one, with weight 0.
    for (let n = 0; n < blends; n++) out.index(bones[Math.min(offsets[i] + n, offsets[i + 1] - 1)], q);
  }
  for (let i = 0; i < count; i++) {
    const whole = wholeWeights(values.subarray(offsets[i], offsets[i + 1]), WHOLE);
    for (let n = 0; n + 1 < blends; n++) out.u16(whole[n] ?? 0);
  }
}

/** @throws SinewError if the weights of the rig do not have two layers. */
export function exportTwoLayer({ name, sequence, rig }: TwoLayerExportInput): TwoLayerExportResult {
  const layers = layersOf(rig);
  const wrong = (body: string): never => {
    throw new SinewError({ title: `${sequence.name} has no two layers to export`, body });
  };
  if (!layers) return wrong("Its weights are not compressed, or were changed since. Compress them first.");
  const { virtual, vertices } = layers;
  const q = virtualBoneCount(layers);
  const blends = Math.max(2, maxInfluences(vertices));
  const mostBones = maxInfluences(virtual);
  if (mostBones > 255) {
    return wrong(
      `A virtual bone of it blends ${mostBones} bones, and the file counts to 255. Compress with fewer.`,
    );
  }
  const out = new Bytes();
  const arrays: Record<string, { byteOffset: number; type: string }> = {};
  const boneIndex = rig.bones.length <= 256 ? "u8" : "u16";
  const virtualIndex = q <= 256 ? "u8" : "u16";
  const entries = virtual.bones.length;
  const indexBytes = boneIndex === "u8" ? 1 : 2;
  const vertexBytes = blends * (virtualIndex === "u8" ? 1 : 2) * (vertices.offsets.length - 1);
  arrays.virtualSizes = { byteOffset: 0, type: "u8" };
  arrays.virtualBones = { byteOffset: q, type: boneIndex };
  arrays.virtualWeights = { byteOffset: q + indexBytes * entries, type: "u16" };
  writeVirtual(virtual, rig.bones.length, out);
  arrays.vertexBones = { byteOffset: out.length, type: virtualIndex };
  arrays.vertexWeights = { byteOffset: out.length + vertexBytes, type: "u16" };
  writeVertices(vertices, blends, q, out);
  const { origin, upAxis, metresPerUnit } = sequence;
  const json = {
    format: "sinew-two-layer",
    version: VERSION,
    name,
    binary: `${name}.2l.bin`,
    binaryBytes: out.length,
    ...{ upAxis, metresPerUnit },
    counts: {
      vertices: vertices.offsets.length - 1,
      bones: rig.bones.length,
      virtualBones: q,
      blends,
      entries,
    },
    bones: rig.bones.map(({ name: bone, parent, head }) => ({
      name: bone,
      parent,
      head: head.map((x, c) => x + origin[c]),
    })),
    arrays,
  };
  return { json: new TextEncoder().encode(`${wellFormedJson(json, 2)}\n`), bin: out.array };
}
