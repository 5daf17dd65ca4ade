// How the command line ends: its status, its message, and its files.
import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { version } from "../../package.json";
import { writeObj } from "../formats/obj/write-obj";
import { writeProject } from "../formats/project/write";
import { MemoryError } from "../model/errors";
import { bendingBar } from "../testing/sequences";
import { endingOf } from "./status";
import { type Running, start } from "./testing/built";

let folder = "";
const at = (name: string) => join(folder, name);
const onUnix = it.skipIf(process.platform === "win32");

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-ending-"));
  const { sequence, rig } = bendingBar({ bones: 3, frames: 8, length: 12, width: 3 });
  await writeFile(at("bar.sinew"), writeProject({ sequence, rig, report: null }));
  await writeFile(at("still.obj"), writeObj(sequence));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => start(folder, args).ended;
/** A solve that takes longer than any test waits before it interrupts. */
const LONG = ["decompose", "bar.sinew", "--bones", "3", "--iterations", "100000", "--seconds", "600"];

/** A long run, after it has claimed its outputs. */
async function working(name: string): Promise<Running> {
  const running = start(folder, [...LONG, "--out", `${name}.glb`, "--report", `${name}.json`]);
  const isReady = () =>
    existsSync(at(`.${name}.glb.sinew-claim`)) && existsSync(at(`.${name}.json.sinew-claim`));
  await vi.waitFor(() => expect(isReady()).toBe(true), { timeout: 30_000, interval: 20 });
  return running;
}
const left = async (name: string) => (await readdir(folder)).filter((file) => file.includes(name));

describe("signals", () => {
  it.skipIf(process.platform === "win32").each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s leaves nothing and ends with %i", async (signal, status) => {
    const { child, ended } = await working("cut");
    child.kill(signal);
    const ending = await ended;
    expect(ending.status).toBe(status);
    expect(ending.error.trim().split("\n")).toHaveLength(1);
    expect(await left("cut")).toEqual([]);
  });

  onUnix("end a run that waits for a reader of its pipe", async () => {
    execFileSync("mkfifo", [at("pipe.pc2")]);
    const outputs = ["--out", "pipe.pc2", "--report", "piped.json"];
    const { child, ended } = start(folder, ["deform", "bar.sinew", "--deformer", "lbs", ...outputs]);
    // The report is complete, but it gets its name together with the frames, which have no reader.
    const isWaiting = async () => (await left("piped")).some((name) => name.endsWith(".sinew-part"));
    await vi.waitFor(async () => expect(await isWaiting()).toBe(true), { timeout: 30_000, interval: 20 });
    child.kill("SIGINT");
    expect((await ended).status).toBe(130);
    expect(await left("pipe")).toEqual(["pipe.pc2"]);
  });

  it("files of a killed run do not block others", async () => {
    const { child, ended } = await working("killed");
    child.kill("SIGKILL");
    await ended;
    expect((await left("killed")).length).toBeGreaterThan(0);
    const next = await run("deform", "bar.sinew", "--deformer", "lbs", "--report", "killed.json");
    expect(next).toMatchObject({ status: 0, error: "" });
    const glb = await run("bake", "bar.sinew", "--out", "killed.glb");
    expect(glb).toMatchObject({ status: 0, error: "" });
    expect((await left("killed")).sort()).toEqual(["killed.glb", "killed.json"]);
  });
});

describe("standard output", () => {
  const report = ["deform", "bar.sinew", "--deformer", "lbs", "--report"];

  it
    .skipIf(!existsSync("/dev/full"))
    .each([[["--help"]], [["info", "bar.sinew"]], [[...report, "/dev/stdout"]]])(
    "that is full is an error: %j",
    async (args) => {
      const full = openSync("/dev/full", "w");
      const ending = await start(folder, args, ["ignore", full, "pipe"]).ended;
      closeSync(full);
      expect(ending).toMatchObject({
        status: 4,
        error: expect.stringContaining("The disk is full: make room"),
      });
      expect(ending.error.trim().split("\n")).toHaveLength(1);
    },
  );

  onUnix("that is closed is an error", async () => {
    const { child, ended } = start(folder, ["info", "bar.sinew"]);
    child.stdout!.destroy();
    expect(await ended).toMatchObject({
      status: 4,
      error:
        "Standard output cannot be written. Whatever reads it was closed before everything was written.\n",
    });
  });

  it.each(process.platform === "win32" ? ["-"] : ["-", "/dev/stdout"])(
    "accepts a file as %s, and messages go elsewhere",
    async (name) => {
      const { status, out, error } = await run(...report, name);
      expect(status).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ deformer: "lbs", frames: 8 });
      expect(error).toMatch(/^lbs: \d+ vertices/);
    },
  );

  it("uses the first format of a command", async () => {
    const { status, out } = await run("deform", "bar.sinew", "--deformer", "lbs", "--out", "-");
    expect([status, out.slice(0, 11)]).toEqual([0, "POINTCACHE2"]);
  });
});

describe("the status tells what is wrong", () => {
  it.each([
    [2, ["compose"], "compose is not a command"],
    [
      2,
      ["decompose", "bar.sinew", "--bones", "3", "--error", "1%"],
      "--bones and --error exclude each other",
    ],
    [2, ["compare", "bar.sinew", "--affine", "--rigid"], "--affine and --rigid exclude each other"],
    [2, ["bake", "bar.sinew", "--poses", "--test-poses"], "--poses and --test-poses exclude each other"],
    [2, ["bake", "bar.sinew", "--seed", "4"], "--seed has no use without --test-poses"],
    [2, ["deform", "bar.sinew", "--report", "bar.sinew"], "bar.sinew is read and written"],
    [2, ["decompose", "bar.sinew", "--out", "x.json", "--report", "x.json"], "x.json is written twice"],
    [3, ["info", "gone.glb"], "gone.glb cannot be read. There is no such file or folder."],
    [3, ["info", "empty"], "empty has no files in it"],
    [3, ["info", "damaged.glb"], "damaged.glb"],
    [3, ["decompose", "still.obj"], "still does not move"],
    [3, ["info", "bar.sinew", "bar.sinew"], "bar.sinew is given twice"],
    [
      4,
      ["decompose", "bar.sinew", "--out", "gone/x.glb"],
      "gone/x.glb cannot be written. Its folder is not there",
    ],
    [4, ["decompose", "bar.sinew", "--out", "folder.glb"], "folder.glb cannot be written. It is a folder"],
  ])("%i: %j", async (status, args, sentence) => {
    await mkdir(at("empty"), { recursive: true });
    await mkdir(at("folder.glb"), { recursive: true });
    await writeFile(at("damaged.glb"), "glTF and nothing else");
    const ending = await run(...args);
    expect(ending).toMatchObject({ status, out: "" });
    expect(ending.error).toContain(sentence);
    expect(ending.error.trim().split("\n")).toHaveLength(1);
    expect(ending.error).not.toMatch(/ENOENT|Sinew failed|undefined/);
  });

  it("5: an error that was not reached, with the nearest result", async () => {
    const asked = [
      "--error",
      "0.0000001%",
      "--iterations",
      "1",
      "--restarts",
      "1",
      "--seconds",
      "1",
      "--quiet",
    ];
    const ending = await run("decompose", "bar.sinew", ...asked, "--report", "near.json");
    expect(ending).toMatchObject({ status: 5, error: expect.stringMatching(/^--error \S+ was not reached/) });
    expect(JSON.parse(await readFile(at("near.json"), "utf8")).eRms).toBeGreaterThan(0);
  });

  it("6 and 1: memory, and faults in Sinew", () => {
    const full = new MemoryError({ title: "There is not enough memory", body: "It needs 9 GB." });
    expect(endingOf(full)).toEqual({ status: 6, said: "There is not enough memory. It needs 9 GB." });
    expect(endingOf(new RangeError("Array buffer allocation failed")).status).toBe(6);
    const { status, said } = endingOf(new TypeError("x is not\na function"));
    expect([status, said]).toEqual([
      1,
      expect.stringMatching(/^There is a fault in Sinew: x is not a function\. Please/),
    ]);
    const gone = Object.assign(new Error("ENOENT: no such file or directory, open 'x'"), {
      code: "ENOENT",
      syscall: "open",
      path: "x",
    });
    expect(endingOf(gone)).toEqual({ status: 3, said: "x cannot be used. There is no such file or folder." });
  });

  it("0: with a reminder, if a rig is found and no file takes it", async () => {
    const quick = ["decompose", "bar.sinew", "--bones", "2", "--iterations", "1", "--restarts", "1"];
    const reminder = "No file was written: --out FILE keeps the rig.\n";
    expect(await run(...quick)).toMatchObject({ status: 0, error: reminder });
    expect(await run(...quick, "--report", "quick.json")).toMatchObject({ status: 0, error: "" });
  });

  it("2: with the command that was probably meant", async () => {
    const ending = await run("decompos", "bar.sinew");
    expect(ending).toMatchObject({ status: 2, error: expect.stringContaining("Did you mean decompose?") });
  });

  it("0: with help, also as a word", async () => {
    const flag = await run("fit", "--help");
    expect(flag.out).toMatch(/^rig fit <files…> --skeleton FILE {3}your own skeleton/);
    expect(await run("help", "fit")).toEqual(flag);
    expect(await run("help")).toEqual(await run("--help"));
  });

  it("0: with help and the version", async () => {
    expect(await run("--version")).toMatchObject({ status: 0, out: `${version}\n`, error: "" });
    const { status, out } = await run("--help");
    expect(status).toBe(0);
    for (const known of [0, 1, 2, 3, 4, 5, 6, 129]) expect(out).toMatch(new RegExp(`^  ${known} +\\S`, "m"));
  });
});

onUnix("links that form a circle are followed once, and broken links are named", async () => {
  await mkdir(at("shot/inner"), { recursive: true });
  await writeFile(at("shot/still.obj"), await readFile(at("still.obj")));
  await symlink("..", at("shot/inner/up"));
  await symlink("nobody@nowhere", at("shot/.#lock"));
  const { status, out } = await run("info", "shot");
  expect(status).toBe(0);
  expect(JSON.parse(out)).toHaveLength(1);
  await symlink("/gone/b.obj", at("shot/b.obj"));
  const dangling = await run("info", "shot");
  expect(dangling).toMatchObject({
    status: 3,
    error: expect.stringMatching(/^shot\/b\.obj is a link to \/gone\/b\.obj/),
  });
  await symlink("circle.obj", at("circle.obj"));
  expect((await run("info", "circle.obj")).error).toMatch(
    /^circle\.obj cannot be read\. It is a link that leads back/,
  );
});
