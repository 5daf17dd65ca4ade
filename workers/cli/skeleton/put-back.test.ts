import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { createRandom } from "../../math/random";
import { restDiagonal } from "../../model/mesh/mesh-sequence";
import { UNWATCHED } from "../../model/task";
import { character } from "../../skeleton/fit/testing/character";
import { parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { fitCommand } from "./fit";
import { skeletonCommand } from "./skeleton";

const engine = createEngine(nodeParallel, 1);
printedByTest();

let folder = "";
const at = (name: string) => join(folder, name);
const files = () => nodeFiles([at("limbs.obj"), at("limbs.pc2")]);
const flagsOf = (...argv: string[]) => parse([...argv, "--quiet", "--report", at("report.json")]).values;
const report = async () => JSON.parse(await readFile(at("report.json"), "utf8"));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-put-back-"));
  const { sequence } = character(5);
  // Flesh that no skeleton follows exactly.
  const random = createRandom(3);
  const step = 0.004 * restDiagonal(sequence);
  const frames = sequence.frames.map((x) => x + step * random.normal());
  await writeFile(at("limbs.obj"), writeObj(sequence));
  await writeFile(at("limbs.pc2"), writePc2({ ...sequence, frames }));
});
afterAll(() => rm(folder, { recursive: true }));

it.each(["weights", "both"])(
  "puts a skeleton with a corrected rest pose back with its own error: %s",
  async (solve) => {
    const found = flagsOf("--method", "auto", "--bones", "3", "--out", at("rig.glb"));
    await alone(skeletonCommand)(engine, await files(), found, UNWATCHED);
    const { rmsePercentStrict } = await report();
    expect(rmsePercentStrict).toBeGreaterThan(0.1);
    const flags = flagsOf("--skeleton", at("rig.glb"), "--solve", solve, "--out", at("fit.json"));
    await alone(fitCommand)(engine, await files(), flags, UNWATCHED);
    const { stages, rmsePercent } = await report();
    expect(stages[0].step).toBe("imported");
    expect(stages[0].rmsePercent / rmsePercentStrict).toBeCloseTo(1, 3);
    expect(rmsePercent).toBeLessThanOrEqual(1.0001 * stages[0].rmsePercent);
  },
);
