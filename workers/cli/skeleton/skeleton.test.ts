import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeIO } from "@gltf-transform/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateGlb } from "../../formats/gltf/write/validate-glb";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import { writeProject } from "../../formats/project/write";
import { readSkeletons } from "../../formats/skeletons/read";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import type { LevelReport } from "../../model/reports/level-report";
import type { SkeletonReport } from "../../model/reports/skeleton-report";
import { UNWATCHED } from "../../model/task";
import { limbs } from "../../skeleton/testing/limbs";
import { checkFlags, parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { skeletonCommand } from "./skeleton";

const skeleton = alone(skeletonCommand);
const engine = createEngine(nodeParallel, 1);
const printed = printedByTest();

let folder = "";
const at = (name: string) => join(folder, name);
const { sequence, rig } = limbs([-1, 0, 1, 1], 5, { frames: 10 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-skeleton-"));
  await writeFile(at("limbs.sinew"), writeProject({ sequence, rig, report: null }));
  await writeFile(at("limbs.obj"), writeObj(sequence));
  await writeFile(at("limbs.pc2"), writePc2(sequence));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(files: string[], ...argv: string[]): Promise<SkeletonReport> {
  const { values } = parse([...argv, "--quiet", "--report", at("report.json")]);
  checkFlags("skeleton", values);
  await skeleton(engine, await nodeFiles(files.map(at)), values, UNWATCHED);
  return JSON.parse(await readFile(at("report.json"), "utf8"));
}

const bytesOf = async (name: string) => new Uint8Array(await readFile(at(name)));

describe("rig skeleton", () => {
  it("connects the bones of a rig, and writes every format with a report", async () => {
    const outputs = ["glb", "json", "sinew", "bvh", "tgf"].flatMap((kind) => ["--out", at(`out.${kind}`)]);
    const report = await run(["limbs.sinew"], "--method", "connect", ...outputs);
    expect(printed()).toMatch(
      /^RMS error .* % of the diagonal strict, .* % with soft joints, 4 bones, 1 root, /,
    );
    expect(report).toMatchObject({ method: "connect", bones: 4, roots: 1 });
    expect(report.rmsePercentStrict).toBeLessThan(0.05);
    expect(report.rmsePercent).toBeLessThanOrEqual(report.rmsePercentStrict + 1e-6);
    expect(report.seconds).toBeGreaterThan(0);
    for (const { name, parent, position, determined } of report.joints) {
      expect([typeof name, position.length]).toEqual(["string", 3]);
      expect(parent === null ? "none" : "point").toBe(determined);
    }
    const glb = await bytesOf("out.glb");
    expect(await validateGlb(glb)).toEqual([]);
    const [clip] = (await new NodeIO().readBinary(glb)).getRoot().listAnimations();
    const moved = clip.listChannels().filter((channel) => channel.getTargetPath() === "translation");
    expect(moved).toHaveLength(1);
    for (const kind of ["bvh", "tgf"]) {
      const [{ skeleton: back }] = await readSkeletons(await nodeFiles([at(`out.${kind}`)]), UNWATCHED);
      expect(back.segments.filter(({ parent }) => parent < 0).length).toBe(1);
      expect(back.segments.length).toBeGreaterThanOrEqual(4);
    }
  });

  it("finds bones first if the files have none", async () => {
    const report = await run(
      ["limbs.obj", "limbs.pc2"],
      "--method",
      "connect",
      "--bones",
      "4",
      "--out",
      at("solved.glb"),
    );
    expect(report.bones).toBe(4);
    expect(report.rmsePercentStrict).toBeLessThan(2);
    expect(await validateGlb(await bytesOf("solved.glb"))).toEqual([]);
  });

  it("leaves out keys, extracts root motion and finds loops in a GLB", async () => {
    const options = ["--root-motion", "extract", "--close-loops"];
    await run(["limbs.sinew"], "--method", "connect", "--out", at("plain.glb"));
    await run(["limbs.sinew"], "--method", "connect", "--out", at("full.glb"), ...options);
    await run(
      ["limbs.sinew"],
      "--method",
      "connect",
      "--out",
      at("fewer.glb"),
      ...options,
      "--key-tolerance",
      "20%",
    );
    const keys = async (name: string) => {
      const document = await new NodeIO().readBinary(await bytesOf(name));
      const [clip] = document.getRoot().listAnimations();
      const counts = clip.listSamplers().map((sampler) => sampler.getInput()!.getCount());
      return {
        joints: document.getRoot().listSkins()[0].listJoints().length,
        keys: counts.reduce((a, b) => a + b),
      };
    };
    const [plain, full, fewer] = [await keys("plain.glb"), await keys("full.glb"), await keys("fewer.glb")];
    expect([plain.joints, full.joints, fewer.joints]).toEqual([4, 5, 5]);
    expect(fewer.keys).toBeLessThan(0.8 * full.keys);
    expect(await validateGlb(await bytesOf("fewer.glb"))).toEqual([]);
  });

  it("finds a skeleton with a published method and its own parameter", async () => {
    const files = ["limbs.obj", "limbs.pc2"];
    const report = await run(
      files,
      "--method",
      "multi-pass",
      "--bones",
      "4",
      "--set",
      "rounds=2",
      "--out",
      at("multi.glb"),
    );
    expect(report).toMatchObject({ method: "multi-pass" });
    expect(report.joints.length).toBe(report.bones);
    expect(await validateGlb(await bytesOf("multi.glb"))).toEqual([]);
  });

  it("writes levels of detail that share the skeleton, and a table of their errors", async () => {
    const report = await run(
      ["limbs.sinew"],
      "--method",
      "connect",
      "--levels",
      "2,4,3",
      "--out",
      at("lod.glb"),
    );
    const { levels } = report as SkeletonReport & { levels: LevelReport[] };
    expect(levels.map(({ bones }) => bones)).toEqual([4, 3, 2]);
    expect(levels[0].rmsePercent).toBeLessThan(levels[1].rmsePercent);
    expect(levels[1].rmsePercent).toBeLessThan(levels[2].rmsePercent);
    expect(printed()).toMatch(/bones {2}.*RMS % {2}largest %\n {4}4 .*\n {4}3 .*\n {4}2 .*\n$/);
    const jointsOf = async (name: string) => {
      const [skin] = (await new NodeIO().readBinary(await bytesOf(name))).getRoot().listSkins();
      return skin.listJoints().map((joint) => joint.getName());
    };
    const full = await jointsOf("lod.glb");
    for (const count of [4, 3, 2]) {
      const joints = await jointsOf(`lod-${count}.glb`);
      expect(joints).toHaveLength(count);
      expect(full).toEqual(expect.arrayContaining(joints));
      expect(await validateGlb(await bytesOf(`lod-${count}.glb`))).toEqual([]);
    }
  });

  it("refuses wrong input with messages, and leaves no files", async () => {
    const refused = (files: string[], ...argv: string[]) =>
      expect(run(files, "--out", at("no.glb"), ...argv)).rejects;
    await refused(["limbs.sinew"], "--method", "guess").toThrow(
      "--method guess is not known. The methods are auto, multi-pass, schaefer, aguiar, hasler, connect.",
    );
    await refused(["limbs.sinew"], "--method", "connect", "--bones", "9").toThrow(
      "--bones 9 has no use here. limbs has its own 4 bones, and connect keeps them. Leave out --bones.",
    );
    await refused(["limbs.sinew"], "--method", "multi-pass", "--set", "speed=3").toThrow(
      "Multi-pass has no parameter speed. There are stiffness, ",
    );
    await refused(["limbs.sinew"], "--method", "multi-pass", "--set", "rounds=many").toThrow(
      "--set rounds=many cannot be used. It takes a whole number from",
    );
    await refused(["limbs.sinew"], "--strict", "--soft").toThrow("--strict and --soft exclude each other");
    await refused(["limbs.sinew"], "--method", "connect", "--root", "hips").toThrow(
      "No bone is called “hips”",
    );
    for (const flag of ["--split-still", "--thorough"])
      await refused(["limbs.sinew"], "--method", "schaefer", flag).toThrow(
        `${flag} has no use with --method schaefer. Only auto has it`,
      );
    await refused(["limbs.sinew"], "--method", "hasler", "--root", "hips").toThrow(
      "the bones of a new skeleton are called bone_01, bone_02 and so on.",
    );
    await refused(["limbs.sinew"], "--root", "").toThrow("--root needs the name of a bone");
    await refused(["limbs.sinew"], "--pull", "-1").toThrow("--pull -1 cannot be used");
    await refused(["limbs.sinew"], "--affine").toThrow("--affine is not a flag of skeleton");
    await refused(["limbs.obj"], "--method", "connect").toThrow("limbs does not move");
    const connect = (...more: string[]) => refused(["limbs.sinew"], "--method", "connect", ...more);
    await connect("--key-tolerance", "wide").toThrow(
      'It takes a length in the unit of the mesh, such as "0.5"',
    );
    await connect("--root-motion", "drop").toThrow(
      "--root-motion drop cannot be used. It takes keep, extract or still.",
    );
    await connect("--levels", "3,few").toThrow("--levels 3,few cannot be used. “few” is not a number.");
    await connect("--level-motion", "own").toThrow("--level-motion has no use without --levels");
    await connect("--levels", "3", "--level-motion", "new").toThrow("It takes shared or own.");
    const alone = run(["limbs.sinew"], "--method", "connect", "--close-loops", "--out", at("no.bvh"));
    await expect(alone).rejects.toThrow("--close-loops has no use here");
    expect(await readdir(folder)).not.toContain("no.glb");
  });
});
