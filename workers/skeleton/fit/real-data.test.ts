import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readSkeletons } from "../../formats/skeletons/read";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { FIT_DEFAULTS, type FitSettings } from "../../model/skeleton/fit-settings";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { closeJoints } from "../strict/cut";
import { treeOfRig } from "../tree/skeleton-tree";

const DATA = fileURLToPath(sharedData("gltf/"));
const engine = createEngine(nodeParallel, 1);

/** A clip of a skinned file as an animation without a skeleton, and the skeleton of the same file. */
async function opened(file: string, clip: number) {
  const files = await nodeFiles([`${DATA}${file}`]);
  const [source] = await readSkeletons(files, UNWATCHED);
  await engine.run("inspect", { files }, UNWATCHED);
  const choice = {
    clips: [clip],
    fps: source.clips[clip].fps,
    upAxis: null,
    metresPerUnit: null,
    restFrame: null,
    keepRig: true,
  };
  const { sequence, rig } = await engine.run("read", { source: 0, choice }, UNWATCHED);
  return { sequence, rig: rig!, source };
}

const CASES: [file: string, clip: number][] = [
  ["Fox.glb", 1],
  ["cesium_man.gltf", 0],
  ["dragon-animations.glb", 0],
  ["fox-animations.glb", 2],
];

// Runs if the measurements' data lie beside the project.
describe.skipIf(!existsSync(DATA))("a skinned file onto its own baked animation", () => {
  it.each(CASES)("%s gives back its weights", async (file, clip) => {
    const { sequence, source } = await opened(file, clip);
    const { alignment, skeleton } = await engine.run(
      "alignSkeleton",
      { sequence, source, alignment: null, skinned: null },
      UNWATCHED,
    );
    expect(alignment.frames!.clip).toBe(clip);
    expect(alignment.scale).toBeCloseTo(1, 6);
    const settings: FitSettings = { ...FIT_DEFAULTS, solve: "weights" };
    const { report } = await engine.run("fitSkeleton", { sequence, skeleton, settings }, UNWATCHED);
    expect(report.eRms).toBeLessThan(0.05);
  });

  it("recovers from a third of its joints moved by 3 percent", async () => {
    const { sequence, rig } = await opened("cesium_man.gltf", 0);
    const random = createRandom(3);
    const tree = treeOfRig(rig);
    const size = 0.03 * restDiagonal(sequence);
    for (let j = 1; j < rig.bones.length; j += 3) {
      const way = [0, 1, 2].map(() => random.normal());
      for (let c = 0; c < 3; c++) tree.joints[3 * j + c] += (size * way[c]) / Math.hypot(...way);
    }
    const { bones, motion } = closeJoints(rig, tree);
    const skeleton = { bones, motion, weights: null, rest: null };
    const settings: FitSettings = { ...FIT_DEFAULTS, joints: "refined", rounds: 200 };
    const { report } = await engine.run("fitSkeleton", { sequence, skeleton, settings }, UNWATCHED);
    const weights = report.stages.find(({ step }) => step === "weights")!;
    expect(report.eRms).toBeLessThan(0.1 * weights.eRms);
    expect(report.rmsePercent).toBeLessThan(0.05);
  }, 120_000);
});
