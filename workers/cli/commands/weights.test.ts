import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebIO } from "@gltf-transform/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sketch } from "../../formats/gltf/testing/fixtures";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { UNWATCHED } from "../../model/task";
import { parse } from "../flags/arguments";
import { weightSettingsOf } from "../flags/weight-flags";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { writeTube } from "../testing/tube-files";
import * as command from "./weights";

let folder = "";
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-weights-"));
  await writeTube(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const printed = printedByTest();

/** Two bones along x; the second one turns. */
const BVH = `HIERARCHY
ROOT upper
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT lower
  {
    OFFSET 3 0 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 3 0 0
    }
  }
}
MOTION
Frames: 4
Frame Time: 0.04
0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 20 0 0
0 0 0 0 0 0 40 0 0
0 0 0 0 0 0 60 0 0
`;

/** A cube that a clip moves along x. */
async function swingingBox(): Promise<Uint8Array> {
  const sketch = new Sketch(1);
  const { document } = sketch;
  const corners = [0, 0, 0, 6, 0, 0, 6, 1, 0, 0, 1, 0, 0, 0, 1, 6, 0, 1, 6, 1, 1, 0, 1, 1].map(
    (x) => x - 0.5,
  );
  const faces = [
    0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 3, 7, 6, 3, 6, 2, 0, 4, 7, 0, 7, 3, 1, 2, 6, 1, 6,
    5,
  ];
  const primitive = document
    .createPrimitive()
    .setAttribute("POSITION", sketch.floats("VEC3", corners))
    .setIndices(sketch.accessor("SCALAR", Uint16Array.from(faces)));
  const node = document.createNode("box").setMesh(document.createMesh("box").addPrimitive(primitive));
  sketch.scene.addChild(node);
  const sampler = document
    .createAnimationSampler()
    .setInput(sketch.floats("SCALAR", [0, 1]))
    .setOutput(sketch.floats("VEC3", [0, 0, 0, 0, 2, 0]));
  const channel = document
    .createAnimationChannel()
    .setTargetNode(node)
    .setTargetPath("translation")
    .setSampler(sampler);
  document.createAnimation("swing").addSampler(sampler).addChannel(channel);
  return new WebIO().writeBinary(document);
}

const FAST = ["--exemplars", "10", "--iterations", "6"];
/** Few exemplars and iterations, unless another method is asked for, which has none. */
const flagsOf = (...argv: string[]) => {
  const method = argv[argv.indexOf("--method") + 1];
  const optimises = !argv.includes("--method") || method.includes("arap");
  return parse(["--quiet", ...(optimises ? FAST : []), ...argv]).values;
};
const engine = createEngine(nodeParallel, 1);
const weights = alone(command.weights);
const bind = async (...argv: string[]) =>
  weights(engine, await nodeFiles([at("tube.obj"), at("tube.tgf")]), flagsOf(...argv), UNWATCHED);

describe("rig weights", () => {
  it("writes a rig that opens with its skeleton, and a report", async () => {
    await bind("--out", at("tube.glb"), "--report", at("tube.json"));
    const report = JSON.parse(await readFile(at("tube.json"), "utf8"));
    expect(report).toMatchObject({ method: "arap", vertices: 302, bones: 3, exemplars: 10, seed: 1 });
    expect(report.energyPerIteration.at(-1)).toBeLessThan(report.energyPerIteration[0]);
    expect(report.heldOutEnergy).toBeLessThan(report.heldOutHeat);
    expect(report.boneMass.length).toBe(3);
    expect(report.unknownsPerVertex).toBeGreaterThan(0);
    expect(report.seconds.Iterations).toBeGreaterThan(0);
    expect(Number.isInteger(report.negativeWeights)).toBe(true);
    expect(report.attachments).toBeInstanceOf(Array);
    expect(printed()).toMatch(/^arap: mean squared strain 0\.\d+ in unseen poses/);

    await engine.run("inspect", { files: await nodeFiles([at("tube.glb")]) }, UNWATCHED);
    const choice = {
      clips: [],
      fps: null,
      upAxis: null,
      metresPerUnit: null,
      restFrame: null,
      keepRig: true,
    };
    const { rig, sequence } = await engine.run("read", { source: 0, choice }, UNWATCHED);
    expect(sequence.vertexCount).toBe(302);
    expect(rig?.bones.map(({ parent }) => parent)).toEqual([-1, 0, 1]);
    const { offsets, values } = rig!.weights;
    for (let i = 0; i < 302; i++) {
      const row = values.subarray(offsets[i], offsets[i + 1]);
      expect(Math.abs(row.reduce((sum, w) => sum + w, 0) - 1)).toBeLessThan(1e-3);
    }
  });

  it("uses frames of the skeleton's clips as exemplars, and says if there are none", async () => {
    await writeFile(at("tube.bvh"), BVH);
    const files = () => nodeFiles([at("tube.obj"), at("tube.bvh")]);
    const wanted = ["--clips", "3", "--report", at("clips.json"), "--out", at("clips.sinew")];
    await weights(engine, await files(), flagsOf(...wanted), UNWATCHED);
    const report = JSON.parse(await readFile(at("clips.json"), "utf8"));
    expect([report.exemplars, report.bones]).toEqual([13, 2]);
    // A project keeps the chosen frames, and the clips to choose more from.
    const project = await nodeFiles([at("clips.sinew")]);
    await weights(engine, project, flagsOf("--clips", "2", "--report", at("more.json")), UNWATCHED);
    expect(JSON.parse(await readFile(at("more.json"), "utf8")).exemplars).toBe(15);
    await expect(bind("--clips", "3")).rejects.toThrow("leave it out");
  });

  it("writes a project, and moves joints on request", async () => {
    await bind("--optimize-joints", "--out", at("tube.sinew"), "--report", at("joints.json"));
    const report = JSON.parse(await readFile(at("joints.json"), "utf8"));
    expect(report.joints.length).toBe(3);
    expect(report.seconds.Joints).toBeGreaterThan(0);
    expect(report.joints.some(({ moved }: { moved: number }) => moved > 1e-4)).toBe(true);
    expect(report.jointEnergyPerIteration.at(-1)).toBeLessThan(report.jointEnergyPerIteration[0]);
    await engine.run("inspect", { files: await nodeFiles([at("tube.sinew")]) }, UNWATCHED);
    const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
    const { skeleton, weightReport } = await engine.run("read", { source: 0, choice }, UNWATCHED);
    expect(skeleton?.segments.map(({ head }) => head[0])).toEqual(
      report.joints.map(({ head }: { head: number[] }) => head[0]),
    );
    expect(weightReport?.heldOutEnergy).toBe(report.heldOutEnergy);
  });

  it("compares methods in a table", async () => {
    await bind("--method", "arap,heat,nearest", "--out", at("table.csv"), "--report", at("table.json"));
    const [heading, ...rows] = printed().trim().split("\n");
    expect(heading).toMatch(/^method,heldOutEnergy,leastMass/);
    expect(rows.map((row) => row.split(",")[0])).toEqual(["arap", "heat", "nearest"]);
    const energies = rows.map((row) => Number(row.split(",")[1]));
    expect(energies[0]).toBeLessThan(energies[1]);
    expect(energies[1]).toBeLessThan(energies[2]);
    expect(await readFile(at("table.csv"), "utf8")).toBe(printed());
    expect(JSON.parse(await readFile(at("table.json"), "utf8")).length).toBe(3);
  });

  it("uses a project for mesh, skeleton, settings and constraints", async () => {
    await bind("--proximal", "0.5", "--out", at("own.sinew"), "--report", at("first.json"));
    const again = async (names: string[], ...argv: string[]) => {
      const flags = parse(["--quiet", "--report", at("again.json"), ...argv]).values;
      await weights(engine, await nodeFiles(names.map(at)), flags, UNWATCHED);
      return JSON.parse(await readFile(at("again.json"), "utf8"));
    };
    const first = JSON.parse(await readFile(at("first.json"), "utf8"));
    expect((await again(["own.sinew"])).energyPerIteration).toEqual(first.energyPerIteration);
    expect((await again(["tube.obj", "own.sinew"])).energyPerIteration).toEqual(first.energyPerIteration);
    expect((await again(["own.sinew"], "--exemplars", "5")).exemplars).toBe(5);
  });

  it("recognises materials beside a mesh, and says if the files are in the wrong order", async () => {
    await writeFile(at("other.mtl"), "newmtl skin\nKd 1 0 0\n");
    const files = await nodeFiles([at("tube.obj"), at("tube.tgf")]);
    expect(files.length).toBe(3);
    await weights(engine, files, flagsOf("--method", "nearest"), UNWATCHED);
    await rm(at("other.mtl"));
    const swapped = await nodeFiles([at("tube.tgf"), at("tube.obj")]);
    await expect(weights(engine, swapped, flagsOf(), UNWATCHED)).rejects.toThrow("Give the mesh first");
    const three = await nodeFiles(["tube.obj", "tube.tgf", "tube.bvh"].map(at));
    await expect(weights(engine, three, flagsOf(), UNWATCHED)).rejects.toThrow("Two files are enough");
  });

  it("binds a moving mesh in its rest pose", async () => {
    await writeFile(at("moving.glb"), await swingingBox());
    const files = await nodeFiles([at("moving.glb"), at("tube.tgf")]);
    await weights(engine, files, flagsOf("--method", "heat", "--out", at("rest.glb")), UNWATCHED);
    const [source] = await engine.run("inspect", { files: await nodeFiles([at("rest.glb")]) }, UNWATCHED);
    expect(source.clips.map(({ frames }) => frames)).toEqual([1]);
  });

  it("accepts settings that have no flag of their own", () => {
    const set = (...given: string[]) => weightSettingsOf(flagsOf(...given.flatMap((one) => ["--set", one])));
    expect(set("filter=0", "solver=exact", "attach=off")).toMatchObject({
      filter: 0,
      solver: "exact",
      attach: false,
    });
    for (const wrong of [
      "filter",
      "filter=",
      "filter=x",
      "solver=fast",
      "attach=2",
      "method=heat",
      "toString=1",
    ])
      expect(() => set(wrong), wrong).toThrow("cannot be used");
  });

  it("sets what the paper does by one flag, and lets other flags override it", () => {
    expect(weightSettingsOf(flagsOf("--as-published"))).toMatchObject({
      solver: "exact",
      negative: "constrain",
      proximal: 0,
      attachFrom: 0.5,
      bordersUpTo: 1,
      asRigidAsDesired: true,
    });
    const own = flagsOf("--as-published", "--proximal", "0.1", "--set", "solver=iterative");
    expect(weightSettingsOf(own)).toMatchObject({ proximal: 0.1, solver: "iterative", bordersUpTo: 1 });
  });

  it("refuses invalid input with messages", async () => {
    await expect(bind("--method", "bbw")).rejects.toThrow("need a solid");
    await expect(bind("--method", "magic")).rejects.toThrow(
      "The methods are arap, heat, bbw, voxel, nearest",
    );
    await expect(bind("--method", "heat", "--as-published")).rejects.toThrow("has no use here");
    await expect(bind("--exemplars", "0")).rejects.toThrow("a whole number from 1 to 400");
    await expect(bind("--out", at("tube.blend"))).rejects.toThrow("cannot be written");
    const alone = weights(engine, await nodeFiles([at("tube.obj")]), flagsOf(), UNWATCHED);
    await expect(alone).rejects.toThrow();
    expect(weightSettingsOf(flagsOf("--influences", "4"))).toMatchObject({ influences: 4, exemplars: 10 });
  });

  it("refuses flags without an effect, with what they need", async () => {
    const ofHeat = (...argv: string[]) => bind("--method", "heat", ...argv);
    await expect(ofHeat("--proximal", "0.1")).rejects.toThrow("--proximal has no effect here");
    await expect(ofHeat("--set", "solver=exact")).rejects.toThrow("It needs --method arap");
    await expect(ofHeat("--set", "voxelBones=2")).rejects.toThrow("It needs --method voxel");
    await expect(bind("--set", "attach=false", "--set", "attachFrom=0.5")).rejects.toThrow(
      "--set attach=true",
    );
    await ofHeat("--set", "keptPart=0.3");
    await ofHeat("--optimize-joints", "--exemplars", "10");
    await bind("--method", "voxel", "--set", "voxelBones=2");
  });
});
