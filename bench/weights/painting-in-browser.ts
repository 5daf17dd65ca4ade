// Strokes over a mesh of 50 100 vertices in Chromium, while its weights are optimised and after. It prints when a
// sample of the pointer reaches each stage on its way to the screen, and what the page computes for a picture. Without
// a GPU, the processor also draws, beside the optimiser. An idle redraw of the same scene tells how long that takes:
// compare a sample with it.
//   npm run bench:browser: node build/engine/bench-painting-browser.js [--runs 3]

import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { expect } from "@playwright/test";
import { keepWeights, paint, undo } from "../../tools/studio-driver/binding-page";
import {
  type PictureTimes,
  type TracedPictures,
  tracePictures,
} from "../../tools/studio-driver/browser/picture-times";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import {
  BONE,
  bindingState,
  bindLarge,
  type Counts,
  redraw,
  spread,
  zigzag,
} from "../../tools/studio-driver/large-strokes";
import { nextFrames } from "../../tools/studio-driver/studio";

const { values: flags } = parseArgs({ options: { runs: { type: "string", default: "3" } } });
const { address, browser, close } = await browseStudio();
const page = await browser.newPage({ viewport: { width: 1120, height: 720 }, baseURL: address });

/** Redraws after each stroke. */
const REDRAWS = 4;

const sorted = (values: readonly number[]) => [...values].sort((a, b) => a - b);
/** Median, 9 of 10, most. */
const say = (values: readonly number[]) =>
  values.length > 0
    ? spread(sorted(values))
        .map((ms) => ms.toFixed(ms < 10 ? 1 : 0))
        .join(", ")
    : "–";
const since = (stage: (times: PictureTimes) => number | null, pictures: readonly PictureTimes[]) =>
  pictures.flatMap((times) => {
    const at = stage(times);
    return at === null ? [] : [at - times.sample];
  });

function tell(
  name: string,
  strokes: TracedPictures,
  redraws: TracedPictures,
  counts: readonly Counts[],
): void {
  const { pictures, work } = strokes;
  const shown = since((times) => times.shown, pictures);
  const idle = since((times) => times.shown, redraws.pictures);
  const total = (of: (each: Counts) => number) => counts.reduce((sum, each) => sum + of(each), 0);
  const kilobytes = total(({ uploads }) => uploads.bytes) / pictures.length / 1e3;
  const took = total(({ uploads }) => uploads.took) / pictures.length;
  console.log(
    [
      `${name}: ${pictures.length} pictures of ${total(({ samples }) => samples)} samples; load ${loadavg()[0].toFixed(1)}`,
      "  ms after the sample (median, 9 of 10, most):",
      `    weights changed       ${say(since((times) => times.weights, pictures))}`,
      `    frame begins          ${say(since((times) => times.frame, pictures))}`,
      `    drawing submitted     ${say(since((times) => times.submitted, pictures))}`,
      `    picture on the screen ${say(shown)}`,
      `    idle redraw, shown    ${say(idle)}`,
      "  ms that the page computes for a picture:",
      `    its own script        ${say(work.map(({ script }) => script))}`,
      `    layout, paint, others ${say(work.map(({ browser: own }) => own))}`,
      `    reading pixels back   ${say(work.map(({ reading }) => reading))}`,
      `  uploads for a picture: ${kilobytes.toFixed(0)} kB in ${took.toFixed(1)} ms`,
    ].join("\n"),
  );
}

/** Measures a stroke several times. `afterwards` restores what it changed. */
async function measure(name: string, afterwards: () => Promise<unknown>): Promise<void> {
  const all = { strokes: { pictures: [], work: [] }, redraws: { pictures: [], work: [] } } as {
    [Kind in "strokes" | "redraws"]: TracedPictures;
  };
  const counts: Counts[] = [];
  for (let n = 0; n < Number(flags.runs); n++) {
    const { strokes, redraws } = await tracePictures(browser, page, async () => {
      counts.push(await zigzag(page));
      await nextFrames(page);
      await redraw(page, REDRAWS);
    });
    expect(strokes.pictures.length).toBeGreaterThan(0);
    for (const [kind, traced] of Object.entries({ strokes, redraws }) as ["strokes", TracedPictures][]) {
      all[kind].pictures.push(...traced.pictures);
      all[kind].work.push(...traced.work);
    }
    await afterwards();
    await nextFrames(page);
  }
  tell(name, all.strokes, all.redraws, counts);
}

await bindLarge(page);
await measure("constraint, optimising", async () => {});
await keepWeights(page);
await expect.poll(() => bindingState(page), { timeout: 60_000 }).toBe("ended");
await paint(page, { tool: "weight", operation: "replace" }, BONE + 1);
// Vertices that were painted by hand keep their weights, so that later strokes of constraints would change nothing.
await measure("weights by hand", () => undo(page));
await paint(page, { tool: "influence" }, BONE + 1);
await measure("influence, ended", () => undo(page));
await close();
process.exit(0);
