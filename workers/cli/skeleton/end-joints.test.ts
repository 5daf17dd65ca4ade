import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import { writeBvh } from "../../formats/skeletons/write/bvh";
import { writeTgf } from "../../formats/skeletons/write/tgf";
import { nodeFiles } from "../../formats/source/node-file";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { bvhExportDefaults, tgfExportDefaults } from "../../model/files/export/skeleton-export";
import type { Bone, Rig } from "../../model/rig/rig";
import { skeletonOfRig } from "../../model/skeleton/skeleton-of-rig";
import { UNWATCHED } from "../../model/task";
import { character } from "../../skeleton/fit/testing/character";
import { checkFlags, parse } from "../flags/arguments";
import { exportOptionsOf } from "../flags/export-flags";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { fitCommand } from "./fit";

const engine = createEngine(nodeParallel, 1);
printedByTest();

/** A rig with an end joint below each last bone, which moves with it. */
function withEnds(rig: Rig): Rig {
  const B = rig.bones.length;
  const carries = new Set(rig.bones.map(({ parent }) => parent));
  const last = [...rig.bones.keys()].filter((j) => !carries.has(j));
  const ends = last.map((parent): Bone => {
    const { name, head } = rig.bones[parent];
    return { name: `${name}_end`, parent, head: [head[0] + 0.3, head[1] + 0.2, head[2] + 0.1], end: true };
  });
  const all = B + ends.length;
  const F = rig.motion.length / (12 * B);
  const motion = new Float32Array(12 * all * F);
  for (let k = 0; k < F; k++) {
    const of = (j: number) => rig.motion.subarray(12 * (k * B + j), 12 * (k * B + j + 1));
    for (let j = 0; j < B; j++) motion.set(of(j), 12 * (k * all + j));
    for (const [n, parent] of last.entries()) motion.set(of(parent), 12 * (k * all + B + n));
  }
  return { ...rig, bones: [...rig.bones, ...ends], motion };
}

/** The bones without end joints, of which the last say where they end. */
function withTips({ bones }: Rig): Bone[] {
  const carries = new Set(bones.map(({ parent }) => parent));
  return bones.map((bone, j) =>
    carries.has(j) ? bone : { ...bone, tip: [0.3 + 0.1 * j, 0.2, 0.1 * (j % 3)] },
  );
}

let folder = "";
const at = (name: string) => join(folder, name);
let truth: Rig;
let tipped: Bone[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-ends-"));
  const { sequence, rig } = character(5);
  const named = rig.bones.map((bone) => ({ ...bone, name: bone.name.replace(" ", "_") }));
  truth = withEnds({ ...rig, bones: named });
  await writeFile(at("limbs.obj"), writeObj(sequence));
  await writeFile(at("limbs.pc2"), writePc2(sequence));
  for (const format of ["glb", "fbx"] as const) {
    const options = exportOptionsOf({}, sequence, truth, `.${format}`);
    const { bytes } = await engine.run("exportFile", { sequence, rig: truth, options }, UNWATCHED);
    await writeFile(at(`rig.${format}`), bytes);
  }
  const { bytes } = await writeBvh(sequence, truth, bvhExportDefaults(sequence), UNWATCHED);
  await writeFile(at("rig.bvh"), bytes);
  tipped = withTips({ ...rig, bones: named });
  const short = { ...rig, bones: tipped };
  const tips = await writeBvh(sequence, short, bvhExportDefaults(sequence), UNWATCHED);
  await writeFile(at("tips.bvh"), tips.bytes);
  const graph = writeTgf(sequence, skeletonOfRig(short), tgfExportDefaults(sequence));
  await writeFile(at("tips.tgf"), graph.bytes);
});
afterAll(() => rm(folder, { recursive: true }));

const skeletonIn = async (name: string) =>
  (await engine.run("readSkeletons", { files: await nodeFiles([at(name)]) }, UNWATCHED))[0];

/** The places of the end joints by name, with their parents' names. */
const endsOf = (bones: readonly (Pick<Bone, "name" | "parent" | "head"> & { end?: true })[]) =>
  new Map(
    bones
      .filter(({ end }) => end)
      .map(({ name, parent, head }) => [name, { parent: bones[parent].name, head }]),
  );

/** @param unit of their file, in metres. */
function expectEnds(bones: Parameters<typeof endsOf>[0], unit: number): void {
  const [found, wanted] = [endsOf(bones), endsOf(truth.bones)];
  expect([...found.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [name, { parent, head }] of wanted) {
    expect(found.get(name)!.parent).toBe(parent);
    head.forEach((x, c) => {
      expect(unit * found.get(name)!.head[c]).toBeCloseTo(x, 4);
    });
  }
}

describe("end joints of the artist's skeleton", () => {
  it.each(["glb", "fbx", "bvh"])("stay in a fit onto a %s, and move nothing", async (kind) => {
    const outs = ["glb", "fbx", "bvh", "tgf", "usda", "sinew"].flatMap((each) => [
      "--out",
      at(`${kind}-fit.${each}`),
    ]);
    const { values } = parse(["--quiet", "--solve", "both", "--skeleton", at(`rig.${kind}`), ...outs]);
    checkFlags("fit", values);
    const files = await nodeFiles([at("limbs.obj"), at("limbs.pc2")]);
    await alone(fitCommand)(engine, files, values, UNWATCHED);
    for (const each of ["glb", "fbx", "bvh"]) {
      const { skeleton, metresPerUnit } = await skeletonIn(`${kind}-fit.${each}`);
      expectEnds(skeleton.segments, metresPerUnit ?? 1);
    }
    // A .tgf has only places: the last bones end where their end joints are.
    const { segments } = (await skeletonIn(`${kind}-fit.tgf`)).skeleton;
    // Two more lead from the middle of a branch to its children.
    expect(segments).toHaveLength(truth.bones.filter(({ end }) => !end).length + 2);
    for (const { head } of endsOf(truth.bones).values()) {
      const away = segments.map(({ tail }) => Math.hypot(...tail.map((x, c) => x - head[c])));
      expect(Math.min(...away)).toBeLessThan(1e-4);
    }
    const usd = await readFile(at(`${kind}-fit.usda`), "utf8");
    for (const name of endsOf(truth.bones).keys()) expect(usd).toContain(`/${name}"`);
    const { rig } = await engine.run(
      "readRig",
      { files: await nodeFiles([at(`${kind}-fit.sinew`)]) },
      UNWATCHED,
    );
    expectEnds(rig.bones, 1);
    rig.weights.bones.forEach((j, e) => {
      if (rig.bones[j].end) expect(rig.weights.values[e]).toBe(0);
    });
  });

  it.each(["bvh", "tgf"])("stay as places where a %s has only them", async (kind) => {
    const outs = ["bvh", "tgf", "sinew", "json"].flatMap((each) => ["--out", at(`${kind}-tips.${each}`)]);
    const { values } = parse(["--quiet", "--solve", "both", "--skeleton", at(`tips.${kind}`), ...outs]);
    const files = await nodeFiles([at("limbs.obj"), at("limbs.pc2")]);
    await alone(fitCommand)(engine, files, values, UNWATCHED);
    const wanted = tipped.flatMap(({ tip }) => (tip ? [tip] : []));
    expect(wanted.length).toBeGreaterThan(1);
    for (const each of ["bvh", "tgf"]) {
      const { skeleton, guessed = [] } = await skeletonIn(`${kind}-tips.${each}`);
      expect(guessed).toEqual([]);
      const lengths = skeleton.segments.map(({ head, tail }) => tail.map((x, c) => x - head[c]));
      for (const tip of wanted) {
        const away = lengths.map((way) => Math.hypot(...way.map((x, c) => x - tip[c])));
        expect(Math.min(...away)).toBeLessThan(1e-4);
      }
    }
    const project = { files: await nodeFiles([at(`${kind}-tips.sinew`)]) };
    const { rig } = await engine.run("readRig", project, UNWATCHED);
    const json: Pick<Rig, "bones"> = JSON.parse(await readFile(at(`${kind}-tips.json`), "utf8"));
    for (const { bones } of [rig, json]) expect(bones.filter(({ tip }) => tip)).toHaveLength(wanted.length);
  });
});
