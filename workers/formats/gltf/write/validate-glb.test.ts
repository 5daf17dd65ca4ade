import { expect, it } from "vitest";
import { UNWATCHED } from "../../../model/task";
import { bendingBar } from "../../../testing/sequences";
import { exportFile } from "../../export-file";
import { randomSketch } from "../testing/fixtures";
import { validateGlb } from "./validate-glb";

/** A valid GLB, but for these materials, which nothing uses. */
async function withMaterials(...materials: object[]): Promise<Uint8Array> {
  const { sequence, rig } = bendingBar({ bones: 2, frames: 3, length: 4, width: 2 });
  const options = { influences: 4, clips: [], upAxis: "y" as const };
  const bytes = Buffer.from((await exportFile(sequence, rig, options, UNWATCHED)).bytes);
  const end = 20 + bytes.readUInt32LE(12);
  const gltf = JSON.parse(bytes.toString("utf8", 20, end));
  const text = JSON.stringify({ ...gltf, materials: [...(gltf.materials ?? []), ...materials] });
  const json = Buffer.from(text.padEnd(4 * Math.ceil(text.length / 4)));
  const out = Buffer.concat([bytes.subarray(0, 20), json, bytes.subarray(end)]);
  out.writeUInt32LE(out.length, 8);
  out.writeUInt32LE(json.length, 12);
  return out;
}

it("reports the findings of the Khronos validator as sentences", async () => {
  const bytes = await randomSketch(1).glb();
  const text = Buffer.from(bytes).toString("latin1");
  const broken = Buffer.from(text.replace('"SCALAR"', '"VEC2"  '), "latin1");
  const messages = await validateGlb(broken);
  expect(messages.length).toBeGreaterThan(0);
  expect(messages[0].severity).toBe("error");
  for (const { sentence } of messages) expect(sentence).toMatch(/^[A-Z].*(\.|\)|more\.)$/s);
});

/** The specification gives a cutoff a meaning only in the mode MASK. */
const CUTOFF_WITHOUT_MASK = { alphaCutoff: 0.5 };

it("tells warnings about a material from errors, and errors come first", async () => {
  expect(await validateGlb(await withMaterials())).toEqual([]);
  const warned = await validateGlb(await withMaterials(CUTOFF_WITHOUT_MASK));
  expect(warned).toEqual([{ severity: "warning", sentence: expect.stringContaining("/materials/") }]);
  const both = await validateGlb(await withMaterials(CUTOFF_WITHOUT_MASK, { doubleSided: "yes" }));
  expect(both.map(({ severity }) => severity)).toEqual(["error", "warning"]);
});

it("counts what it leaves out", async () => {
  const many = await validateGlb(await withMaterials(...Array(25).fill(CUTOFF_WITHOUT_MASK)));
  expect(many).toHaveLength(21);
  expect(many[20]).toEqual({ severity: "warning", sentence: "And 5 more." });
});
