/**
 * Guards the engine's results: a change that should not alter results must not alter a single bit of them.
 *
 * `identity.json` has a hash for each result. The hashes are exact on any number of threads, and on any machine whose
 * JavaScript engine rounds `Math.sin` and similar functions like the engine that recorded them. On other engines they
 * are not compared, and the table must be recorded again from a commit that is known to be right.
 *
 * After a change that should alter results, run `SINEW_RECORD_IDENTITY=1 npx vitest run workers/identity`, and say in
 * the commit which results changed and why.
 *
 * On every engine, errors and strains may not get worse than in `bench/quality.json`: `npm run bench -- --check`
 * compares the same figures and those of measured data.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { DEFORMER_KINDS } from "../model/deform";
import { METHODS, type SolveMethod } from "../model/solve/methods";
import { engineFingerprint, fingerprint } from "./fingerprint";
import { boundWeights, MODELS, posesOf, SEQUENCES, solvedRig, WAYS } from "./generated";
import { type Figure, figureName, readQuality, slipOf } from "./quality";

const TABLE = fileURLToPath(new URL("./identity.json", import.meta.url));
const RECORD = process.env.SINEW_RECORD_IDENTITY === "1";
const HOW = "SINEW_RECORD_IDENTITY=1 npx vitest run workers/identity";

const table: Record<string, string> = RECORD ? {} : JSON.parse(readFileSync(TABLE, "utf8"));
const engine = engineFingerprint();
const comparable = RECORD || table.engine === engine;
if (!comparable) {
  console.warn(
    `Results are not compared: library functions of V8 ${process.versions.v8} are not the recorded ones.`,
  );
}
if (RECORD) table.engine = engine;

function expectSame(name: string, hash: string): void {
  if (RECORD) table[name] = hash;
  else if (comparable) {
    expect(hash, `"${name}" gives other bits. If you meant to change results, record them: ${HOW}`).toBe(
      table[name],
    );
  }
}

const quality = readQuality();

function expectNoWorse(figure: Figure, value: number, ...of: string[]): void {
  expect(slipOf(figureName(figure, ...of), quality, value)).toBeNull();
}

describe("results, bit for bit and no worse", () => {
  afterAll(() => {
    if (RECORD) writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  });

  for (const [name, sequence] of Object.entries(SEQUENCES)) {
    it(`starts from the same sequence: ${name}`, () => {
      expectSame(`sequence, ${name}`, fingerprint(sequence.rest, sequence.frames, sequence.triangles));
    });

    it.each(Object.keys(METHODS) as SolveMethod[])(`solves ${name} to the same rig: %s`, async (method) => {
      const { hash, eRms } = await solvedRig(sequence, { method });
      expectSame(`rig, ${name}, ${method}`, hash);
      expectNoWorse("E_RMS", eRms, name, method);
    });
  }

  it.each(Object.keys(WAYS))("solves the bar to the same rig: %s", async (way) => {
    const { hash, eRms } = await solvedRig(SEQUENCES.bar, WAYS[way]);
    expectSame(`rig, bar, ${way}`, hash);
    expectNoWorse("E_RMS", eRms, "bar", way);
  });

  it.each(Object.keys(MODELS) as (keyof typeof MODELS)[])("binds to the same weights: %s", async (name) => {
    const { hash, strain } = await boundWeights(name);
    expectSame(`weights, ${name}`, hash);
    expectNoWorse("strain", strain, name);
  });

  it.each(DEFORMER_KINDS)("poses identically: %s", async (kind) => {
    for (const { how, hash, offRest } of await posesOf(kind)) {
      expectSame(`deformer, ${kind}, ${how} weights`, hash);
      expectNoWorse("off rest", offRest, kind, `${how} weights`);
    }
  });
});
