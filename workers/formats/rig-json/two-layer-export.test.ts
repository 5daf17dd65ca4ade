import { expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import { layerBytes } from "../../reduce/two-layer/layer-bytes";
import { plantedStrip } from "../../reduce/two-layer/testing/layered-rigs";
import { skinInto } from "../../testing/rigs";
import { exportTwoLayer } from "./two-layer-export";

/** The header of the JSON as docs/reference/two-layer-export.md describes it. */
interface File {
  binaryBytes: number;
  counts: { vertices: number; bones: number; virtualBones: number; blends: number; entries: number };
  arrays: Record<string, { byteOffset: number; type: "u8" | "u16" }>;
}

/** Poses the mesh only from the files, with the code of docs/reference/two-layer-export.md. */
function posedByFile(
  { json, bin }: { json: Uint8Array; bin: Uint8Array },
  rest: Float32Array,
  M: Float32Array,
) {
  const file = JSON.parse(new TextDecoder().decode(json)) as File;
  const view = new DataView(bin.buffer, bin.byteOffset, bin.byteLength);
  const read = (name: string) => {
    const { byteOffset, type } = file.arrays[name];
    return (n: number) =>
      type === "u8" ? view.getUint8(byteOffset + n) : view.getUint16(byteOffset + 2 * n, true);
  };
  const [sizes, of, weights] = ["virtualSizes", "virtualBones", "virtualWeights"].map(read);
  const [ids, shares] = ["vertexBones", "vertexWeights"].map(read);
  const { vertices, virtualBones, blends } = file.counts;
  const N = new Float64Array(12 * virtualBones);
  let e = 0;
  for (let r = 0; r < virtualBones; r++) {
    for (let d = 0; d < sizes(r); d++, e++) {
      for (let n = 0; n < 12; n++) N[12 * r + n] += (weights(e) / 65535) * M[12 * of(e) + n];
    }
  }
  const out = new Float32Array(3 * vertices);
  for (let i = 0; i < vertices; i++) {
    let left = 1;
    for (let b = 0; b < blends; b++) {
      const last = b === blends - 1;
      const a = last ? left : shares(i * (blends - 1) + b) / 65535;
      left -= a;
      const m = 12 * ids(blends * i + b);
      for (let c = 0; c < 3; c++) {
        const row = N.subarray(m + 4 * c, m + 4 * c + 4);
        out[3 * i + c] +=
          a * (row[0] * rest[3 * i] + row[1] * rest[3 * i + 1] + row[2] * rest[3 * i + 2] + row[3]);
      }
    }
  }
  return { file, out };
}

it("poses a mesh like the rig, only from the files, and has the reported number of bytes", () => {
  for (const knots of [6, 300]) {
    const { sequence, rig } = plantedStrip(2, knots);
    const files = exportTwoLayer({ name: "strip", sequence, rig });
    const size = 12 * rig.bones.length;
    for (const k of [0, 5]) {
      const { file, out } = posedByFile(files, rig.rest, rig.motion.subarray(k * size, (k + 1) * size));
      const truth = new Float32Array(out.length);
      skinInto(truth, rig, k);
      // The tolerance follows from 16-bit weights, and matrices that move by the strip's length.
      const worst = truth.reduce((most, x, n) => Math.max(most, Math.abs(out[n] - x)), 0);
      expect(worst).toBeLessThan(knots * 1e-3);
      expect(files.bin.length).toBe(file.binaryBytes);
      expect(files.bin.length).toBe(layerBytes(file.counts));
    }
  }
});

it("refuses a rig whose weights have no layers", () => {
  const { sequence, rig } = plantedStrip(2);
  const painted = { ...rig, weights: { ...rig.weights, values: rig.weights.values.map((w) => 0.99 * w) } };
  expect(() => exportTwoLayer({ name: "strip", sequence, rig: painted })).toThrow(SinewError);
});
