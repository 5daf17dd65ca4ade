import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { nodeFiles } from "../formats/source/node-file";
import type { OpenResult } from "../jobs/api";
import { createEngine } from "../jobs/engine";
import { nodeParallel } from "../jobs/pool/node-parallel";
import type { Rig } from "../model/rig/rig";
import { UNWATCHED } from "../model/task";
import { replaceRows } from "../model/weights/layers/sparse-rows";
import { newLayer } from "../model/weights/layers/weight-layers";
import { emptyWeightEdits, type WeightEdits } from "../model/weights/weight-edits";
import * as command from "./commands/weights";
import { parse } from "./flags/arguments";
import { alone } from "./testing/alone";
import { printedByTest } from "./testing/printed";
import { writeTube } from "./testing/tube-files";

let folder = "";
const at = (name: string) => join(folder, name);
const engine = createEngine(nodeParallel, 1);
const weights = alone(command.weights);
printedByTest();

const PAINTED = [3, 40, 41, 150];
const AS_IT_IS = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };

async function open(name: string): Promise<OpenResult> {
  await engine.run("inspect", { files: await nodeFiles([at(name)]) }, UNWATCHED);
  return engine.run("read", { source: 0, choice: { ...AS_IT_IS, keepRig: true } }, UNWATCHED);
}

/** A run's messages on standard error, with its report. */
async function bind(names: string[], ...argv: string[]) {
  let said = "";
  const heard = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
  const few = argv.includes("--method") ? [] : ["--exemplars", "10", "--iterations", "6"];
  const { values } = parse([...few, "--report", at("report.json"), ...argv]);
  await weights(engine, await nodeFiles(names.map(at)), values, UNWATCHED).finally(() => heard.mockRestore());
  return { said, report: JSON.parse(await readFile(at("report.json"), "utf8")) };
}

/** The weights of a vertex by bone name. */
const rowOf = ({ bones, weights: { offsets, ...w } }: Rig, i: number): Record<string, number> =>
  Object.fromEntries(
    Array.from({ length: offsets[i + 1] - offsets[i] }, (_, n) => [
      bones[w.bones[offsets[i] + n]].name,
      w.values[offsets[i] + n],
    ]),
  );

const rowsOf = (rig: Rig) => PAINTED.map((i) => rowOf(rig, i));
const columnOf = (rig: Rig, name: string) =>
  Array.from({ length: rig.weights.offsets.length - 1 }, (_, i) => rowOf(rig, i)[name] ?? 0);

/** The bound project with some painted rows, and other changes. */
async function paint(name: string, edits: Partial<WeightEdits>, rename = (bone: string) => bone) {
  const { sequence, rig, report, ...extras } = await open("bound.sinew");
  const { weights: found } = rig!;
  const values = found.values.slice();
  for (const i of PAINTED) {
    const [begin, end] = [found.offsets[i], found.offsets[i + 1]];
    for (let e = begin; e < end; e++) values[e] = (e - begin + 1) / (((end - begin) * (end - begin + 1)) / 2);
  }
  const bones = rig!.bones.map((bone) => ({ ...bone, name: rename(bone.name) }));
  const painted = { ...rig!, bones, weights: { ...found, values } };
  const weightEdits = { ...emptyWeightEdits(), ...edits };
  const project = { sequence, rig: painted, report, ...extras, weightEdits };
  await writeFile(at(name), await engine.run("saveProject", project, UNWATCHED));
  return (await open(name)).rig!;
}

const painted = () => Uint32Array.from(PAINTED);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-kept-"));
  await writeTube(folder);
  await bind(["tube.obj", "tube.tgf"], "--out", at("bound.sinew"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("painted and locked weights of a project", () => {
  it("stay to the last bit, and a note says so; --replace-painted replaces them", async () => {
    const names = (await open("bound.sinew")).rig!.bones.map(({ name }) => name);
    const before = await paint("painted.sinew", { painted: painted(), locked: [names[1]] });
    const outs = ["--out", at("kept.json"), "--out", at("kept.sinew")];
    const { said, report } = await bind(["painted.sinew"], "--set", "harmonic=0.2", ...outs);
    expect(said).toContain(`The weights of 4 painted vertices and of the locked bone ${names[1]} stay`);
    expect(report.kept).toEqual({
      ...{ paintedVertices: 4, lostVertices: 0, lockedBones: [names[1]], unmetHolds: 0 },
    });
    const kept = (await open("kept.sinew")).rig!;
    expect(rowsOf(kept)).toEqual(rowsOf(before));
    expect(columnOf(kept, names[1])).toEqual(columnOf(before, names[1]));
    expect([...kept.weights.values]).not.toEqual([...before.weights.values]);
    expect([...(await open("kept.sinew")).weightEdits!.painted]).toEqual(PAINTED);
    const json = JSON.parse(await readFile(at("kept.json"), "utf8"));
    for (const i of PAINTED) {
      const { offsets } = kept.weights;
      const [begin, end] = [offsets[i], offsets[i + 1]];
      const written = json.weights.values.slice(...json.weights.offsets.slice(i, i + 2));
      expect(written.map(Math.fround)).toEqual([...kept.weights.values.subarray(begin, end)]);
    }

    const again = ["--replace-painted", "--out", at("new.sinew")];
    const anew = await bind(["painted.sinew"], "--set", "harmonic=0.2", ...again);
    expect([anew.said.includes("stay"), anew.report.kept]).toEqual([false, undefined]);
    const { rig, weightEdits } = await open("new.sinew");
    expect(rowsOf(rig!)).not.toEqual(rowsOf(before));
    expect([weightEdits?.painted.length ?? 0, weightEdits?.locked.length ?? 0]).toEqual([0, 0]);
  });

  it("stay with every method, and when joints move", async () => {
    const before = await paint("painted.sinew", { painted: painted() });
    for (const argv of [["--method", "heat"], ["--method", "nearest"], ["--optimize-joints"]]) {
      await bind(["painted.sinew"], ...argv, "--out", at("other.sinew"));
      expect(rowsOf((await open("other.sinew")).rig!), argv.join(" ")).toEqual(rowsOf(before));
    }
  });

  it("reach a GLB up to rounding", async () => {
    const before = await paint("painted.sinew", { painted: painted() });
    await bind(["painted.sinew"], "--out", at("kept.glb"));
    const rows = rowsOf((await open("kept.glb")).rig!);
    // Readers of GLB need exact sums of 1, so the largest weight absorbs the rounding of the others.
    rowsOf(before).forEach((row, n) => {
      expect(Object.keys(rows[n])).toEqual(Object.keys(row));
      for (const [name, weight] of Object.entries(row))
        expect(Math.abs(rows[n][name] - weight)).toBeLessThan(2e-7);
    });
  });

  it("are found again if their bones are gone, and holds without room are counted, with notes about both", async () => {
    const names = (await open("bound.sinew")).rig!.bones.map(({ name }) => name);
    const gone = (name: string) => (name === names[0] ? "tail" : name);
    await paint("gone.sinew", { painted: painted() }, gone);
    const lost = await bind(["gone.sinew"]);
    expect(lost.said).toContain("are computed again, because the skeleton has no bone tail.");
    expect(lost.report.kept.lostVertices).toBeGreaterThan(0);

    const holds = { vertices: Uint32Array.of(3), bones: Uint16Array.of(2), values: Float32Array.of(0.9) };
    await paint("held.sinew", { painted: painted(), holds });
    const held = await bind(["held.sinew"]);
    expect(held.said).toContain("Holds at 1 vertex have no effect");
    expect(held.report.kept.unmetHolds).toBe(1);
  });

  it("in layers stay there, above newly found weights", async () => {
    const { sequence, rig, report, ...extras } = await open("bound.sinew");
    const { weights: base, bones } = rig!;
    const row = { vertices: Uint32Array.of(40), offsets: Uint32Array.of(0, 1) };
    const layer = {
      ...newLayer(1, "Elbow", "replace", 0),
      rows: { ...row, bones: Uint16Array.of(0), values: Float32Array.of(1) },
    };
    const added = {
      ...newLayer(2, "More", "add", 0),
      rows: { ...row, vertices: Uint32Array.of(60), bones: Uint16Array.of(0), values: Float32Array.of(0.5) },
    };
    const weightLayers = { base, bones: bones.map(({ name }) => name), layers: [layer, added] };
    const weightEdits = { ...emptyWeightEdits(), painted: Uint32Array.of(40) };
    const painted = { ...rig!, weights: replaceRows(base, layer.rows) };
    const project = { sequence, rig: painted, report, ...extras, weightLayers, weightEdits };
    await writeFile(at("layered.sinew"), await engine.run("saveProject", project, UNWATCHED));

    await bind(["layered.sinew"], "--out", at("again.sinew"));
    const again = await open("again.sinew");
    expect(again.weightLayers!.layers).toEqual([layer, added]);
    expect(rowOf(again.rig!, 40)).toEqual({ [bones[0].name]: 1 });
    const under = { ...again.rig!, weights: again.weightLayers!.base };
    const most = rowOf(under, 60)[bones[0].name] ?? 0;
    expect(rowOf(again.rig!, 60)[bones[0].name]).toBeCloseTo((most + 0.5) / 1.5, 5);
    expect([...again.weightEdits!.painted]).toEqual([40]);

    await bind(["layered.sinew"], "--replace-painted", "--out", at("replaced.sinew"));
    expect((await open("replaced.sinew")).weightLayers).toBeUndefined();
  });

  it("cannot be replaced if there are none", async () => {
    await expect(bind(["tube.obj", "tube.tgf"], "--replace-painted")).rejects.toThrow("has no use here");
  });
});
