import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { nodeFiles } from "../formats/source/node-file";
import { placeSkeleton } from "../geometry/place-skeleton";
import { Arena } from "../kernels/arena";
import { Serial } from "../kernels/parallel";
import { UNWATCHED } from "../model/task";
import { NO_WEIGHT_EDITS } from "../model/weights/weight-edits";
import { WEIGHT_DEFAULTS } from "../model/weights/weight-settings";
import { sharedData } from "../testing/shared-data";
import { createEngine } from "./engine";

const DATA = sharedData("static/").pathname;
const CHOICE = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

describe.skipIf(!existsSync(DATA))("a real solid (skipped without ../shared/data)", () => {
  it("is more rigid than with heat weights", async () => {
    const engine = createEngine(async (bytes) => new Serial(new Arena(bytes, false)), 1);
    await engine.run("inspect", { files: await nodeFiles([`${DATA}hand.mesh`]) }, UNWATCHED);
    const { sequence } = await engine.run("read", { source: 0, choice: CHOICE }, UNWATCHED);
    const files = await nodeFiles([`${DATA}hand.tgf`]);
    const [source] = await engine.run("readSkeletons", { files }, UNWATCHED);
    const mesh = {
      positions: sequence.rest,
      triangles: sequence.triangles.map((d) => sequence.solverIndex[d]),
      tets: sequence.tets ?? null,
      wires: null,
    };
    const settings = { ...WEIGHT_DEFAULTS, exemplars: 16, iterations: 3 };
    const { skeleton } = placeSkeleton(source, sequence);
    const input = { mesh, skeleton, settings, edits: NO_WEIGHT_EDITS, from: null, stay: false };
    const { report } = await engine.run("weights", input, UNWATCHED);
    expect(report.heldOutEnergy).toBeLessThan(0.95 * report.heldOutHeat);
    expect(report.held.filter(({ suspicious }) => suspicious).length).toBeLessThan(40);
  });
});
