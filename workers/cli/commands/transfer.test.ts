import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nodeFiles } from "../../formats/source/node-file";
import { transferredRig } from "../../geometry/transfer/transferred-rig";
import { createEngine } from "../../jobs/engine";
import { nodeParallel } from "../../jobs/pool/node-parallel";
import { UNWATCHED } from "../../model/task";
import { LOBED_BONES, lobedBody, lobedSequence, lobedWeights } from "../../testing/lobed-body";
import { parse } from "../flags/arguments";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import * as command from "./transfer";

let folder = "";
const at = (name: string) => join(folder, name);
const engine = createEngine(nodeParallel, 1);
const printed = printedByTest();
const transfer = alone(command.transfer);

async function save(name: string, body: ReturnType<typeof lobedBody>, isRigged: boolean) {
  const sequence = lobedSequence(name, body);
  const weights = lobedWeights(body.rest);
  const rig = isRigged ? transferredRig(LOBED_BONES, weights, sequence.rest) : null;
  const bytes = await engine.run("saveProject", { sequence, rig, report: null }, UNWATCHED);
  await writeFile(at(`${name}.sinew`), bytes);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-transfer-"));
  await save("fine", lobedBody({ steps: 8 }), true);
  await save("coarse", lobedBody({ steps: 5, slide: 1 }), false);
});
afterAll(() => rm(folder, { recursive: true }));

const run = async (...argv: string[]) =>
  transfer(engine, await nodeFiles([at("coarse.sinew")]), parse(["--quiet", ...argv]).values, UNWATCHED);

describe("rig transfer", () => {
  it("gives a mesh the bones and weights of a rig, and reports figures", async () => {
    await run("--from", at("fine.sinew"), "--out", at("out.sinew"), "--report", at("out.json"));
    const report = JSON.parse(await readFile(at("out.json"), "utf8"));
    expect(report).toMatchObject({ by: "surface", alignment: "As the files say", distance: 0.05, angle: 30 });
    expect(report.matched + report.inpainted + report.nearest).toBe(report.vertices);
    expect(report.bones.map((bone: { target: string }) => bone.target)).toEqual(
      LOBED_BONES.map(({ name }) => name),
    );
    expect(printed()).toMatch(/^by surface: \d+ of \d+ vertices matched/);
    const { rig } = await engine.run("readRig", { files: await nodeFiles([at("out.sinew")]) }, UNWATCHED);
    expect(rig.bones).toHaveLength(LOBED_BONES.length);
    const truth = lobedWeights(rig.rest);
    expect(
      Math.abs(rig.weights.values.reduce((a, b) => a + b, 0) - truth.values.reduce((a, b) => a + b, 0)),
    ).toBeLessThan(1e-3);
  });

  it("says what is missing or wrong", async () => {
    await expect(run("--out", at("a.sinew"))).rejects.toThrow("needs --from");
    await expect(run("--from", at("fine.sinew"), "--by", "magic", "--out", at("a.sinew"))).rejects.toThrow(
      "--by magic",
    );
    await expect(run("--from", at("coarse.sinew"), "--out", at("a.sinew"))).rejects.toThrow("has no weights");
    await expect(run("--from", at("fine.sinew"), "--pair", "x", "--out", at("a.sinew"))).rejects.toThrow(
      "not a pair",
    );
  });
});
