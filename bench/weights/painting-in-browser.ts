// Strokes over a mesh of 50 100 vertices in Chromium, while its weights are optimised and after: the time from a sample
// of the pointer to its picture, and what the page's main thread computes for a picture. Without a GPU, pictures wait
// for a software GPU that shares the processor; with one, a sample waits for the computing and the screen's next frame.
//   npm run bench:browser: node build/engine/bench-painting-browser.js [--runs 3]

import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { expect } from "@playwright/test";
import { keepWeights, paint } from "../../tools/studio-driver/binding-page";
import { type MainThreadTask, mainThreadTasks } from "../../tools/studio-driver/browser/main-thread";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import {
  BONE,
  bindingState,
  bindLarge,
  latenciesOf,
  spread,
  zigzag,
} from "../../tools/studio-driver/large-strokes";
import { nextFrames } from "../../tools/studio-driver/studio";

const { values: flags } = parseArgs({ options: { runs: { type: "string", default: "3" } } });
const { address, browser, close } = await browseStudio();
const page = await browser.newPage({ viewport: { width: 1120, height: 720 }, baseURL: address });

/** What the main thread computes from the end of a picture to the end of the next one, in milliseconds, sorted. */
function perPicture(tasks: readonly MainThreadTask[]): number[] {
  const sums: number[] = [];
  let sum = 0;
  for (const { cpu, draws } of [...tasks].sort((a, b) => a.start - b.start)) {
    sum += cpu;
    if (draws) {
      sums.push(sum);
      sum = 0;
    }
  }
  return sums.sort((a, b) => a - b);
}

async function measure(name: string): Promise<void> {
  const [latencies, computing]: number[][] = [[], []];
  for (let n = 0; n < Number(flags.runs); n++) {
    const tasks = await mainThreadTasks(browser, page, async () => {
      await zigzag(page);
      await nextFrames(page);
    });
    latencies.push(...(await latenciesOf(page)));
    computing.push(...perPicture(tasks));
  }
  const say = (values: number[]) =>
    spread(values.sort((a, b) => a - b))
      .map((ms) => ms.toFixed(0))
      .join(", ");
  console.log(
    `${name}: sample to picture ${say(latencies)} ms; the page computes ${say(computing)} ms a picture ` +
      `(${latencies.length} and ${computing.length}; median, 9 of 10, most; load ${loadavg()[0].toFixed(1)})`,
  );
}

await bindLarge(page);
await measure("constraint, optimising");
await keepWeights(page);
await expect.poll(() => bindingState(page), { timeout: 60_000 }).toBe("ended");
await paint(page, { tool: "weight", operation: "replace" }, BONE + 1);
await measure("weights by hand");
await paint(page, { tool: "influence" }, BONE + 1);
await measure("influence, ended");
await close();
process.exit(0);
