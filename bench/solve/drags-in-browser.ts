// How fast the rig on screen follows the pointer in Chromium: drags of Influences and Smoothness after a solve, and of
// the Bones slider along a finished path. Prints the time from a move of the pointer to the new rig in the page, and to
// its picture. Without a GPU, the picture waits for a software GPU that shares the processor.
//   npm run bench:browser: node build/engine/bench-drags-browser.js [--bones 20] [--path] [files of ../shared/data …]
import { existsSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { expect } from "@playwright/test";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import { drop, openStudio, setBones, untilOpen, untilSolved } from "../../tools/studio-driver/studio";
import { median } from "../reference";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { bones: { type: "string", default: "20" }, path: { type: "boolean", default: false } },
});
const names = positionals.length > 0 ? positionals : ["horse-gallop.obj", "horse-gallop.pc2"];
const paths = names.map((name) => resolve(process.cwd(), "../shared/data", name));
const missing = paths.find((path) => !existsSync(path));
if (missing) {
  console.log(`${missing} is not on this machine`);
  process.exit(0);
}

/** Time at rest between two moves, ms: longer than an answer takes. */
const REST_MS = 1200;

interface Answer {
  rig: number;
  picture: number;
}

/** In the page: notes when the pointer moves, when the rig on screen changes, and when it is drawn. */
function watchRig(): void {
  const times: Answer[] = [];
  let moved = 0;
  addEventListener("pointermove", ({ timeStamp }) => (moved = timeStamp), { capture: true });
  window.sinew.document.subscribe((state, before) => {
    const isNew = (state.partial ?? state.rig) !== (before.partial ?? before.rig);
    if (!isNew || moved === 0) return;
    const [from, rig] = [moved, performance.now()];
    moved = 0;
    // The picture is drawn in the next frame, and the one after it begins when it is done.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => times.push({ rig: rig - from, picture: performance.now() - from })),
    );
  });
  Object.assign(window, { times });
}

const { address, browser, close } = await browseStudio();
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: address });
await openStudio(page);
await drop(
  page,
  paths.map((path) => ({ path: basename(path), bytes: readFileSync(path) })),
);
await untilOpen(page);
await setBones(page, Number(flags.bones));
await page.getByRole("button", { name: "Solve", exact: true }).click();
await untilSolved(page);
await page.evaluate(watchRig);

const taken = () => page.evaluate(() => (window as unknown as { times: Answer[] }).times.splice(0));

function print(name: string, answers: Answer[]): void {
  const say = (key: keyof Answer) => {
    const all = answers.map((answer) => answer[key]);
    return `${median(all).toFixed(0)} ms (${Math.min(...all).toFixed(0)} to ${Math.max(...all).toFixed(0)})`;
  };
  const times = answers.length > 0 ? `rig ${say("rig")}, picture ${say("picture")}` : "no answer";
  console.log(`  ${name.padEnd(24)} ${times}, ${answers.length} answers, load ${loadavg()[0].toFixed(1)}`);
}

/** Drags by some pixels at a time, and rests after each move. */
async function drag(label: string, moves: number[]): Promise<void> {
  const box = (await page.getByRole("spinbutton", { name: label }).boundingBox())!;
  let x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.waitForTimeout(REST_MS);
  await page.mouse.down();
  for (const move of moves) {
    x += move;
    await page.mouse.move(x, y);
    await page.waitForTimeout(REST_MS);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
  print(label, await taken());
}

console.log(`${names[0]}, ${flags.bones} bones, Chromium, median (least to most)`);
await drag("Influences", [-14, -14, -14, 28, 56, -14]);
await drag("Smoothness", [40, 40, 40, -20, -40]);

if (flags.path) {
  await page.getByRole("button", { name: "Solve path" }).click();
  await expect(page.getByRole("button", { name: "Go to knee" })).toBeVisible({ timeout: 600_000 });
  const plot = page.getByRole("slider", { name: "Bones of the rig" });
  const place = async (bones: number): Promise<[number, number]> => {
    const box = (await plot.boundingBox())!;
    const circle = (await plot
      .locator("circle")
      .nth(bones - 1)
      .boundingBox())!;
    return [circle.x + circle.width / 2, box.y + box.height / 2];
  };
  const most = 2 * Number(flags.bones);
  await page.mouse.move(...(await place(most / 2)));
  await page.mouse.down();
  await taken();
  for (const share of [0.6, 0.75, 0.9, 0.4, 0.3, 0.2, 0.8]) {
    await page.mouse.move(...(await place(Math.round(share * most))));
    await page.waitForTimeout(150);
  }
  print("Bones along the path", await taken());
  const begin = Date.now();
  const bar = page.locator("[data-ui=path-bar]");
  await expect(bar).toContainText("Refining", { timeout: 5000 });
  await expect(bar).not.toContainText("Refining", { timeout: 60_000 });
  console.log(`  refined at rest after ${Date.now() - begin} ms, load ${loadavg()[0].toFixed(1)}`);
  await page.mouse.up();
}
await close();
process.exit(0);
