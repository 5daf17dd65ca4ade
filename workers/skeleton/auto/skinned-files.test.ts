import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { EXTRACT_DEFAULTS } from "../../model/skeleton/extract/extract-settings";
import { UNWATCHED } from "../../model/task";
import { sharedData } from "../../testing/shared-data";
import { againstTruth } from "../testing/against-truth";
import { skinnedClip } from "../testing/skinned-clip";

/** The number of the clip. */
const RUN = 2;

const engine = createEngine(nodeParallel, 1);

// Runs if the measurements' data lie beside the project. The bench measures more clips, which take longer.
describe.skipIf(!existsSync(sharedData("gltf/")))("auto on the baked animation of a skinned file", () => {
  it("finds all links of Fox.glb, run, and each joint in its place", async () => {
    const { sequence, truth } = (await skinnedClip(engine, "Fox.glb", RUN))!;
    const settings = { ...EXTRACT_DEFAULTS, bones: truth.bones.length };
    const { rig } = await engine.run("extractSkeleton", { sequence, settings, from: null }, UNWATCHED);
    const { links, found, missing, off } = againstTruth(sequence, truth, rig);
    expect(missing).toEqual([]);
    expect(found).toBe(links);
    expect(Math.max(...off)).toBeLessThan(0.1);
  }, 300_000);
});
