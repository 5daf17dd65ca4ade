import { describe, expect, it } from "vitest";
import { bendingBar } from "../../testing/sequences";
import { type RigJson, rigFromJson, rigToJson } from "./rig-json";

const { sequence, rig } = bendingBar({ frames: 3, length: 4, width: 2 });
const [V, F, B] = [sequence.vertexCount, 3, rig.bones.length];
const correction = { rank: 2, shapes: new Float32Array(6 * V), weights: new Float32Array(2 * F) };
const text = rigToJson(sequence, { ...rig, correction }, null);

function readWith(change: (json: RigJson) => void) {
  const json = JSON.parse(text) as RigJson;
  change(json);
  return () => rigFromJson(JSON.stringify(json), "bar.json");
}

describe("arrays of a rig that do not fit", () => {
  const arrays: [name: string, of: (json: RigJson) => number[], complaint: string][] = [
    ["rest pose", ({ rest }) => rest, `numbers for ${V} vertices`],
    ["motion", ({ motion }) => motion, `${F} frames of ${B} bones have ${12 * F * B}`],
    ["shapes of its correction", (json) => json.correction!.shapes, "correction of rank 2 does not fit"],
    ["sliders of its correction", (json) => json.correction!.weights, "correction of rank 2 does not fit"],
    ["offsets", ({ weights }) => weights.offsets, `weights do not fit ${V} vertices`],
    ["bones of its weights", ({ weights }) => weights.bones, `weights do not fit ${V} vertices`],
    ["values of its weights", ({ weights }) => weights.values, `weights do not fit ${V} vertices`],
  ];
  it.each(arrays)("are refused if they differ by one number: the %s", (_, of, complaint) => {
    expect(readWith((json) => of(json).push(0))).toThrow(complaint);
    expect(readWith((json) => of(json).pop())).toThrow(complaint);
  });

  it("are refused if their numbers are out of range by one", () => {
    expect(readWith((json) => (json.weights.offsets[0] = 1))).toThrow("do not fit");
    expect(readWith((json) => (json.weights.bones[3] = B))).toThrow(`names bone ${B + 1} of ${B}`);
    expect(readWith((json) => (json.weights.bones[3] = B - 1))).not.toThrow();
    expect(readWith((json) => (json.bones[1].parent = 1))).toThrow("Bone 2 comes before its parent");
    expect(readWith((json) => (json.bones[1].parent = 0))().rig.bones[1].parent).toBe(0);
    expect(readWith((json) => (json.bones[1].parent = -2))).toThrow("At bones.1.parent");
    expect(readWith((json) => (json.sequence.fps = 0))).toThrow("At sequence.fps");
  });

  it("are accepted if a vertex has no weights", () => {
    const { rig: read } = readWith(({ weights }) => {
      const [, first] = weights.offsets;
      weights.offsets = weights.offsets.map((offset) => Math.max(0, offset - first));
      weights.bones = weights.bones.slice(first);
      weights.values = weights.values.slice(first);
    })();
    expect([...read.weights.offsets.subarray(0, 2)]).toEqual([0, 0]);
    expect(readWith(({ weights }) => (weights.offsets[2] = weights.offsets[1] - 1))).toThrow("out of order");
  });
});
