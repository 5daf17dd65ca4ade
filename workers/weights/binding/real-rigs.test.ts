import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { nodeFiles } from "../../formats/source/node-file";
import { placeSkeleton } from "../../geometry/place-skeleton";
import { createEngine } from "../../jobs/engine";
import { Arena } from "../../kernels/arena";
import { Serial } from "../../kernels/parallel";
import { UNWATCHED } from "../../model/task";
import { bindableOf } from "../../model/weights/bindable";
import { NO_WEIGHT_EDITS } from "../../model/weights/weight-edits";
import { WEIGHT_DEFAULTS, type WeightSettings } from "../../model/weights/weight-settings";
import { sharedData } from "../../testing/shared-data";

const DATA = fileURLToPath(sharedData(""));

/** The report of weights for the mesh and skeleton of files, with the mesh at rest. */
async function reportOf(names: string[], settings: Partial<WeightSettings>) {
  const engine = createEngine(async (bytes) => new Serial(new Arena(bytes, false)), 1);
  const files = await nodeFiles(names.map((name) => `${DATA}${name}`));
  const [source] = await engine.run("inspect", { files: [files[0]] }, UNWATCHED);
  const choice = {
    clips: [],
    fps: source.rateIsFree ? 30 : null,
    upAxis: null,
    metresPerUnit: null,
    restFrame: null,
    keepRig: false,
  };
  const { sequence } = await engine.run("read", { source: 0, choice }, UNWATCHED);
  const [first] = await engine.run("readSkeletons", { files: [files[files.length - 1]] }, UNWATCHED);
  const input = {
    mesh: bindableOf(sequence),
    skeleton: placeSkeleton(first, sequence).skeleton,
    settings: { ...WEIGHT_DEFAULTS, ...settings },
    edits: NO_WEIGHT_EDITS,
    from: null,
    stay: false,
  };
  return (await engine.run("weights", input, UNWATCHED)).report;
}

describe.skipIf(!existsSync(DATA))("rigs of games (skipped without ../shared/data)", () => {
  it.each([
    [["static/model-fox.glb", "static/rig-fox.glb"], {}, 0.072],
    [["gltf/Fox.glb"], {}, 0.036],
    [["gltf/RobotExpressive.glb"], {}, 0.0027],
    [["gltf/RobotExpressive.glb"], { negative: "constrain" as const }, 0.0058],
    [["gltf/dragon-animations.glb"], { proximal: 1e-4 }, 0.2],
  ])("every bone of %j keeps half of its heat mass: %j", async (names, settings, most) => {
    const { boneMass, heldOutEnergy, heldOutHeat, energyPerIteration } = await reportOf(names, settings);
    for (const { name, massOfHeat } of boneMass) {
      expect(massOfHeat, name).toBeGreaterThan(0.5);
    }
    expect(heldOutEnergy).toBeLessThan(most);
    expect(heldOutEnergy).toBeLessThan(heldOutHeat);
    // It converged.
    expect(energyPerIteration.length).toBeLessThan(WEIGHT_DEFAULTS.iterations);
  });
});
