import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readSkeletons } from "../../formats/skeletons/read";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import type { SkeletonSource } from "../../model/files/skeleton-source";
import { type MeshSequence, restDiagonal } from "../../model/mesh/mesh-sequence";
import { wholeSequence } from "../../model/mesh/streamed-sequence";
import type { Rig } from "../../model/rig/rig";
import { FIT_DEFAULTS, type FitSettings } from "../../model/skeleton/fit/fit-settings";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { withMovedJoints } from "./testing/character";

const DATA = fileURLToPath(sharedData("gltf/"));
const engine = createEngine(nodeParallel, 1);

/**
 * A clip of a skinned file baked to an animation without a skeleton, and the skeleton of the same file.
 * @param rate frames of the animation for each frame of the clip.
 */
async function opened(file: string, clip: number, rate = 1) {
  const files = await nodeFiles([`${DATA}${file}`]);
  const [source] = await readSkeletons(files, UNWATCHED);
  await engine.run("inspect", { files }, UNWATCHED);
  const choice = {
    clips: [clip],
    fps: rate * source.clips[clip].fps,
    upAxis: null,
    metresPerUnit: null,
    restFrame: null,
    keepRig: true,
  };
  const { sequence: read, rig } = await engine.run("read", { source: 0, choice }, UNWATCHED);
  const sequence = wholeSequence(read);
  return { sequence, rig: rig!, source };
}

/** The same animation in centimetres with z up, moved away from the origin. */
function elsewhere(sequence: MeshSequence): MeshSequence {
  const turned = (points: Float32Array) => {
    const out = new Float32Array(points.length);
    for (let at = 0; at < points.length; at += 3) {
      out.set([100 * points[at] + 7, -100 * points[at + 2], 100 * points[at + 1] - 3], at);
    }
    return out;
  };
  const { rest, frames, metresPerUnit } = sequence;
  return {
    ...sequence,
    rest: turned(rest),
    frames: turned(frames),
    origin: [0, 0, 0],
    upAxis: "z",
    metresPerUnit: metresPerUnit / 100,
  };
}

/** E_RMS with the weights that a fit finds for a skeleton file. */
async function weightsOnto(sequence: MeshSequence, source: SkeletonSource) {
  const { alignment, skeleton } = await engine.run(
    "alignSkeleton",
    { sequence, source, alignment: null, skinned: null },
    UNWATCHED,
  );
  const settings: FitSettings = { ...FIT_DEFAULTS, solve: "weights" };
  const { report } = await engine.run("fitSkeleton", { sequence, skeleton, settings }, UNWATCHED);
  return { alignment, report };
}

/** How far the joints between bones with weights are from the true ones, in percent of the diagonal, sorted. */
function distances(sequence: MeshSequence, truth: Rig, found: Rig): number[] {
  const moves = new Set(truth.weights.bones);
  const away = found.bones.flatMap(({ head, parent }, j) =>
    moves.has(j) && moves.has(parent) ? [Math.hypot(...head.map((x, c) => x - truth.bones[j].head[c]))] : [],
  );
  return away.map((x) => (100 * x) / restDiagonal(sequence)).sort((a, b) => a - b);
}

const CASES: [file: string, clip: number][] = [
  ["Fox.glb", 1],
  ["cesium_man.gltf", 0],
  ["dragon-animations.glb", 0],
  ["fox-animations.glb", 2],
  ["RobotExpressive.glb", 2],
  ["RobotExpressive.glb", 10],
];

// Runs if the measurements' data lie beside the project.
describe.skipIf(!existsSync(DATA))("a skinned file onto its own baked animation", () => {
  it.each(CASES)("%s gives back its weights", async (file, clip) => {
    const { sequence, source } = await opened(file, clip);
    const { alignment, report } = await weightsOnto(sequence, source);
    expect(alignment.frames!.clip).toBe(clip);
    expect(alignment.scale).toBeCloseTo(1, 6);
    expect(report.eRms).toBeLessThan(0.05);
  });

  it.each([0.7, 2.5])("Fox.glb does so at %s times the rate of its clip", async (rate) => {
    const { sequence, source } = await opened("Fox.glb", 1, rate);
    expect(sequence.frameCount).not.toBe(source.clips[1].frameCount);
    const { alignment, report } = await weightsOnto(sequence, source);
    expect(alignment.frames!.clip).toBe(1);
    expect(alignment.frames!.step).toBeCloseTo(1 / rate, 4);
    expect(report.eRms).toBeLessThan(0.05);
  });

  it("cesium_man.gltf does so in centimetres with z up", async () => {
    const { sequence, source } = await opened("cesium_man.gltf", 0);
    const { alignment, report } = await weightsOnto(elsewhere(sequence), source);
    expect(alignment.scale).toBeCloseTo(100, 3);
    expect(report.eRms).toBeLessThan(0.05);
  });

  // In Fox and the robot, joints are hinges. They may stay where they were moved to along their axes.
  it.each([
    ["cesium_man.gltf", 0, 0.1],
    ["Fox.glb", 1, 3.1],
    ["RobotExpressive.glb", 10, Infinity],
    ["fox-animations.glb", 2, Infinity],
  ])(
    "%s recovers from a third of its joints moved by 3 percent",
    async (file, clip, farthest) => {
      const { sequence, rig } = await opened(file, clip);
      const third = rig.bones.flatMap((_, j) => (j % 3 === 1 ? [j] : []));
      const { bones, motion, rest } = withMovedJoints(sequence, rig, third, 0.03);
      const skeleton = { bones, motion, weights: null, rest };
      const settings: FitSettings = { ...FIT_DEFAULTS, joints: "refined" };
      const { rig: found, report } = await engine.run(
        "fitSkeleton",
        { sequence, skeleton, settings },
        UNWATCHED,
      );
      const weights = report.stages.find(({ step }) => step === "weights")!;
      expect(report.eRms).toBeLessThan(0.1 * weights.eRms);
      expect(report.rmsePercent).toBeLessThan(0.03);
      expect(distances(sequence, rig, found).at(-1)).toBeLessThan(farthest);
    },
    120_000,
  );

  // Nothing tells where the joints of a bone are that hardly turns: such a joint stays where it was moved to.
  it.each([
    ["cesium_man.gltf", 0, 0.5, 0.01],
    ["Fox.glb", 1, 3.1, 0.02],
    ["fox-animations.glb", 2, Infinity, 0.03],
    ["RobotExpressive.glb", 10, Infinity, 0.06],
  ])(
    "%s does so without its clip and weights, as from a .tgf",
    async (file, clip, farthest, error) => {
      const { sequence, rig } = await opened(file, clip);
      const third = rig.bones.flatMap((_, j) => (j % 3 === 1 ? [j] : []));
      const { bones, rest } = withMovedJoints(sequence, rig, third, 0.03);
      const skeleton = { bones, motion: null, weights: null, rest };
      const settings: FitSettings = { ...FIT_DEFAULTS, joints: "refined" };
      const input = { sequence, skeleton, settings };
      const { rig: found, report } = await engine.run("fitSkeleton", input, UNWATCHED);
      expect(report.rmsePercent).toBeLessThan(error);
      const percent = distances(sequence, rig, found);
      expect(percent.at(-1)).toBeLessThan(farthest);
      expect(percent[percent.length >> 1]).toBeLessThan(0.01);
      // The report names a joint that stayed at a wrong place although others were found.
      for (const name of report.joints!.loose) {
        const j = bones.findIndex((bone) => bone.name === name);
        expect(found.bones[j].head).toEqual(bones[j].head);
      }
    },
    120_000,
  );
});
