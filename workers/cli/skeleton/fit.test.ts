import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NodeIO, type vec3, type vec4 } from "@gltf-transform/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateGlb } from "../../formats/gltf/write/validate-glb";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import { writeProject } from "../../formats/project/write";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import type { FitReport } from "../../model/reports/fit-report";
import type { FitAlignment } from "../../model/skeleton/fit/fit-alignment";
import { UNWATCHED } from "../../model/task";
import { limbs } from "../../skeleton/testing/limbs";
import { orderOf, rigInTreeOrder } from "../../skeleton/tree/skeleton-tree";
import { checkFlags, parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { fitCommand } from "./fit";
import { skeletonCommand } from "./skeleton";

const engine = createEngine(nodeParallel, 1);
const printed = printedByTest();
const PARENTS = [-1, 0, 1, 1];

let folder = "";
const at = (name: string) => join(folder, name);

/** An animation as a cache, and its skeleton with clip and skin as a GLB. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-fit-"));
  const { sequence, rig: loose, joints } = limbs(PARENTS, 5, { frames: 10 });
  const tree = {
    parents: Int32Array.from(PARENTS),
    order: orderOf(PARENTS),
    joints: Float64Array.from(joints),
  };
  const { rig } = rigInTreeOrder(loose, tree);
  await writeFile(at("limbs.obj"), writeObj(sequence));
  await writeFile(at("limbs.pc2"), writePc2(sequence));
  await writeFile(at("rig.sinew"), writeProject({ sequence, rig, report: null }));
  const { values } = parse([
    "--method",
    "connect",
    "--quiet",
    "--out",
    at("rig.glb"),
    "--out",
    at("rig.bvh"),
  ]);
  await alone(skeletonCommand)(engine, await nodeFiles([at("rig.sinew")]), values, UNWATCHED);
  printed();
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...argv: string[]): Promise<FitReport & { alignment: FitAlignment }> {
  const { values } = parse([...argv, "--quiet", "--report", at("report.json")]);
  checkFlags("fit", values);
  await alone(fitCommand)(engine, await nodeFiles([at("limbs.obj"), at("limbs.pc2")]), values, UNWATCHED);
  return JSON.parse(await readFile(at("report.json"), "utf8"));
}

/** The GLB with its nodes in a frame of its clip, as programs save the pose of the current frame. */
async function standingInClip(glb: Uint8Array): Promise<Uint8Array> {
  const io = new NodeIO();
  const file = await io.readBinary(new Uint8Array(glb));
  for (const channel of file.getRoot().listAnimations()[0].listChannels()) {
    const frame = channel.getSampler()!.getOutput()!.getElement(4, new Array<number>(4));
    const node = channel.getTargetNode()!;
    if (channel.getTargetPath() === "rotation") node.setRotation(frame.slice(0, 4) as vec4);
    else if (channel.getTargetPath() === "translation") node.setTranslation(frame.slice(0, 3) as vec3);
  }
  return io.writeBinary(file);
}

describe("rig fit", () => {
  it("fits weights and motion, and writes a GLB and a report", async () => {
    const report = await run("--skeleton", at("rig.glb"), "--out", at("fit.glb"));
    expect(printed()).toMatch(/as imported +E_RMS .*\n.*weights only .*\n(?:.*motion only .*\n)?.*both .*\n/);
    expect(report.rmsePercent).toBeLessThan(0.05);
    expect(report.alignment.frames).not.toBeNull();
    const glb = new Uint8Array(await readFile(at("fit.glb")));
    expect(await validateGlb(glb)).toEqual([]);
    const [skin] = (await new NodeIO().readBinary(glb)).getRoot().listSkins();
    expect(skin.listJoints()).toHaveLength(4);
  });

  it("takes a GLB in its bind pose if its nodes rest in another one", async () => {
    await writeFile(at("posed.glb"), await standingInClip(await readFile(at("rig.glb"))));
    const report = await run("--skeleton", at("posed.glb"), "--solve", "weights", "--out", at("fit.json"));
    expect(report.stages[0].step).toBe("imported");
    expect(report.stages[0].rmsePercent).toBeLessThan(0.001);
    expect(report.alignment).toMatchObject({ pose: "bind", fits: true });
    expect(report.alignment.notes.join()).toContain("the skeleton is in that pose");
  });

  it("finds weights under the clip of a BVH", async () => {
    const report = await run("--skeleton", at("rig.bvh"), "--solve", "weights", "--out", at("fit.json"));
    expect(report.stages.map(({ step }) => step)).toEqual(["weights"]);
    expect(report.rmsePercent).toBeLessThan(0.2);
  });

  it("refuses wrong input with messages", async () => {
    const refused = (...argv: string[]) => expect(run("--out", at("no.glb"), ...argv)).rejects;
    await refused().toThrow("No skeleton was given");
    const skeleton = ["--skeleton", at("rig.glb")];
    await refused(...skeleton, "--solve", "all").toThrow("--solve all cannot be used");
    await refused(...skeleton, "--solve", "weights", "--refine-joints").toThrow("--refine-joints has no use");
    await refused(...skeleton, "--lock-motion", "tail").toThrow("The skeleton has no bone tail");
    await refused(...skeleton, "--bones", "3").toThrow("--bones is not a flag of fit");
  });
});
