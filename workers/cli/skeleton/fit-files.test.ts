import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { armRecords, fbxBinary } from "../../formats/fbx/testing/fixtures";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import { writeProject } from "../../formats/project/write";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import type { FitReport } from "../../model/reports/fit-report";
import type { FitAlignment } from "../../model/skeleton/fit/fit-alignment";
import { UNWATCHED } from "../../model/task";
import { character } from "../../skeleton/fit/testing/character";
import { checkFlags, parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { fitCommand, type jointFigures } from "./fit";
import { skeletonCommand } from "./skeleton";

const engine = createEngine(nodeParallel, 1);
printedByTest();

let folder = "";
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-fit-files-"));
  const { sequence, rig } = character(5);
  await writeFile(at("limbs.obj"), writeObj(sequence));
  await writeFile(at("limbs.pc2"), writePc2(sequence));
  await writeFile(at("rig.sinew"), writeProject({ sequence, rig, report: null }));
  await writeFile(at("arm.fbx"), fbxBinary(armRecords({ bones: 3, turn: 70 })));
  await writeFile(at("other.fbx"), fbxBinary(armRecords({ bones: 3, mesh: false })));
  const outs = ["--out", at("rig.tgf"), "--out", at("rig.bvh")];
  const { values } = parse(["--method", "connect", "--quiet", ...outs]);
  await alone(skeletonCommand)(engine, await nodeFiles([at("rig.sinew")]), values, UNWATCHED);
});
afterAll(() => rm(folder, { recursive: true }));

type Report = Omit<FitReport, "joints"> & ReturnType<typeof jointFigures> & { alignment: FitAlignment };

async function run(mesh: string[], ...argv: string[]): Promise<Report> {
  const { values } = parse([...argv, "--quiet", "--out", at("fit.glb"), "--report", at("report.json")]);
  checkFlags("fit", values);
  await alone(fitCommand)(engine, await nodeFiles(mesh.map(at)), values, UNWATCHED);
  return JSON.parse(await readFile(at("report.json"), "utf8"));
}

const LIMBS = ["limbs.obj", "limbs.pc2"];

describe("rig fit", () => {
  it("uses the joints of a .tgf, which has no clip and no weights", async () => {
    const report = await run(LIMBS, "--skeleton", at("rig.tgf"));
    expect(report.alignment.frames).toBeNull();
    expect(report.rmsePercent).toBeLessThan(1);
    expect(report.rmsePercentStrict).toBe(report.rmsePercent);
    expect(report.heldOut).toBeNull();
    const bones = (report.bones as { name: string }[]).map(({ name }) => name);
    const { joints } = report;
    expect(joints.map(({ name }) => name)).toEqual(expect.arrayContaining(bones));
    for (const { parent, position, determined } of joints) {
      expect(position).toHaveLength(3);
      if (parent === null) expect(determined).toBe("none");
    }
    expect(joints.some(({ determined }) => determined === "point")).toBe(true);
  });

  it("finds the weights of an FBX again from its own animation", async () => {
    const report = await run(["arm.fbx"], "--skeleton", at("arm.fbx"), "--solve", "weights");
    expect(report.alignment.frames).not.toBeNull();
    expect(report.eRms).toBeLessThan(0.05);
  });

  it("has flags for what may change", async () => {
    const plain = await run(LIMBS, "--skeleton", at("rig.bvh"), "--iterations", "5");
    const free = await run(
      LIMBS,
      "--skeleton",
      at("rig.bvh"),
      "--correct-rest",
      "--may-shift",
      plain.bones[1].name,
      "--refine-joints",
      "--iterations",
      "5",
    );
    expect(free.moved).not.toBeNull();
    expect(plain.moved).toBeNull();
    expect(free.rmsePercent).toBeLessThan(plain.rmsePercent + 0.01);
  });

  it("says what is wrong with a skeleton file", async () => {
    const refused = (name: string) => expect(run(LIMBS, "--skeleton", at(name))).rejects;
    await writeFile(at("text.bvh"), "HIERARCHY\nROOT hips\n{\nOFFSET 0 zero 0\n");
    await refused("text.bvh").toThrow("text.bvh is damaged in line 4");
    const bytes = await readFile(at("arm.fbx"));
    await writeFile(at("half.fbx"), bytes.subarray(0, bytes.length >> 1));
    await refused("half.fbx").toThrow(/^half\.fbx /);
    await refused("limbs.obj").toThrow("limbs.obj has no skeleton");
  });

  it("says which bones of another body's skeleton are outside the mesh", async () => {
    const { alignment, rmsePercent } = await run(LIMBS, "--skeleton", at("other.fbx"), "--iterations", "3");
    expect(alignment.rmsePercent).toBeNull();
    expect(Number.isFinite(rmsePercent)).toBe(true);
  });
});
