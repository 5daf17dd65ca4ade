import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linearBlend } from "./deform/classic/linear-blend";
import { openAlembic } from "./formats/alembic/read";
import { exportFile } from "./formats/export-file";
import { validateGlb } from "./formats/gltf/write/validate-glb";
import { writeObj } from "./formats/obj/write-obj";
import { openMdd } from "./formats/point-cache/mdd";
import { openPc2, writePc2 } from "./formats/point-cache/pc2";
import { readProject } from "./formats/project/read";
import { writeProject } from "./formats/project/write";
import { bytesFile } from "./formats/source/source-file";
import { DEFORM_DEFAULTS } from "./model/deform";
import { restPose } from "./model/rig/pose";
import type { Rig } from "./model/rig/rig";
import { maxInfluences } from "./model/rig/sparse-weights";
import { testPoses } from "./model/rig/trial-poses";
import { UNWATCHED } from "./model/task";
import { bendingBar } from "./testing/sequences";

let folder = "";
let points = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-cli-"));
  const bar = bendingBar({ bones: 3, frames: 8, length: 12, width: 3 });
  const { sequence } = bar;
  await writeFile(join(folder, "bar.obj"), writeObj(sequence));
  await writeFile(join(folder, "bar.pc2"), writePc2(sequence));
  await writeFile(join(folder, "cut.pc2"), writePc2(sequence).slice(0, 900));
  points = sequence.vertexCount;
  const { rig: exact } = bar;
  await writeFile(join(folder, "bar.sinew"), writeProject({ sequence, rig: exact, report: null }));
  const glb = await exportFile(sequence, exact, { influences: 0, clips: [], upAxis: "y" }, UNWATCHED);
  await writeFile(join(folder, "bar.glb"), glb.bytes);
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
    const outputs = ["--out", "solved.glb", "--out", "solved.json", "--report", "report.json"];
    const done = await rig("decompose", "bar.obj", "bar.pc2", "--bones", "3", "--threads", "2", ...outputs);
    const assumed = "OBJ + PC2 files have no frame rate: Sinew assumes 24 frames a second.\n";
    expect(done).toMatchObject({ status: 0, error: assumed });
    expect(done.out).toMatch(/^E_RMS .* 3 bones/);
    const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
    expect(report).toMatchObject({ bonesAsked: 3, bones: 3, frames: 8, method: "auto" });
    for (const field of ["eRms", "rmsePercent", "maxErrorPercent", "vertices", "seconds", "iterations"]) {
      expect(report[field]).toBeGreaterThan(0);
    }
    expect(report.influences).toBeLessThanOrEqual(4);
    expect(report.errorPerIteration.length).toBeGreaterThan(0);
    expect(await validateGlb(new Uint8Array(await readFile(join(folder, "solved.glb"))))).toEqual([]);
    expect(JSON.parse(await readFile(join(folder, "solved.json"), "utf8"))).toHaveProperty("version", 1);
  });

  it("corrects the error of bones, and deforms with the correction", async () => {
    const asked = ["--bones", "1", "--iterations", "2", "--correction", "2"];
    const outputs = ["--out", "corrected.sinew", "--report", "corrected.json"];
    const done = await rig("decompose", "bar.obj", "bar.pc2", ...asked, ...outputs, "--quiet");
    expect(done.out).toMatch(/^Corrected by 2 shapes: E_RMS /m);
    const { eRms, corrected } = JSON.parse(await readFile(join(folder, "corrected.json"), "utf8"));
    expect(corrected).toMatchObject({ rank: 2, bytes: 4 * 2 * (3 * points + 8) });
    expect(corrected.eRms).toBeLessThan(eRms);

    await rig("deform", "corrected.sinew", "--deformer", "lbs", "--out", "corrected.pc2", "--quiet");
    const project = readProject(new Uint8Array(await readFile(join(folder, "corrected.sinew"))));
    const cache = await openPc2(
      bytesFile("corrected.pc2", new Uint8Array(await readFile(join(folder, "corrected.pc2")))),
    );
    for (const k of [0, 5]) {
      const truth = linearBlend(project.rig as Rig, k);
      const frame = await cache.frame(k);
      frame.forEach((x: number, n: number) => {
        expect(Math.abs(x - truth[n] - project.sequence.origin[n % 3])).toBeLessThan(1e-5);
      });
    }
  });

  it("prints the content of files", async () => {
    const { status, out } = await rig("info", "bar.obj", "bar.pc2");
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject([{ format: "OBJ + PC2", clips: [{ frames: 8 }] }]);
  });

  it("deforms the frames of a project: a cache, its mesh, and data for engines", async () => {
    const outputs = ["--out", "ddm.pc2", "--out", "rest.obj", "--out", "bar.ddm.json", "--report", "d.json"];
    const settings = ["--lambda", "0.8", "--kappa", "0.2", "--alpha", "0.4", "--iterations", "6"];
    const done = await rig("deform", "bar.sinew", ...settings, "--reference", "lbs", ...outputs);
    expect(done.status).toBe(0);
    expect(done.error.trimEnd().split("\n")).toEqual([
      "ddm.pc2: A PC2 has only positions, without 1 material: use it on the same mesh with its vertices in the same order, such as an OBJ from here.",
      "ddm.pc2: A PC2 has no rate: play it at 24 frames a second.",
      "rest.obj: Its materials are without hidden back sides.",
    ]);
    expect(done.out).toMatch(/^ddm-v0: .* 8 frames, .* of the diagonal from lbs$/m);
    const report = JSON.parse(await readFile(join(folder, "d.json"), "utf8"));
    expect(report).toMatchObject({
      deformer: "ddm-v0",
      reference: "lbs",
      frames: 8,
      bones: 3,
      vertices: points,
      clips: ["bar"],
      settings: { lambda: 0.8, kappa: 0.2, alpha: 0.4, iterations: 6, bind: "rigid" },
    });
    for (const field of [
      "precomputeSeconds",
      "secondsPerFrame",
      "entriesPerVertex",
      "maxDifferencePercent",
    ]) {
      expect(report[field]).toBeGreaterThan(0);
    }
    expect(report.volumeChangePercent.length).toBe(8);
    const { out } = await rig("info", "rest.obj", "ddm.pc2");
    expect(JSON.parse(out)).toMatchObject([{ format: "OBJ + PC2", points, clips: [{ frames: 8 }] }]);
    const direct = JSON.parse(await readFile(join(folder, "bar.ddm.json"), "utf8"));
    expect(direct).toMatchObject({ variant: "v0", counts: { vertices: points } });
    expect((await readFile(join(folder, direct.binary))).length).toBe(direct.binaryBytes);
    expect((await readdir(folder)).filter((name) => name.endsWith(".part"))).toEqual([]);
  });

  it("writes the frames of linear blend skinning", async () => {
    const outputs = ["--out", "lbs.pc2", "--out", "lbs.mdd", "--out", "lbs.abc"];
    const { status } = await rig("deform", "bar.sinew", "--deformer", "lbs", ...outputs);
    expect(status).toBe(0);
    const { sequence, rig: solved } = readProject(await readFile(join(folder, "bar.sinew")), "bar.sinew");
    const cache = await openPc2(
      bytesFile("lbs.pc2", new Uint8Array(await readFile(join(folder, "lbs.pc2")))),
    );
    const file = async (name: string) => bytesFile(name, new Uint8Array(await readFile(join(folder, name))));
    const mdd = await openMdd(await file("lbs.mdd"));
    expect([mdd.frames, mdd.fps]).toEqual([8, sequence.fps]);
    const archive = await openAlembic(await file("lbs.abc"), UNWATCHED);
    const asked = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
    const raw = await archive.read(asked, UNWATCHED);
    for (let k = 0; k < 8; k++) {
      const truth = linearBlend(solved!, k);
      const [inCache, inMdd, inArchive] = [await cache.frame(k), await mdd.frame(k), await raw.frame(k)];
      inCache.forEach((x, n) => {
        expect(x).toBeCloseTo(truth[n] + sequence.origin[n % 3], 5);
        expect(inMdd[n]).toBe(x);
        expect(inArchive[n]).toBeCloseTo(x, 5);
      });
    }
  });

  it("reads a skinned GLB with its own skeleton, and bakes it into one", async () => {
    const outputs = ["--out", "baked.glb", "--out", "baked.sinew", "--report", "b.json"];
    const flags = ["--deformer", "ddm-v2", "--influences", "2", "--clip", "bar"];
    const done = await rig("bake", "bar.glb", ...flags, ...outputs);
    expect(done).toMatchObject({ status: 0, error: "" });
    expect(done.out).toMatch(/^ddm-v2 baked by (v5|fit): E_RMS /);
    const report = JSON.parse(await readFile(join(folder, "b.json"), "utf8"));
    expect(report.eRms[report.chosen]).toBe(Math.min(report.eRms.v5, report.eRms.fit));
    expect(report).toMatchObject({ deformer: "ddm-v2", influences: 2, settings: { bind: "rigid" } });
    expect(await validateGlb(new Uint8Array(await readFile(join(folder, "baked.glb"))))).toEqual([]);
    const project = readProject(await readFile(join(folder, "baked.sinew")), "baked.sinew");
    expect(maxInfluences(project.rig!.weights)).toBe(2);
    const forced = await rig("bake", "bar.glb", ...flags, "--method", "v5");
    expect(forced.out).toMatch(/^ddm-v2 baked by v5/);
  });

  it("deforms and bakes with the project's settings, unless flags say otherwise", async () => {
    const project = readProject(await readFile(join(folder, "bar.sinew")), "bar.sinew");
    const painted = { ...DEFORM_DEFAULTS.painted, lambda: new Float32Array(points).fill(0) };
    const deform = { ...DEFORM_DEFAULTS, bind: "rig" as const, iterations: 7, lambda: 3, kappa: 2, painted };
    const poses = [restPose(project.rig!.bones), testPoses(project.rig!.bones, 1)[0]];
    await writeFile(join(folder, "kept.sinew"), writeProject({ ...project, deform, poses }));
    const settingsOf = async (...flags: string[]) => {
      const done = await rig("deform", "kept.sinew", "--reference", "lbs", "--report", "kept.json", ...flags);
      expect(done).toMatchObject({ status: 0, error: "" });
      return JSON.parse(await readFile(join(folder, "kept.json"), "utf8"));
    };
    const asKept = await settingsOf("--alpha", "0");
    expect(asKept.settings).toMatchObject({ bind: "rig", iterations: 7, lambda: 3, kappa: 2, alpha: 0 });
    expect(asKept.settings.painted).toEqual(["lambda"]);
    const changed = await settingsOf("--lambda", "1", "--iterations", "3");
    expect(changed.settings).toMatchObject({ bind: "rig", iterations: 3, lambda: 1, kappa: 1 });
    // If painted to zero, rotations do not smooth, and Delta Mush equals the rig's own blend.
    const mush = await settingsOf("--deformer", "dm");
    expect(mush.maxDifferencePercent).toBeLessThan(1e-3);
    const plain = await rig("deform", "bar.sinew", "--deformer", "dm", "--reference", "lbs");
    expect(Number(/at most ([\d.]+) %/.exec(plain.out)![1])).toBeGreaterThan(0.1);
    expect(await rig("bake", "kept.sinew", "--poses", "--report", "kept.json")).toMatchObject({ status: 0 });
    expect(JSON.parse(await readFile(join(folder, "kept.json"), "utf8")).frames).toBe(2);
  });

  it("bakes over test poses", async () => {
    const done = await rig("bake", "bar.sinew", "--test-poses", "--report", "poses.json");
    expect(done).toMatchObject({ status: 0, error: "" });
    const report = JSON.parse(await readFile(join(folder, "poses.json"), "utf8"));
    const { rig: exact } = readProject(await readFile(join(folder, "bar.sinew")), "bar.sinew");
    expect(report.frames).toBe(testPoses(exact!.bones, 1).length);
    expect(report.eRms.fit).toBeLessThan(report.eRms.v5);
  });

  it.each([
    [["decompose", "nothing.obj"], /nothing\.obj cannot be read/],
    [["decompose", "bar.obj", "cut.pc2"], /cut\.pc2/],
    [["decompose", "bar.obj", "bar.pc2", "--bones", "0"], /--bones 0 cannot be used/],
    [["decompose", "bar.obj", "bar.pc2", "--error", "much"], /--error much cannot be used/],
    [["decompose", "bar.obj", "bar.pc2", "--out", "bar.blend"], /bar\.blend cannot be written/],
    [
      ["decompose", "bar.obj", "bar.pc2", "--out", "bar.glb", "--unit", "cm"],
      /--unit cm cannot be used for a \.glb/,
    ],
    [["decompose", "bar.obj", "bar.pc2", "--out", "bar.fbx", "--up-axis", "x"], /--up-axis x cannot be used/],
    [["decompose", "bar.obj", "bar.pc2", "--out", "bar.json", "--unit", "m"], /--unit has no use here/],
    [
      ["decompose", "bar.obj", "bar.pc2", "--out", "bar.fbx", "--compression", "meshopt"],
      /--compression has no use here\. Only a \.glb can be compressed/,
    ],
    [["decompose", "bar.obj", "bar.pc2", "--clip", "run"], /no clip named run/],
    [["decompose", "bar.obj", "bar.pc2", "--speed", "9"], /--speed/],
    [["compose"], /compose is not a command/],
    [["deform", "bar.obj", "bar.pc2"], /bar has no skeleton/],
    [["deform", "bar.sinew", "--deformer", "ddm"], /--deformer ddm cannot be used.*ddm-v0/],
    [["bake", "bar.sinew", "--poses"], /bar has no poses/],
    [["deform", "bar.sinew", "--kappa", "2"], /--kappa 2 cannot be used with --lambda 1/],
    [["deform", "bar.sinew", "--alpha", "1"], /--alpha 1 cannot be used/],
    [["deform", "bar.sinew", "--clip", "run"], /no clip named run/],
    [["deform", "bar.sinew", "--deformer", "dm", "--out", "x.ddm.json"], /dm has no \.ddm\.json/],
    [["deform", "bar.sinew", "--out", "frames.glb"], /frames\.glb cannot be written/],
    [["deform", "bar.sinew", "--out", "no/such/folder.pc2"], /folder\.pc2 cannot be written/],
    [["deform", "bar.sinew", "--scheme", "explicit", "--lambda", "3"], /too large for explicit/],
    [["bake", "bar.sinew", "--method", "guess"], /--method guess is not known/],
  ])("refuses %j with one line on standard error", async (args, sentence) => {
    const { status, error } = await rig(...args);
    expect(status).not.toBe(0);
    expect(error).toMatch(sentence);
    expect(error.trim().split("\n").length).toBe(1);
  });
});
