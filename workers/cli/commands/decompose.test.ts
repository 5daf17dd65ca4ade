import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { decomposeCommand } from "./decompose";

let folder = "";
const at = (name: string) => join(folder, name);
const engine = createEngine(nodeParallel, 1);
const printed = printedByTest();
const decompose = alone(decomposeCommand);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-decompose-"));
  const { sequence } = bendingBar({ bones: 3, frames: 6, length: 8, width: 2 });
  const project = { sequence: { ...sequence, name: "<bar>" }, rig: null, report: null };
  await writeFile(at("bar.sinew"), await engine.run("saveProject", project, UNWATCHED));
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...argv: string[]) =>
  decompose(
    engine,
    await nodeFiles([at("bar.sinew")]),
    parse(["--quiet", "--bones", "3", "--iterations", "2", "--restarts", "1", ...argv]).values,
    UNWATCHED,
  );

describe("rig decompose --html", () => {
  it("writes one page with figures, the error of each frame and settings", async () => {
    await run("--html", at("page.html"));
    const page = await readFile(at("page.html"), "utf8");
    expect(page).toMatch(/^<!doctype html>/);
    for (const part of ["&#60;bar&#62;", "Error of each frame", "6 at 24 a second", "<svg"]) {
      expect(page).toContain(part);
    }
    expect(page).not.toContain("<bar>");
    expect(page).not.toMatch(/<script|<img/);
    expect(printed()).toMatch(/^E_RMS .* 3 bones/);
  });

  it("refuses names of other files, and writes nothing", async () => {
    await expect(run("--html", at("page.txt"))).rejects.toThrow("page.txt cannot be written");
    await expect(run("--html", at("bar.html"), "--report", at("bar.html"))).rejects.toThrow("written twice");
    expect((await readdir(folder)).sort()).toEqual(["bar.sinew", "page.html"]);
  });
});

it("says that a method ran as published, or what else", async () => {
  const argv = ["--quiet", "--bones", "3", "--method", "fsd", "--as-published"];
  const fsd = async (...more: string[]) =>
    decompose(engine, await nodeFiles([at("bar.sinew")]), parse([...argv, ...more]).values, UNWATCHED);
  await fsd();
  expect(printed()).toContain("FSD as published by Kavan, Sloan & O'Sullivan 2010.\n");
  await fsd("--set", "growth=fits");
  expect(printed()).toContain("2010, but for what other flags set.\n");
});

it("reports the figures of its files", async () => {
  await run("--out", at("bar.glb"), "--report", at("bar.json"));
  const { written, eRms } = JSON.parse(await readFile(at("bar.json"), "utf8"));
  const bytes = (await readFile(at("bar.glb"))).length;
  expect(written).toEqual([
    {
      file: "bar.glb",
      bytes,
      bones: 3,
      verticesReduced: 0,
      eRms: expect.any(Number),
      eRmsInFile: expect.any(Number),
      frames: 6,
      between: null,
    },
  ]);
  expect(written[0].eRmsInFile).toBeCloseTo(eRms, 3);
});
