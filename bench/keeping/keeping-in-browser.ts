// The cost of keeping a large project in Chromium: how long saving takes, how much it computes on the page's main
// thread, and how memory grows as one file is opened after another.
// npm run bench:browser: node build/engine/bench-keeping-browser.js [--frames 500] [--files 5]

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { findBrowser, WEBGL2_FLAGS } from "../../tools/studio-driver/browser/browser";
import { type MainThreadTask, mainThreadTasks } from "../../tools/studio-driver/browser/main-thread";
import { serveStudio } from "../../tools/studio-driver/browser/served-studio";
import { AS_USERS_SEE, openStudio, setBones } from "../../tools/studio-driver/studio";
import { handRig, holdBrush, openFiles, removeKept, untilSavedAgain, watchSaving } from "./keeping-page";
import { otherName, writeLargeFiles } from "./large-files";
import { rendererMemory } from "./process-memory";

/** Number of garbage collections before memory is measured. */
const COLLECTIONS = 4;

const { values: flags } = parseArgs({
  options: { frames: { type: "string", default: "500" }, files: { type: "string", default: "5" } },
});
const folder = mkdtempSync(join(tmpdir(), "sinew-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const large = writeLargeFiles(folder, "large-1", Number(flags.frames));
const server = await serveStudio();
// A profile on disk, because a private window keeps its file system in memory.
const context = await chromium.launchPersistentContext(join(folder, "profile"), {
  executablePath: await findBrowser(),
  args: WEBGL2_FLAGS,
  viewport: { width: 1120, height: 720 },
  baseURL: server.address,
});
const browser = context.browser()!;
const page = context.pages()[0];
const devtools = await context.newCDPSession(page);
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

const longest = (tasks: MainThreadTask[], by: "cpu" | "wall") =>
  tasks
    .map((task) => task[by])
    .sort((a, b) => b - a)
    .slice(0, 3)
    .map((ms) => ms.toFixed(0))
    .join(", ");

/** Makes a change, waits until it is saved, and prints how long that took and what the page's main thread did. */
async function measure(name: string, change: () => Promise<void>): Promise<void> {
  let seconds = 0;
  const tasks = await mainThreadTasks(browser, page, async () => {
    seconds = await untilSavedAgain(page, change);
  });
  const drawing = tasks.filter(({ draws }) => draws);
  const others = tasks.filter(({ draws }) => !draws);
  console.log(
    `${name}: saved after ${seconds.toFixed(1)} s; longest tasks ${longest(others, "cpu")} ms computed, ` +
      `${longest(others, "wall")} ms by the clock; pictures ${longest(drawing, "cpu") || "none"} ms computed`,
  );
}

/** Prints the renderer's memory, and which of the opened sequences are still in it. */
async function sayMemory(what: string): Promise<void> {
  let alive: number[] = [];
  // The last used value is held until the next task, so one collection does not free everything.
  for (let n = 0; n < COLLECTIONS; n++) {
    await devtools.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(500);
    alive = await page.evaluate(() =>
      window.opened.flatMap((ref, n) => (ref.deref() === undefined ? [] : n + 1)),
    );
  }
  const memory = await rendererMemory(browser);
  console.log(
    `${what}: ${memory === null ? "not known here" : megabytes(memory)}, in memory: ${alive.join(", ") || "none"}`,
  );
}

await openStudio(page, AS_USERS_SEE);
await watchSaving(page);
console.log(
  `Keeping ${large.vertices} vertices, ${flags.frames} frames, ${megabytes(large.bytes)}, Chromium, ` +
    `isolated ${await page.evaluate(() => crossOriginIsolated)}`,
);
await sayMemory("memory of the empty studio");
await measure("a file is opened", () => openFiles(page, large.paths));
await sayMemory("memory after 1 file");
await measure("all of it is written again", async () => {
  await removeKept(page);
  await setBones(page, 7);
});
await measure("a setting", () => setBones(page, 8));
await measure("a rig", await handRig(page, large.rig));
await measure("a stroke of weights", await holdBrush(page));
for (let n = 2; n <= Number(flags.files); n++) {
  const paths = otherName(large.paths, `large-${n}`);
  const seconds = await untilSavedAgain(page, () => openFiles(page, paths));
  await sayMemory(`memory after ${n} files, the last saved after ${seconds.toFixed(1)} s`);
}
await context.close();
await server.close();
process.exit(0);
