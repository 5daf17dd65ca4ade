import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureEngine } from "./engine.mjs";
import { removeUnused, USERS } from "./old-builds.mjs";

let folder = "";
const at = (...names: string[]) => join(folder, ...names);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sinew-build-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A project whose command line prints the text of its only source, from a file that it loads at run time. */
async function project(name: string, text: string): Promise<{ root: string; make: string }> {
  const root = at(name);
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "source.txt"), text);
  const make = `async (folder) => {
    const { mkdirSync, readFileSync, writeFileSync } = await import("node:fs");
    mkdirSync(folder, { recursive: true });
    writeFileSync(folder + "/late.js", "console.log(" + JSON.stringify(readFileSync(${JSON.stringify(join(root, "source.txt"))}, "utf8")) + ")");
    writeFileSync(folder + "/cli.js", 'process.stdin.once("end", () => import("./late.js")).resume(); console.log("started");');
    return ["source.txt"];
  }`;
  return { root, make };
}

/** Waits for the program's end and returns its output. */
async function ended(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout!.on("data", (part) => (text += part));
  const [status] = await once(child, "close");
  return `${status}: ${text.trim()}`;
}

/** A process that builds if it must. */
const building = ({ root, make }: { root: string; make: string }) => {
  const module = JSON.stringify(new URL("./engine.mjs", import.meta.url).href);
  const code = `import(${module}).then((m) => m.ensureEngine(${JSON.stringify(root)}, ${make}))`;
  return spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
};
const starting = (root: string) =>
  spawn(process.execPath, [join(root, "build/engine/cli.js")], { stdio: ["pipe", "pipe", "inherit"] });

it("builds once, and again when a source has changed", async () => {
  const { root } = await project("once", "first");
  // A source as new as its build may be missing from it.
  await utimes(join(root, "source.txt"), 1, 1);
  let made = 0;
  const make = async (into: string) => {
    made++;
    await mkdir(into);
    await writeFile(join(into, "cli.js"), "");
    return ["source.txt"];
  };
  const first = await ensureEngine(root, make);
  expect(await ensureEngine(root, make)).toBe(first);
  expect(made).toBe(1);
  await writeFile(join(root, "source.txt"), "second");
  await utimes(join(root, "source.txt"), 1, 1);
  expect(await ensureEngine(root, make)).not.toBe(first);
  expect(made).toBe(2);
  await rm(join(root, "build"), { recursive: true });
  await ensureEngine(root, make);
  expect(made).toBe(3);
});

it("several processes that build at once all succeed, and no partial build remains", async () => {
  const here = await project("at-once", "text");
  expect(await Promise.all([1, 2, 3, 4].map(() => ended(building(here))))).toEqual(Array(4).fill("0: "));
  const [, build, ...others] = (await readdir(join(here.root, "build"))).sort();
  expect(build).toMatch(/^engine-[0-9a-f]{16}$/);
  expect(others).toEqual([]);
  const program = starting(here.root);
  program.stdin.end();
  expect(await ended(program)).toBe("0: started\ntext");
});

it("a running process keeps its build, and unused old builds are removed", async () => {
  const here = await project("running", "old");
  await ended(building(here));
  const [, old] = (await readdir(join(here.root, "build"))).sort();
  const program = starting(here.root);
  const said = ended(program);
  await once(program.stdout, "data");
  await writeFile(join(here.root, "source.txt"), "new");
  await ended(building(here));
  // Makes the build look old.
  const builds = join(here.root, "build");
  await utimes(join(builds, old), 1, 1);
  const [current] = (await readdir(builds)).filter((name) => name.startsWith("engine-") && name !== old);
  removeUnused(builds, current);
  expect(await readdir(join(builds, old, USERS))).toEqual([`${program.pid}`]);
  program.stdin.end();
  expect(await said).toBe("0: started\nold");
  await utimes(join(builds, old), 1, 1);
  removeUnused(builds, current);
  expect((await readdir(builds)).sort()).toEqual(["engine", current]);
});
