import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import type { Rig } from "../../model/rig/rig";
import { maxInfluences } from "../../model/rig/sparse-weights";
import { layersOf } from "../../model/rig/two-layer";
import { UNWATCHED } from "../../model/task";
import { plantedStrip } from "../../reduce/two-layer/testing/layered-rigs";
import { checkFlags, parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import * as command from "./compress";

let folder = "";
const at = (name: string) => join(folder, name);
const engine = createEngine(nodeParallel, 1);
const printed = printedByTest();
const compress = alone(command.compress);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-compress-"));
  const { sequence, rig } = plantedStrip(2);
  const { twoLayer: _, ...plain } = rig;
  const project = { sequence, rig: plain, report: null };
  await writeFile(at("strip.sinew"), await engine.run("saveProject", project, UNWATCHED));
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...argv: string[]) =>
  compress(engine, await nodeFiles([at("strip.sinew")]), parse(["--quiet", ...argv]).values, UNWATCHED);

async function rigIn(file: string): Promise<Rig> {
  await engine.run("inspect", { files: await nodeFiles([at(file)]) }, UNWATCHED);
  const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null, keepRig: true };
  return (await engine.run("read", { source: 0, choice }, UNWATCHED)).rig!;
}

describe("rig compress", () => {
  it("writes both layers, data for engines, joints for clips, and a report", async () => {
    const outputs = ["kept.sinew", "engine.2l.json", "joints.glb"].flatMap((name) => ["--out", at(name)]);
    await run("--virtual-bones", "6", "--bones-per-virtual", "3", ...outputs, "--report", at("report.json"));
    const report = JSON.parse(await readFile(at("report.json"), "utf8"));
    expect(report).toMatchObject({
      method: "two-layer",
      virtualBones: 6,
      examples: "frames",
      exceptional: 0,
    });
    for (const name of ["eRmsDense", "eRms", "normalErrorDegrees", "bytes", "exceptional", "seconds"]) {
      expect(report[name], name).toBeTypeOf("number");
    }
    expect(report.eRms).toBeLessThan(0.01);
    expect(printed()).toMatch(/^6 virtual bones of 3.0 bones/);
    const kept = await rigIn("kept.sinew");
    expect(layersOf(kept)).not.toBeNull();
    const { counts } = JSON.parse(await readFile(at("engine.2l.json"), "utf8"));
    expect(counts).toMatchObject({ virtualBones: 6, blends: 2 });
    expect((await readFile(at("engine.2l.bin"))).length).toBe(report.bytes);
    const joints = await rigIn("joints.glb");
    expect(maxInfluences(joints.weights)).toBeLessThanOrEqual(2);
    expect(joints.bones.length).toBeGreaterThanOrEqual(6);
  });

  it("accepts one target", () => {
    const { values } = parse(["--error", "1", "--bytes", "100"]);
    expect(() => checkFlags("compress", values)).toThrow(/exclude each other/);
  });

  it.each([
    [[], /No target was given/],
    [["--virtual-bones", "1"], /whole number from 2 to 65535/],
    [["--virtual-bones", "6", "--blends", "5"], /whole number from 2 to 4/],
    [["--virtual-bones", "6", "--examples", "some"], /frames, poses or none/],
    [["--virtual-bones", "6", "--method", "two"], /two-layer or published/],
    [["--bytes", "10"], /bytes at least/],
  ])("refuses %j with a message", async (argv, sentence) => {
    await expect(run(...argv)).rejects.toThrow(sentence);
  });
});
