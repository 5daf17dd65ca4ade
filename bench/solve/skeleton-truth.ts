// Skeletons of skinned files, found again from their baked animation alone: the links that the motion determines, and how
// far the joints lie from the true ones.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { nodeFiles } from "../../workers/formats/source/node-file";
import type { Engine } from "../../workers/jobs/engine";
import { EXTRACT_DEFAULTS } from "../../workers/model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../workers/model/task";
import { againstTruth, movingTruth } from "../../workers/skeleton/testing/against-truth";

const FILES: [file: string, clip: number][] = [
  ["Fox.glb", 1],
  ["Fox.glb", 2],
  ["fox-animations.glb", 2],
  ["dragon-animations.glb", 0],
  ["RobotExpressive.glb", 2],
  ["RobotExpressive.glb", 6],
  ["cesium_man.gltf", 0],
];

export async function benchTruth(engine: Engine, only: string, pull: number): Promise<void> {
  console.log(
    "file, clip                bones  strict  links found  joints wander: worst, off: median, worst  missing",
  );
  for (const [file, clip] of FILES) {
    const path = resolve(process.cwd(), "../shared/data/gltf", file);
    if (!file.includes(only)) continue;
    if (!existsSync(path)) {
      console.log(`${file}: not in ../shared/data`);
      continue;
    }
    await engine.run("inspect", { files: await nodeFiles([path]) }, UNWATCHED);
    const choice = {
      clips: [clip],
      fps: 30,
      upAxis: null,
      metresPerUnit: null,
      restFrame: null,
      keepRig: true,
    };
    const { sequence, rig } = await engine.run("read", { source: 0, choice }, UNWATCHED);
    if (!rig) continue;
    const truth = movingTruth(sequence, rig);
    const settings = { ...EXTRACT_DEFAULTS, bones: truth.bones.length, pull };
    const found = await engine.run("extractSkeleton", { sequence, settings, from: null }, UNWATCHED);
    const { links, found: right, missing, wanders, off } = againstTruth(sequence, truth, found.rig);
    const sorted = [...off].sort((a, b) => a - b);
    console.log(
      [
        `${file}, ${clip}`.padEnd(24),
        String(found.report.bones).padStart(6),
        found.report.rmsePercentStrict.toFixed(4).padStart(8),
        `${right} of ${links}`.padStart(11),
        ...[Math.max(0, ...wanders), sorted[Math.floor(sorted.length / 2)] ?? 0, Math.max(0, ...off)].map(
          (x) => x.toFixed(2).padStart(8),
        ),
        missing.join(", "),
      ].join(" "),
    );
  }
}
