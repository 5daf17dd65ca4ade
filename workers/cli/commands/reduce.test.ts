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
    const files = ["--out", at("three.sinew"), "--report", at("three.json")];
    await run("--influences", "3", "--set", "smoothness=auto", ...files);
    const report = JSON.parse(await readFile(at("three.json"), "utf8"));
    expect(report).toMatchObject({ method: "auto", influences: 3, judgedOn: "frames", judged: 3 });
    for (const name of ["eRmsDense", "eRms", "normalErrorDegrees", "bytes", "exceptional", "seconds"]) {
      expect(report[name], name).toBeTypeOf("number");
    }
    expect(report.eRms).toBeGreaterThan(report.eRmsDense);
    expect(report.exceptionalVertices).toHaveLength(report.exceptional);
    expect(report.settings).toMatchObject({ influences: 3, seed: 1, smoothness: null });
    expect(printed()).toMatch(/^auto: 3 influences, E_RMS/);
    // What was found gives the same weights if it is typed.
    expect(report.smoothness).toBeGreaterThan(0);
    const typed = ["--set", `smoothness=${report.smoothness}`, "--set", `tangential=${report.tangential}`];
    const more = ["--iterations", String(report.sweeps), "--report", at("typed.json")];
    await run("--influences", "3", ...typed, ...more);
    const { eRms, normalErrorDegrees } = JSON.parse(await readFile(at("typed.json"), "utf8"));
    expect([eRms, normalErrorDegrees]).toEqual([report.eRms, report.normalErrorDegrees]);

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

  it.each(["k-largest", "smooth", "geometric", "poisson"])("reduces with %s", async (method) => {
    await run("--method", method, "--influences", "2", "--examples", "1,3", "--report", at("other.json"));
    const report = JSON.parse(await readFile(at("other.json"), "utf8"));
    expect(report).toMatchObject({ method, influences: 2 });
  });

  it("finds two layers of the size of the influences", async () => {
    await run(
      "--method",
      "two-layer",
      "--influences",
      "4",
      "--out",
      at("two.2l.json"),
      "--report",
      at("two.json"),
    );
    const report = JSON.parse(await readFile(at("two.json"), "utf8"));
    expect(report).toMatchObject({ method: "two-layer" });
    expect(report.bytes).toBeLessThanOrEqual(report.bytesOfFour);
    for (const name of ["eRmsDense", "eRms", "normalErrorDegrees", "bytes", "exceptional", "seconds"]) {
      expect(report[name], name).toBeTypeOf("number");
    }
    expect(JSON.parse(await readFile(at("two.2l.json"), "utf8"))).toMatchObject({
      format: "sinew-two-layer",
    });
  });

  it.each([
    [["--method", "two-layer", "--set", "pull=1"], /--set has no use with --method two-layer/],
    [["--method", "two-layer", "--influences", "0"], /whole number from 1 to 16/],
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
  ])("refuses %s with a message", async (argv, sentence) => {
    await expect(run(...argv)).rejects.toThrow(sentence);
  });

  describe("with a cage", () => {
    /** A box around the cloth, and a mesh of the cloth. */
    async function writeMeshes(size: number): Promise<void> {
      const { sequence } = denseCase(1);
      const lines: string[] = [];
      for (let n = 0; n < sequence.rest.length; n += 3) {
        lines.push(`v ${sequence.rest.subarray(n, n + 3).join(" ")}`);
      }
      for (let t = 0; t < sequence.triangles.length; t += 3) {
        lines.push(
          `f ${Array.from(sequence.triangles.subarray(t, t + 3), (d) => sequence.solverIndex[d] + 1).join(" ")}`,
        );
      }
      await writeFile(at("cloth.obj"), lines.join("\n"));
      const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) =>
        [n & 1, (n >> 1) & 1, n >> 2].map((bit) => (bit ? size : -size)).join(" "),
      );
      const faces = ["1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"];
      await writeFile(
        at("cage.obj"),
        [...corners.map((v) => `v ${v}`), ...faces.map((f) => `f ${f}`)].join("\n"),
      );
    }
    const cage = async (...argv: string[]) => {
      const files = await nodeFiles([at("cloth.obj")]);
      return reduce(engine, files, parse(["--quiet", "--cage", at("cage.obj"), ...argv]).values, UNWATCHED);
    };

    it("finds coordinates, or reads weights", async () => {
      await writeMeshes(20);
      await cage("--report", at("cage.json"), "--out", at("rig.json"));
      const report = JSON.parse(await readFile(at("cage.json"), "utf8"));
      expect(report).toMatchObject({ influences: 8, judgedOn: "poses" });
      expect(report.eRms).toBeLessThan(1e-2);
      // A row for each vertex of the mesh, a column for each of the cage's eight vertices.
      const V = denseCase(1).sequence.vertexCount;
      await writeFile(at("w.dmat"), `8 ${V}\n${"0.125 ".repeat(8 * V)}`);
      await cage("--from", at("w.dmat"), "--report", at("cage.json"));
      await writeFile(at("w.dmat"), `8 ${V}\n${"0.25 ".repeat(8 * V)}`);
      await expect(cage("--from", at("w.dmat"), "--report", at("cage.json"))).rejects.toThrow(
        /sum to 2, not/,
      );
      await writeFile(at("w.dmat"), `8 ${V}\n${"0.125 ".repeat(8 * V - 1)}nan`);
      await expect(cage("--from", at("w.dmat"), "--report", at("cage.json"))).rejects.toThrow(
        /not numbers.*vertex 8 at vertex 25/,
      );
      await expect(cage("--influences", "4", "--report", at("cage.json"))).rejects.toThrow(
        /8 influences or more/,
      );
      await expect(cage("--examples", "limits", "--report", at("cage.json"))).rejects.toThrow(
        /no use with --cage/,
      );
      await writeMeshes(0.1);
      await expect(cage("--report", at("cage.json"))).rejects.toThrow(/does not enclose the mesh/);
    });
  });
});
