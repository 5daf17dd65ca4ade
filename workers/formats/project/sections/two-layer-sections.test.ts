import { describe, expect, it } from "vitest";
import { layersOf } from "../../../model/rig/two-layer";
import { plantedStrip } from "../../../reduce/two-layer/testing/layered-rigs";
import { rigFromJson, rigToJson } from "../../rig-json/rig-json";
import { readProject } from "../read";
import { writeProject } from "../write";

const { sequence, rig } = plantedStrip(3);

describe("two layers of weights", () => {
  it("are kept in a project bit for bit", () => {
    const { rig: back } = readProject(writeProject({ sequence, rig, report: null }));
    expect(back!.twoLayer).toEqual(rig.twoLayer);
    expect(layersOf(back!)).toBe(back!.twoLayer);
  });

  it("are not kept after the weights have changed", () => {
    const painted = {
      ...rig,
      weights: { ...rig.weights, values: rig.weights.values.map((w, n) => (n === 0 ? 0 : w)) },
    };
    expect(readProject(writeProject({ sequence, rig: painted, report: null })).rig!.twoLayer).toBeUndefined();
  });

  it("are kept in a rig's JSON bit for bit", () => {
    const { rig: back } = rigFromJson(rigToJson(sequence, rig, null), "strip.json");
    expect(back.twoLayer).toEqual(rig.twoLayer);
    expect(layersOf(back)).toBe(back.twoLayer);
  });

  it("are refused in a rig's JSON if they refer to a missing virtual bone", () => {
    const json = JSON.parse(rigToJson(sequence, rig, null));
    json.twoLayer.vertices.bones[0] = rig.twoLayer!.virtual.offsets.length - 1;
    expect(() => rigFromJson(JSON.stringify(json), "strip.json")).toThrow(/names bone 7 of 6/);
  });
});
