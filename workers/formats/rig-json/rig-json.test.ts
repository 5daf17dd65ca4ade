import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SinewError } from "../../model/errors";
import type { Rig } from "../../model/rig/rig";
import { withOwnAxes } from "../../testing/rigs";
import { bendingBar } from "../../testing/sequences";
import { type RigJson, rigFromJson, rigToJson } from "./rig-json";

const { sequence, rig } = bendingBar({ frames: 3, length: 4, width: 2 });

describe("rig JSON", () => {
  it("restores the same bits", () => {
    const { rig: back, json } = rigFromJson(rigToJson(sequence, rig, null), "bar.json");
    expect(back).toEqual(rig);
    expect(json.sequence).toMatchObject({
      name: "bar",
      vertices: sequence.vertexCount,
      frames: 3,
      fps: 24,
      upAxis: "y",
    });
  });

  it("keeps the axes of joints that have their own", () => {
    const own = withOwnAxes(rig, 2);
    expect(rigFromJson(rigToJson(sequence, own, null), "bar.json").rig).toEqual(own);
  });

  it("keeps end joints, and where the last bones of chains end", () => {
    const [root, ...others] = rig.bones;
    const tip: [number, number, number] = [0, 1, 0.5];
    const ended: Rig = {
      ...rig,
      bones: [root, ...others.map((bone) => ({ ...bone, end: true as const, tip }))],
    };
    expect(rigFromJson(rigToJson(sequence, ended, null), "bar.json").rig).toEqual(ended);
  });

  it("keeps a correction, and refuses one that does not fit", () => {
    const shapes = rig.rest.map((x, n) => Math.sin(x + n));
    const correction = { rank: 1, shapes, weights: Float32Array.of(0.1, -1, 0.7) };
    const text = rigToJson(sequence, { ...rig, correction }, null);
    expect(rigFromJson(text, "bar.json").rig).toEqual({ ...rig, correction });
    const json = JSON.parse(text) as RigJson;
    json.correction?.weights.pop();
    expect(() => rigFromJson(JSON.stringify(json), "bar.json")).toThrow(/correction of rank 1 does not fit/);
  });

  it("writes every f32 with enough digits to restore it", () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (x) => {
        const motion = rig.motion.slice();
        motion[0] = x;
        const { rig: back } = rigFromJson(rigToJson(sequence, { ...rig, motion }, null), "bar.json");
        expect(back.motion[0] === x).toBe(true);
      }),
    );
  });

  it("names the error", () => {
    const broken = (change: (json: RigJson) => void): string => {
      const json = JSON.parse(rigToJson(sequence, rig, null)) as RigJson;
      change(json);
      return JSON.stringify(json);
    };
    const cases: [string, RegExp][] = [
      ["[", /bar.json is not a rig that Sinew can read. It is not JSON/],
      ["{}", /"format": "sinew-rig"/],
      ["null", /"format"/],
      [broken((json) => Object.assign(json, { version: 2 })), /version 2; this Sinew reads version 1/],
      [broken((json) => json.rest.pop()), /rest pose has \d+ numbers/],
      [broken((json) => json.motion.push(0)), /motion has \d+ numbers/],
      [broken((json) => (json.weights.bones[0] = 9)), /names bone 10 of 4/],
      [broken((json) => (json.weights.offsets[1] = 1e6)), /out of order/],
      [broken((json) => (json.bones[1].parent = 3)), /Bone 2 comes before its parent/],
      [broken((json) => (json.bones[1].name = json.bones[0].name)), /same name/],
      [broken((json) => Object.assign(json.bones[0], { head: [0, 0] })), /At bones.0.head/],
    ];
    for (const [text, complaint] of cases) expect(() => rigFromJson(text, "bar.json")).toThrow(complaint);
  });

  it("accepts as many bones as 16 bits can number, and not more", () => {
    const withBones = (count: number) => {
      const json = JSON.parse(rigToJson(sequence, rig, null)) as RigJson;
      json.bones = Array.from({ length: count }, (_, j) => ({ name: `${j}`, parent: -1, head: [0, 0, 0] }));
      return JSON.stringify(json);
    };
    expect(() => rigFromJson(withBones(65_535), "bar.json")).toThrow(/3 frames of 65535 bones have/);
    expect(() => rigFromJson(withBones(65_536), "bar.json")).toThrow(/65536 bones; a rig has at most 65535/);
  });

  it("refuses any damaged text with an error message", () => {
    const text = rigToJson(sequence, rig, null);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
        try {
          rigFromJson(text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1), "bar.json");
        } catch (error) {
          expect(error).toBeInstanceOf(SinewError);
        }
      }),
      { numRuns: 200 },
    );
  });
});
