import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { OutputSet } from "./output-set";

const FORMATS = { formats: [".glb", ".json"] };
const onUnix = it.skipIf(process.platform === "win32");

let folder = "";
let sets: OutputSet[] = [];
const at = (name: string) => join(folder, name);
const text = (name: string) => readFileSync(at(name), "utf8");
const there = () => readdirSync(folder).sort();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sinew-outputs-"));
});
afterEach(() => {
  for (const set of sets) set.discard();
  sets = [];
  rmSync(folder, { recursive: true });
});

/** Opens outputs: for --out, and one for --report. */
async function opened(out: string[], report?: string, inputs: string[] = []): Promise<OutputSet> {
  const set = new OutputSet();
  sets.push(set);
  const files = inputs.map((name) => ({ name, path: at(name), size: 0, read: async () => new Uint8Array() }));
  await set.open({ out: out.map(at), ...(report !== undefined && { report: at(report) }) }, FORMATS, files);
  return set;
}

async function written(name: string, contents: string): Promise<void> {
  const set = await opened([name]);
  await set.write(at(name), contents);
  await set.commit();
  set.discard();
}

describe("the outputs of a run", () => {
  it("can have files beside them, which outputs share and which never replace an input", async () => {
    writeFileSync(at("rig_skin.png"), "an old one");
    writeFileSync(at("rig_taken.png"), "an input");
    const set = await opened(["rig.glb", "rig.json"], undefined, ["rig_taken.png"]);
    const skin = { name: "rig_skin.png", bytes: new TextEncoder().encode("pixels") };
    for (const output of ["rig.glb", "rig.json"]) {
      await set.write(at(output), output);
      await set.writeBeside(at(output), skin);
    }
    expect(text("rig_skin.png")).toBe("an old one");
    await expect(set.writeBeside(at("rig.glb"), { ...skin, name: "rig_taken.png" })).rejects.toThrow(
      "is read and written",
    );
    await set.commit();
    set.discard();
    expect([text("rig_skin.png"), text("rig_taken.png")]).toEqual(["pixels", "an input"]);
    expect(there()).toEqual(["rig.glb", "rig.json", "rig_skin.png", "rig_taken.png"]);
  });

  it("appear complete and together, without other files beside them", async () => {
    writeFileSync(at("ünï 1.glb.part"), "the user's own");
    const set = await opened(["ünï 1.glb"], "r.json");
    await set.write(at("ünï 1.glb"), "rig");
    expect(existsSync(at("ünï 1.glb"))).toBe(false);
    await set.write(at("r.json"), "report");
    await set.commit();
    expect([text("ünï 1.glb"), text("r.json")]).toEqual(["rig", "report"]);
    await set.write(at("r.json"), "a later one");
    await set.commit();
    set.discard();
    expect(text("r.json")).toBe("a later one");
    expect(there()).toEqual(["r.json", "ünï 1.glb", "ünï 1.glb.part"]);
    expect(text("ünï 1.glb.part")).toBe("the user's own");
  });

  it("have the format of their extension, or else of --format", async () => {
    const formatsOf = async (format: string | undefined, ...names: string[]) => {
      const set = new OutputSet();
      sets.push(set);
      const flags = { out: names.map(at), ...(format !== undefined && { format }) };
      return (await set.open(flags, FORMATS, [])).map((output) => output.format);
    };
    expect(await formatsOf("json", "a.GLB", "b.bin", "c")).toEqual([".glb", ".json", ".json"]);
    await expect(formatsOf(undefined, "d.bin")).rejects.toThrow("Sinew writes .glb and .json files here");
    await expect(formatsOf("fbx", "e.glb")).rejects.toThrow("It takes glb and json here");
  });

  it("leave the old files when they are discarded half-written", async () => {
    writeFileSync(at("x.glb"), "before");
    const set = await opened(["x.glb", "y.glb"]);
    await set.write(at("x.glb"), "after");
    set.pieces(at("y.glb")).append(new Uint8Array(10));
    set.discard();
    expect(there()).toEqual(["x.glb"]);
    expect(text("x.glb")).toBe("before");
  });

  it("all stay the same if one cannot be replaced", async () => {
    writeFileSync(at("a.glb"), "before");
    const set = await opened(["a.glb", "new.glb", "b.glb"]);
    for (const name of ["a.glb", "new.glb", "b.glb"]) await set.write(at(name), "after");
    rmSync(at(there().find((name) => /^\.b\.glb.*part$/.test(name))!));
    await expect(set.commit()).rejects.toThrow("b.glb cannot be written.");
    set.discard();
    expect(there()).toEqual(["a.glb"]);
    expect(text("a.glb")).toBe("before");
  });

  onUnix("follow links, which stay, and keep the permissions of the file", async () => {
    writeFileSync(at("real.glb"), "before");
    chmodSync(at("real.glb"), 0o640);
    symlinkSync("real.glb", at("link.glb"));
    symlinkSync("later.glb", at("new.glb"));
    await written("link.glb", "after");
    await written("new.glb", "made");
    expect([text("real.glb"), text("later.glb")]).toEqual(["after", "made"]);
    for (const name of ["link.glb", "new.glb"]) expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    expect(statSync(at("real.glb")).mode & 0o777).toBe(0o640);
  });

  onUnix("go into pipes and devices, which stay pipes and devices", async () => {
    execFileSync("mkfifo", [at("pipe.glb")]);
    const reader = new Promise<string>((resolve) => {
      import("node:fs/promises").then(async ({ readFile }) =>
        resolve(await readFile(at("pipe.glb"), "utf8")),
      );
    });
    const big = "0123456789".repeat(50_000);
    await written("pipe.glb", big);
    expect(await reader).toBe(big);
    expect(lstatSync(at("pipe.glb")).isFIFO()).toBe(true);
    symlinkSync("/dev/null", at("null.json"));
    await written("null.json", "nothing");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    expect(there()).toEqual(["null.json", "pipe.glb"]);
  });
});

describe("a file that a run is writing", () => {
  /** This run's claim file for x.glb, with another process in its place. */
  async function claimOf(pid: number): Promise<string> {
    const set = await opened(["x.glb"]);
    const claim = JSON.parse(text(".x.glb.sinew-claim"));
    set.discard();
    return JSON.stringify({ ...claim, pid, token: "abc" });
  }
  const dead = () => spawnSync(process.execPath, ["-e", "0"]).pid;

  it("is refused to another run, with a message that names the process", async () => {
    writeFileSync(at(".x.glb.sinew-claim"), await claimOf(process.ppid));
    await expect(opened(["x.glb"])).rejects.toThrow(
      `x.glb is being written by another run. It is process ${process.ppid}: wait until it ends`,
    );
    expect(there()).toEqual([".x.glb.sinew-claim"]);
  });

  it("is free again after that process was killed, and its files are removed", async () => {
    const pid = dead();
    writeFileSync(at(".x.glb.sinew-claim"), await claimOf(pid));
    writeFileSync(at(`.x.glb.${pid}-abc.sinew-part`), "half");
    await written("x.glb", "whole");
    expect(there()).toEqual(["x.glb"]);
  });

  it("is free again after a long silence of a run on another machine", async () => {
    const claim = (await claimOf(1)).replace(/"machine":"[^"]*"/, '"machine":"render-7"');
    writeFileSync(at(".x.glb.sinew-claim"), claim);
    await expect(opened(["x.glb"])).rejects.toThrow("a run on render-7");
    utimesSync(at(".x.glb.sinew-claim"), 1, 1);
    await written("x.glb", "whole");
    expect(there()).toEqual(["x.glb"]);
  });

  it("still belongs to another run that took it in the meantime, and the result is beside it", async () => {
    const set = await opened(["x.glb"], "r.json");
    await set.write(at("x.glb"), "mine");
    await set.write(at("r.json"), "of mine");
    utimesSync(at(".x.glb.sinew-claim"), 1, 1);
    await written("x.glb", "theirs");
    const [rig, report] = ["x", "r"].map((stem) => `${stem}.${process.pid}.${stem === "x" ? "glb" : "json"}`);
    await expect(set.commit()).rejects.toThrow(
      /x\.glb is not written: another run took it.*result of this run is in/s,
    );
    set.discard();
    expect(text("x.glb")).toBe("theirs");
    expect([text(rig), text(report)]).toEqual(["mine", "of mine"]);
    expect(there()).toEqual([report, rig, "x.glb"].sort());
  });

  it("stays as another program wrote it in the meantime", async () => {
    const set = await opened(["x.glb"]);
    await set.write(at("x.glb"), "mine");
    writeFileSync(at("x.glb"), "theirs");
    await expect(set.commit()).rejects.toThrow("x.glb is not written: another program wrote it");
    expect(text("x.glb")).toBe("theirs");
  });
});

describe("outputs that cannot be written are refused before any work", () => {
  it.each([
    ["folder.glb", /folder\.glb cannot be written\. It is a folder/],
    ["none/x.glb", /x\.glb cannot be written\. Its folder is not there: make it first/],
    ["plain/x.glb", /x\.glb cannot be written\. A part of its path is a file/],
    [`${"n".repeat(300)}.glb`, /cannot be written\. Its name is too long/],
    ["frozen.glb", /frozen\.glb cannot be written\. It is read-only/],
    ["x.fbx", /x\.fbx cannot be written\. Sinew writes \.glb and \.json files here/],
  ])("%s", async (name, sentence) => {
    mkdirSync(at("folder.glb"));
    writeFileSync(at("plain"), "");
    writeFileSync(at("frozen.glb"), "");
    chmodSync(at("frozen.glb"), 0o444);
    const before = there();
    await expect(opened([name])).rejects.toThrow(sentence);
    expect(there()).toEqual(before);
  });

  onUnix("links that form a circle", async () => {
    symlinkSync("b.glb", at("a.glb"));
    symlinkSync("a.glb", at("b.glb"));
    await expect(opened(["a.glb"])).rejects.toThrow("leads back to itself");
  });

  it.skipIf(!existsSync("/proc/self"))("a folder in which nobody can create files", async () => {
    const set = new OutputSet();
    await expect(set.open({ out: ["/proc/x.glb"] }, FORMATS, [])).rejects.toThrow(
      "/proc/x.glb cannot be written. ",
    );
  });

  it("files that collide, under any name", async () => {
    writeFileSync(at("a.json"), "");
    linkSync(at("a.json"), at("hard.json"));
    await expect(opened(["a.json"], "a.json")).rejects.toThrow("a.json is written twice");
    await expect(opened(["new.json"], "new.json")).rejects.toThrow("new.json is written twice");
    await expect(opened(["a.json"], "hard.json")).rejects.toThrow("are the same file and written twice");
    await expect(opened([], "a.json", ["a.json"])).rejects.toThrow("a.json is read and written");
    await expect(opened([], "hard.json", ["a.json"])).rejects.toThrow("hard.json is read and written");
    if (process.platform === "win32") return;
    symlinkSync("a.json", at("link.json"));
    await expect(opened(["link.json"], undefined, ["a.json"])).rejects.toThrow(
      "link.json is read and written",
    );
    symlinkSync(".", at("here"));
    await expect(opened(["new.json", "here/new.json"])).rejects.toThrow(
      "are the same file and written twice",
    );
  });
});
