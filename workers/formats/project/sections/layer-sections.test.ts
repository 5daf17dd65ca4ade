import { describe, expect, it } from "vitest";
import { newLayer, type WeightLayers } from "../../../model/weights/layers/weight-layers";
import { plantedStrip } from "../../../reduce/two-layer/testing/layered-rigs";
import { readProject } from "../read";
import { writeProject } from "../write";

const { sequence, rig } = plantedStrip(3);
const row = {
  vertices: Uint32Array.of(1, 4),
  offsets: Uint32Array.of(0, 1, 3),
  bones: Uint16Array.of(0, 0, rig.bones.length),
  values: Float32Array.of(1, 0.25, -0.125),
};
const mask = { vertices: Uint32Array.of(4), values: Float32Array.of(0.5) };
const weightLayers: WeightLayers = {
  base: rig.weights,
  bones: [...rig.bones.map(({ name }) => name), "gone"],
  layers: [
    { ...newLayer(3, "Elbow", "replace", 1e12), mask, opacity: 0.25, muted: true, strokes: 4, rows: row },
    { ...newLayer(1, "Fix", "corrective", 5), solo: true, locked: true, rows: row, below: row },
    newLayer(2, "Empty", "smooth", 6),
  ],
};
const project = { sequence, rig, report: null, weightLayers };

describe("layers of weights", () => {
  it("are kept in a project bit for bit, even with bones that the rig no longer has", () => {
    expect(readProject(writeProject(project)).weightLayers).toEqual(weightLayers);
  });

  it("are absent from projects without layers, and from those of earlier versions", () => {
    const { weightLayers: _, ...older } = project;
    expect(readProject(writeProject(older))).not.toHaveProperty("weightLayers");
  });

  it("are refused if they name bones or vertices that do not exist", () => {
    const wrong = { ...weightLayers, bones: weightLayers.bones.slice(1) };
    expect(() => readProject(writeProject({ ...project, weightLayers: wrong }))).toThrow(/other bones/);
    const away = { ...row, vertices: Uint32Array.of(1, sequence.vertexCount) };
    const layers = [{ ...weightLayers.layers[0], rows: away }];
    expect(() =>
      readProject(writeProject({ ...project, weightLayers: { ...weightLayers, layers } })),
    ).toThrow(/vertex or a bone/);
  });
});
