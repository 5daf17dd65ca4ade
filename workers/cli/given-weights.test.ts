import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../formats/source/node-file";
import { createEngine } from "../jobs/engine";
import { nodeParallel } from "../jobs/pool/node-parallel";
import { UNWATCHED } from "../model/task";
import type { Bindable } from "../model/weights/bindable";
import { sharedData } from "../testing/shared-data";
import { tube } from "../weights/testing/bindables";
import * as command from "./commands/weights";
import { parse } from "./flags/arguments";
import { alone } from "./testing/alone";
import { printedByTest } from "./testing/printed";

const DATA = fileURLToPath(sharedData("static/"));
const weights = alone(command.weights);
const engine = createEngine(nodeParallel, 1);
printedByTest();

let folder = "";
const at = (name: string) => join(folder, name);

/** Two separate tubes along x, with a bone in each. */
const SHELLS = [tube([0, 0, 0], [3, 0, 0], 0.5, 8, 8), tube([4, 0, 0], [7, 0, 0], 0.5, 8, 8)];
const VERTICES = SHELLS[0].positions.length / 3;

function objOf(meshes: Bindable[]): string {
  const lines: string[] = [];
  let first = 1;
  for (const { positions, triangles } of meshes) {
    for (let n = 0; n < positions.length; n += 3) lines.push(`v ${positions.subarray(n, n + 3).join(" ")}`);
    for (let t = 0; t < triangles.length; t += 3)
      lines.push(`f ${Array.from(triangles.subarray(t, t + 3), (v) => v + first).join(" ")}`);
    first += positions.length / 3;
  }
  return `${lines.join("\n")}\n`;
}

/** "columns rows", then column by column. */
const dmat = (columns: number[][]) =>
  `${columns.length} ${columns[0].length}\n${columns.flat().join("\n")}\n`;
const ones = (first: number, second: number) => [
  ...new Array(VERTICES).fill(first),
  ...new Array(VERTICES).fill(second),
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-given-"));
  await writeFile(at("shells.obj"), objOf(SHELLS));
  // The file's second bone is the parent of its first: columns are in the file's order, not the tree's.
  await writeFile(at("shells.tgf"), "1 0 0 0\n2 3.5 0 0\n3 7 0 0\n#\n2 3\n1 2\n");
});
afterAll(() => rm(folder, { recursive: true }));

async function figures(file: string, mesh: string, skeleton: string, ...argv: string[]) {
  const flags = parse(["--from", file, "--quiet", "--report", at("report.json"), ...argv]).values;
  await weights(engine, await nodeFiles([mesh, skeleton]), flags, UNWATCHED);
  return JSON.parse(await readFile(at("report.json"), "utf8"));
}
const ofShells = (file: string, ...argv: string[]) =>
  figures(at(file), at("shells.obj"), at("shells.tgf"), ...argv);

describe("weights of a file", () => {
  it("cause no strain if each shell follows its own bone, and tear if both follow both", async () => {
    await writeFile(at("own.dmat"), dmat([ones(0, 1), ones(1, 0)]));
    const own = await ofShells("own.dmat");
    expect(own).toMatchObject({ method: "given", exemplars: 0, unknownsPerVertex: 0 });
    expect(own.heldOutEnergy).toBeLessThan(1e-9);
    const byName = Object.fromEntries(own.boneMass.map(({ name, mass }: never) => [name, mass]));
    expect(byName).toEqual({ bone_1: expect.closeTo(0.5, 5), bone_2: expect.closeTo(0.5, 5) });
    const alternating = Array.from({ length: 2 * VERTICES }, (_, i) => i % 2);
    await writeFile(at("torn.dmat"), dmat([alternating, alternating.map((w) => 1 - w)]));
    expect((await ofShells("torn.dmat")).heldOutEnergy).toBeGreaterThan(0.1);
  });

  it("are written as a rig, bone by bone", async () => {
    await writeFile(at("half.dmat"), dmat([ones(0.25, 1), ones(0.75, 0)]));
    await ofShells("half.dmat", "--out", at("half.json"));
    const { bones, weights: rows } = JSON.parse(await readFile(at("half.json"), "utf8"));
    const row = (i: number) =>
      Object.fromEntries(
        Array.from({ length: rows.offsets[i + 1] - rows.offsets[i] }, (_, e) => {
          const at = rows.offsets[i] + e;
          return [bones[rows.bones[at]].name, rows.values[at]];
        }),
      );
    expect(row(0)).toEqual({ bone_1: 0.25, bone_2: 0.75 });
    expect(row(VERTICES)).toEqual({ bone_1: 1 });
  });

  it("are the start of the optimisation", async () => {
    await writeFile(at("own.dmat"), dmat([ones(0, 1), ones(1, 0)]));
    const report = await ofShells("own.dmat", "--method", "arap", "--iterations", "1", "--exemplars", "4");
    expect(report.method).toBe("arap");
    expect(report.heldOutEnergy).toBeLessThan(1e-6);
  });

  it("are refused with messages if they belong to another mesh or skeleton", async () => {
    await writeFile(at("few.dmat"), dmat([[1, 2, 3]]));
    await expect(ofShells("few.dmat")).rejects.toThrow(/has 3 rows of 1 weight; shells has \d+ vertices/);
    await writeFile(at("large.dmat"), dmat([ones(0, 7), ones(1, 0)]));
    await expect(ofShells("large.dmat")).rejects.toThrow(/The weight of bone 1 at vertex \d+ is 7/);
    await writeFile(at("none.dmat"), dmat([ones(0, 0), ones(1, 0)]));
    await expect(ofShells("none.dmat")).rejects.toThrow(`Vertex ${VERTICES + 1} follows no bone`);
    await expect(ofShells("none.dmat", "--method", "heat")).rejects.toThrow("--from has no use here");
    await expect(ofShells("none.dmat", "--optimize-joints")).rejects.toThrow();
  });

  it.skipIf(!existsSync(DATA)).each([
    ["arm", 0.0086],
    ["elephant", 0.0378],
  ])("of the %s have the strain of an independent measurement with other poses", async (name, measured) => {
    const [mesh, skeleton] = [`${DATA}${name}.obj`, `${DATA}${name}.tgf`];
    const { heldOutEnergy } = await figures(`${DATA}${name}-weights.dmat`, mesh, skeleton);
    // A hundred poses of another seed vary by up to 20 %.
    expect(heldOutEnergy).toBeGreaterThan(0.75 * measured);
    expect(heldOutEnergy).toBeLessThan(1.25 * measured);
  });
});
