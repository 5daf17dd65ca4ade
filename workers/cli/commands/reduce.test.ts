import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { UNWATCHED } from "../../model/task";
import { denseCase } from "../../reduce/testing/dense-case";
import { parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import * as command from "./reduce";

let folder = "";
const at = (name: string) => join(folder, name);
const engine = createEngine(nodeParallel, 1);
const printed = printedByTest();
const reduce = alone(command.reduce);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-reduce-"));
  const { sequence, rig } = denseCase(1, { bones: 6 });
  const project = { sequence, rig, report: null };
  await writeFile(at("dense.sinew"), await engine.run("saveProject", project, UNWATCHED));
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...argv: string[]) =>
  reduce(engine, await nodeFiles([at("dense.sinew")]), parse(["--quiet", ...argv]).values, UNWATCHED);

describe("rig reduce", () => {
  it("writes the rig and a report with its figures", async () => {
    await run("--influences", "3", "--out", at("three.sinew"), "--report", at("three.json"));
    const report = JSON.parse(await readFile(at("three.json"), "utf8"));
    expect(report).toMatchObject({ method: "auto", influences: 3, judgedOn: "frames", judged: 3 });
    for (const name of ["eRmsDense", "eRms", "normalErrorDegrees", "bytes", "exceptional", "seconds"]) {
      expect(report[name], name).toBeTypeOf("number");
    }
    expect(report.eRms).toBeGreaterThan(report.eRmsDense);
    expect(report.exceptionalVertices).toHaveLength(report.exceptional);
    expect(report.settings).toMatchObject({ influences: 3, seed: 1 });
    expect(printed()).toMatch(/^auto: 3 influences, E_RMS/);

    await engine.run("inspect", { files: await nodeFiles([at("three.sinew")]) }, UNWATCHED);
    const choice = {
      clips: [],
      fps: null,
      upAxis: null,
      metresPerUnit: null,
      restFrame: null,
      keepRig: true,
    };
    const { rig } = await engine.run("read", { source: 0, choice }, UNWATCHED);
    const { offsets } = rig!.weights;
    for (let i = 0; i + 1 < offsets.length; i++) expect(offsets[i + 1] - offsets[i]).toBeLessThanOrEqual(3);
  });

  it.each(["k-largest", "smooth", "geometric", "poisson"])("does so by %s", async (method) => {
    await run("--method", method, "--influences", "2", "--examples", "1,3", "--report", at("other.json"));
    const report = JSON.parse(await readFile(at("other.json"), "utf8"));
    expect(report).toMatchObject({ method, influences: 2 });
  });

  it.each([
    [["--method", "two"], /The methods are k-largest, smooth, geometric, poisson, auto/],
    [["--influences", "0"], /whole number from 1 to 16/],
    [["--influences", "2", "--examples", "some"], /“some” is not a number.*limits:80/],
    [["--influences", "2", "--examples", "9"], /Frame 9 does not exist/],
    [["--influences", "2", "--examples", "limits"], /no skeleton/],
    [["--influences", "2", "--examples", "poses"], /has no poses/],
    [["--influences", "2", "--method", "poisson", "--examples", "none"], /Poisson weights need examples/],
    [["--set", "colour=2"], /The settings are geometric, supports/],
    [["--set", "supports=2"], /geometric or k-largest/],
    [["--set", "smoothness=much"], /It takes a number/],
    [["--set", "smoothness=20", "--influences", "2"], /from 0 to 10/],
  ])("refuses %s in a sentence", async (argv, sentence) => {
    await expect(run(...argv)).rejects.toThrow(sentence);
  });
});
