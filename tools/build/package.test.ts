// The npm package as others use it: packed, installed into an empty folder, and called there.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeProject } from "../../workers/formats/project/write";
import { bendingBar } from "../../workers/testing/sequences";

const run = promisify(execFile);
const ROOT = process.cwd();
const onWindows = process.platform === "win32";
/** On Windows npm is a script, which only a shell can start. */
const npm = (args: string[], cwd: string) => run("npm", args, { cwd, shell: onWindows });

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-package-"));
  await run(process.execPath, ["tools/build/package.mjs"], { cwd: ROOT });
  await npm(["pack", "--silent", join(ROOT, "build/package")], folder);
  const [packed] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await npm(["install", "--offline", "--no-audit", "--no-fund", `./${packed}`], folder);
  const { sequence, rig } = bendingBar({ bones: 3, frames: 8, length: 12, width: 3 });
  await writeFile(join(folder, "bar.sinew"), writeProject({ sequence, rig, report: null }));
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

const CALLER = `
import { readFile } from "node:fs/promises";
import { bake, decompose, deform, type MeshSequence, open, openSkeletons, reduce, reduceInfluences, type Rig, SinewError, skeleton, type SolveSettings, fit, weights, write, writeFiles } from "sinew";

const phases = new Set<string>();
const run = { threads: 2, onProgress: ({ phase }: { phase: string }) => void phases.add(phase) };
const opened = await open("bar.sinew", run);
const sequence: MeshSequence = opened.sequence;
const own: Rig = opened.rig!;
const few: Partial<SolveSettings> = { bones: 3, iterations: 3 };
const solved = await decompose(sequence, few, run);
const tree = await skeleton(sequence, { bones: 3 }, run);
const sizes: number[] = [];
for (const format of ["glb", "json", "sinew", "bvh", "tgf"] as const) {
  sizes.push((await write({ sequence, rig: tree.rig }, format)).length);
}
const glb = await write({ sequence, rig: tree.rig }, "glb");
const small = await write({ sequence, rig: tree.rig }, "glb", { target: "mobile", mostBytes: glb.length / 2, ...run });
const tooSmall = await write({ sequence, rig: tree.rig }, "glb", { mostBytes: 10, ...run }).catch((reason) => reason instanceof SinewError);
const again = await open({ name: "again.glb", bytes: glb });
const [joints] = await openSkeletons({ name: "again.glb", bytes: glb });
const bound = await weights(sequence, joints, { method: "heat" });
const fitted = await fit(sequence, joints, { rounds: 2 });
let frames = 0;
await deform({ sequence, rig: own }, "dqs", ({ positions }) => void (frames += positions.length / 3 / sequence.vertexCount));
const baked = await bake({ sequence, rig: own }, "dqs", { influences: 2 });
const two = await reduce({ sequence, rig: own }, 2);
const most = Math.max(...Array.from({ length: sequence.vertexCount }, (_, i) => two.weights.offsets[i + 1] - two.weights.offsets[i]));
const { report: one } = await reduceInfluences({ sequence, rig: own }, { influences: 1, smoothness: 0.1 }, run);

const stop = new AbortController();
const long = decompose(sequence, { bones: 3, iterations: 100000 }, { signal: stop.signal, onProgress: () => stop.abort() });
const aborted = await long.then(() => "done", (reason) => reason.name);
const refused = await open({ name: "x.obj", bytes: new Uint8Array(3) }).catch((reason) => reason instanceof SinewError && reason.complaint.title);
const title = (reason: unknown) => reason instanceof SinewError && reason.complaint.title;
const misspelt = [
  decompose(sequence, { bone: 3 } as object), decompose(sequence, { method: "sdr" as never }),
  skeleton(sequence, { method: "auot" as never }), weights(sequence, joints, { methd: "heat" } as object), fit(sequence, joints, { round: 2 } as object),
  deform({ sequence, rig: own }, "dqs", () => {}, { settings: { lamda: 1 } as object }), reduceInfluences({ sequence, rig: own }, { influence: 1 } as object),
  write({ sequence, rig: own }, "gbl" as never), write({ sequence, rig: own }, "glb", { target: "untiy" as never }), open([]),
  write({ sequence } as never, "glb"), reduce({ rig: own } as never, 2), write({ sequence, rig: own }, "glb", { rig: { influence: 3 } as object }),
];
const refusals = await Promise.all(misspelt.map((each) => each.then(() => "accepted", title)));
const obj = await writeFiles({ sequence, rig: own }, "obj", { stem: "bar" });
const dqs = { frames: { deformer: "dqs" } } as const;
const posed: Float32Array[] = [];
await deform({ sequence, rig: own }, "dqs", ({ positions }) => void posed.push(positions));
const off: number[] = [];
for (const format of ["abc", "pc2", "mdd"] as const) {
  const bytes = await write({ sequence, rig: own }, format, { ...dqs, ...run });
  const mesh = format === "abc" ? [] : [{ name: "bar.obj", bytes: obj.bytes }];
  const played = await open([{ name: "bar." + format, bytes }, ...mesh]);
  const flat = played.sequence.frames;
  off.push(played.sequence.frameCount === posed.length ? Math.max(...posed.flatMap((frame, k) => Array.from(frame, (x, c) => Math.abs(x - flat[k * frame.length + c])))) : Infinity);
}
const beside = obj.beside.map(({ name }) => name);
const idle = [
  write({ sequence, rig: own }, "obj", { target: "unity" }), write({ sequence, rig: own }, "glb", dqs), write({ sequence, rig: own }, "tgf", { stem: "x" }),
  write({ sequence, rig: own }, "pc2", { frames: { deformer: "dq" as never } }),
];
const idleSaid = await Promise.all(idle.map((each) => each.then(() => "accepted", title)));
const file = await readFile("bar.sinew");
const same = await open({ name: "bar.sinew", bytes: file });

console.log(JSON.stringify({
  vertices: sequence.vertexCount, phases: phases.size, eRms: solved.report.eRms, bones: tree.report.bones, sizes,
  halved: small.length <= glb.length / 2, tooSmall,
  again: again.rig?.bones.length, bound: bound.rig.bones.length, fitted: fitted.report.stages.length > 0,
  frames, baked: baked.influences, most, one: [one.influences, one.smoothness], aborted, refused, refusals, same: same.sequence.vertexCount,
  off, beside, idleSaid,
}));
`;

it("opens, solves, fits, binds, deforms, bakes and writes, with types", async () => {
  await writeFile(join(folder, "caller.mts"), CALLER);
  const types = ["--types", "node", "--typeRoots", join(ROOT, "node_modules/@types")];
  const strict = [
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2023",
    "--lib",
    "es2023",
    "--skipLibCheck",
    "false",
  ];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, ...strict, ...types, "caller.mts"], { cwd: folder }).catch((reason) => {
    throw new Error(reason.stdout);
  });
  const { stdout } = await run(process.execPath, ["caller.mjs"], { cwd: folder });
  const told = JSON.parse(stdout);
  expect(told.eRms).toBeLessThan(5);
  expect(told.sizes.every((size: number) => size > 20)).toBe(true);
  expect(told.phases).toBeGreaterThan(2);
  expect(told).toMatchObject({
    bones: 3,
    again: 3,
    bound: expect.any(Number),
    fitted: true,
    frames: 8,
    baked: 2,
    most: 2,
    one: [1, 0.1],
    halved: true,
    tooSmall: true,
    aborted: "AbortError",
    refused: expect.stringContaining("x.obj"),
    refusals: [
      ...["bone is not a setting", "sdr is not a method", "auot is not a method", "methd is not a setting"],
      ...["round is not a setting", "lamda is not a setting", "influence is not a setting"],
      ...["gbl is not a format", "untiy is not a target", "No files were given"],
      ...["There is no rig", "There is no sequence", "influence is not an option"],
    ],
    same: told.vertices,
    beside: ["bar.mtl"],
    idleSaid: [
      ...["target has no effect on obj", "frames has no effect on glb", "stem has no effect on tgf"],
      "dq is not a deformer",
    ],
  });
  expect(told.off).toHaveLength(3);
  expect(Math.max(...told.off)).toBeLessThan(1e-6);
}, 240_000);

it("is tree-shakeable: a bundle with one function contains only the code that it needs", async () => {
  const bundle = async (name: string, code: string) => {
    const entry = join(folder, `${name}.mjs`);
    await writeFile(entry, code);
    const { output } = (await build({
      ...{ root: folder, configFile: false, logLevel: "silent", ssr: { noExternal: true } },
      build: { ssr: entry, write: false, minify: false, target: "node20" },
    })) as Rolldown.RolldownOutput;
    return output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
  };
  const opening = await bundle("opening", 'import { open } from "sinew"; console.log(open);');
  const writing = await bundle("writing", 'import { write } from "sinew"; console.log(write);');
  // A prim of USD, a text of the size target, and a word of PLY, which is only read.
  for (const [word, isIn] of [
    ["UsdPreviewSurface", writing],
    ["ways compared", writing],
    ["end_header", opening],
  ] as const) {
    expect(isIn).toContain(word);
    expect(isIn === writing ? opening : writing).not.toContain(word);
  }
  expect(opening).not.toContain("Solving");
});

it("has the command line, the licences and no dependencies", async () => {
  const inside = join(folder, "node_modules/sinew");
  const about = JSON.parse(await readFile(join(inside, "package.json"), "utf8"));
  const { stdout } = await run(process.execPath, [join(inside, about.bin.sinew), "--version"]);
  expect(stdout.trim()).toBe(about.version);
  expect(about.dependencies).toBeUndefined();
  // The help and the docs call it rig.
  expect(about.bin.rig).toBe(about.bin.sinew);
  const page = await readFile(join(inside, "README.md"), "utf8");
  expect(page.match(/\]\((?!https:)|\[[^\]]*\] |vitest/)).toBeNull();
  const names = await readdir(inside);
  expect(names).toEqual(expect.arrayContaining(["LICENSE", "README.md", "third-party-notices.txt"]));
  const code = await readFile(join(inside, "index.js"), "utf8");
  expect(code).not.toMatch(/\bdocument\./);
});
