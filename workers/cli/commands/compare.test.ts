import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DecomposeInput } from "../../decompose/input/decompose-input";
import { writeObj } from "../../formats/obj/write-obj";
import { writePc2 } from "../../formats/point-cache/pc2";
import type { Engine } from "../../jobs/engine";
import type { SolveReport } from "../../model/reports/solve-report";
import { UNWATCHED } from "../../model/task";
import { bendingBar } from "../../testing/sequences";
import { parse } from "../flags/arguments";
import { settingsOf } from "../flags/solve-flags";
import { alone } from "../testing/alone";
import { printedByTest } from "../testing/printed";
import { compare } from "./compare";

const bar = bendingBar({ bones: 3, frames: 6, length: 8, width: 2 });
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-compare-"));
  await writeFile(join(folder, "bar.obj"), writeObj(bar.sequence));
  await writeFile(join(folder, "bar.pc2"), writePc2(bar.sequence));
});
afterAll(() => rm(folder, { recursive: true }));

const printed = printedByTest();

/** An engine with made-up solves. Those with `failing` bones end with a reason. */
function fakeEngine(failing: (bones: number) => boolean): Engine {
  const run = async (kind: string, input: unknown): Promise<unknown> => {
    if (kind === "inspect") return [{ name: "bar", clips: [], rateIsFree: false, notes: [] }];
    if (kind === "read") return { sequence: bar.sequence };
    const { settings } = input as DecomposeInput;
    if (failing(settings.bones)) throw new Error(`No ${settings.bones} bones, "sadly"`);
    const report = { bones: settings.bones - 1, eRms: 2, rigBytes: 5000, meanInfluences: 3 } as SolveReport;
    return { rig: bar.rig, report };
  };
  return { run } as unknown as Engine;
}

const flagsOf = (...argv: string[]) => parse(argv).values;
const run = (engine: Engine, ...argv: string[]) => alone(compare)(engine, [], flagsOf(...argv), UNWATCHED);
const out = (name: string) => join(folder, name);

describe("rig compare", () => {
  it("continues after a failed run, and writes the others", async () => {
    const asked = ["--methods", "ssdr,his", "--bones", "9,4", "--initialisers", "own,lbg"];
    const files = ["--out", out("t.csv"), "--report", out("t.json")];
    await run(
      fakeEngine((bones) => bones === 9),
      ...asked,
      ...files,
    );
    const csv = await readFile(out("t.csv"), "utf8");
    const lines = csv.trim().split("\r\n");
    // HIS takes no initialiser, so there are three runs for each number of bones.
    expect(lines).toHaveLength(7);
    expect(lines[1]).toMatch(/^ssdr,,4,3,rigid,4,3,2,/);
    expect(lines[2]).toMatch(/^ssdr,lbg,4,3,/);
    expect(lines[3]).toMatch(/^his,,4,3,/);
    expect(lines[4]).toBe('ssdr,,9,,rigid,4,,,,,,,,,1,false,"No 9 bones, ""sadly"""');
    const report = JSON.parse(await readFile(out("t.json"), "utf8"));
    expect(report.runs).toHaveLength(6);
    expect(report.runs[5]).toMatchObject({ settings: { method: "his", influences: 0 }, error: /No 9/ });
    const table = printed().trimEnd().split("\n");
    expect(table).toHaveLength(7);
    expect(table[1].indexOf("2.000")).toBe(table[2].indexOf("2.000"));
    expect(table[4]).toContain("No 9 bones");
  });

  it("keeps the finished runs when it is interrupted", async () => {
    const asked = [
      "--methods",
      "ssdr",
      "--bones",
      "4,9",
      "--out",
      out("cut.csv"),
      "--report",
      out("cut.json"),
    ];
    let lines = 0;
    const engine = fakeEngine((bones) => {
      if (bones === 9) lines = readFileSync(out("cut.csv"), "utf8").trim().split("\r\n").length;
      return false;
    });
    await run(engine, ...asked);
    expect(lines).toBe(2);
  });

  it("fails if every run failed", async () => {
    await expect(
      run(
        fakeEngine(() => true),
        "--methods",
        "auto",
        "--bones",
        "4",
      ),
    ).rejects.toThrow("No run succeeded");
  });

  it.each([
    [["--methods", "auto,best"], "--method best is not known"],
    [["--bones", "8,many"], "“many” is not a number"],
    [["--initialisers", "luck"], "The initialiser luck is not known"],
    [["--method", "auto"], "Use --methods"],
    [["--error", "1%"], "Use --bones"],
    [["--methods", "auto", "--set", "width=3"], "Auto has no parameter width"],
    [["--out", "t.txt"], "Sinew writes .csv files here"],
  ])("refuses %j with a message", async (argv, words) => {
    await expect(
      run(
        fakeEngine(() => false),
        ...argv,
      ),
    ).rejects.toThrow(words);
  });

  it("solves", async () => {
    const program = join(process.cwd(), "build/engine/cli.js");
    const quick = ["--iterations", "2", "--restarts", "1", "--threads", "1"];
    const argv = [
      "compare",
      "bar.obj",
      "bar.pc2",
      "--methods",
      "auto,ssdr",
      "--bones",
      "3",
      ...quick,
      "--out",
      "r.csv",
    ];
    const done = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [program, ...argv], { cwd: folder }, (error, text) =>
        error ? reject(error) : resolve(text),
      );
    });
    expect(done).toMatch(/^method .*E_RMS/);
    expect(done).toMatch(/^ssdr +own +rigid +3 +\d/m);
    expect((await readFile(out("r.csv"), "utf8")).trim().split("\r\n")).toHaveLength(3);
  });
});

describe("the flags of a solve", () => {
  it("use influences and motion of the method", () => {
    expect(settingsOf(flagsOf("--method", "his"))).toMatchObject({ influences: 0, boneKind: "affine" });
    expect(settingsOf(flagsOf("--method", "ssdr"))).toMatchObject({ influences: 4, boneKind: "rigid" });
    const asked = flagsOf("--method", "his", "--influences", "6");
    expect(settingsOf(asked).influences).toBe(6);
    expect(settingsOf(flagsOf("--method", "ssdr", "--init", "lbg")).initialiser).toBe("lbg");
  });

  it.each([
    [["--method", "lssp", "--affine"], "LSSP has no affine bones"],
    [["--method", "his", "--rigid"], "HIS has no rigid bones"],
    [["--method", "his", "--init", "lbg"], "HIS takes no initialiser"],
    [["--set", "width"], "Write --set name=value"],
    [["--set", "width=1"], "Auto has no parameter width. There are none to set."],
    [["--hold-out", "1"], "--hold-out 1 cannot be used"],
  ])("refuses %j with a message", (argv, words) => {
    expect(() => settingsOf(flagsOf(...argv))).toThrow(words);
  });
});
