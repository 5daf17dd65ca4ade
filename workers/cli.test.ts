import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateGlb } from "./formats/gltf/validate-glb";
import { writePc2 } from "./formats/pc2";
import { writeObj } from "./formats/write-obj";
import { bendingBar } from "./samples/test-sequences";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-cli-"));
  const { sequence } = bendingBar({ bones: 3, frames: 8, length: 12, width: 3 });
  await writeFile(join(folder, "bar.obj"), writeObj(sequence));
  await writeFile(join(folder, "bar.pc2"), writePc2(sequence));
  await writeFile(join(folder, "cut.pc2"), writePc2(sequence).slice(0, 900));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the built command line in the folder of the files. */
function rig(...args: string[]): Promise<{ status: number; out: string; error: string }> {
  const program = join(process.cwd(), "build/engine/cli.js");
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: folder }, (failure, out, error) => {
      resolve({ status: typeof failure?.code === "number" ? failure.code : 0, out, error });
    });
  });
}

describe("the command line", () => {
  it("decomposes files into a GLB, a JSON and a report", async () => {
    const outputs = ["--out", "bar.glb", "--out", "bar.json", "--report", "report.json"];
    const done = await rig("decompose", "bar.obj", "bar.pc2", "--bones", "3", "--threads", "2", ...outputs);
    expect(done).toMatchObject({ status: 0, error: "" });
    expect(done.out).toMatch(/^E_RMS .* 3 bones/);
    const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
    expect(report).toMatchObject({ bonesAsked: 3, bones: 3, frames: 8, method: "auto" });
    for (const field of ["eRms", "rmsePercent", "maxErrorPercent", "vertices", "seconds", "iterations"]) {
      expect(report[field]).toBeGreaterThan(0);
    }
    expect(report.influences).toBeLessThanOrEqual(4);
    expect(report.errorPerIteration.length).toBeGreaterThan(0);
    expect(await validateGlb(new Uint8Array(await readFile(join(folder, "bar.glb"))))).toEqual([]);
    expect(JSON.parse(await readFile(join(folder, "bar.json"), "utf8"))).toHaveProperty("version", 1);
  });

  it("says what files hold", async () => {
    const { status, out } = await rig("info", "bar.obj", "bar.pc2");
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ format: "OBJ + PC2", clips: [{ frames: 8 }] }]);
  });

  it.each([
    [["decompose", "nothing.obj"], /nothing\.obj cannot be read/],
    [["decompose", "bar.obj", "cut.pc2"], /cut\.pc2/],
    [["decompose", "bar.obj", "bar.pc2", "--bones", "0"], /--bones 0 cannot be used/],
    [["decompose", "bar.obj", "bar.pc2", "--error", "much"], /--error much cannot be used/],
    [["decompose", "bar.obj", "bar.pc2", "--out", "bar.fbx"], /bar\.fbx cannot be written/],
    [["decompose", "bar.obj", "bar.pc2", "--clip", "run"], /no clip named run/],
    [["decompose", "bar.obj", "bar.pc2", "--speed", "9"], /--speed/],
    [["compose"], /compose is not a command/],
  ])("refuses %j in one line on standard error", async (args, sentence) => {
    const { status, error } = await rig(...args);
    expect(status).not.toBe(0);
    expect(error).toMatch(sentence);
    expect(error.trim().split("\n").length).toBe(1);
  });
});
