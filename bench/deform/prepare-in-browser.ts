// How long an artist waits in Chromium after a change of the deformers' settings: for a first preparation of Direct
// Delta Mush and one after a change, and for centres of rotation. Milliseconds from the request to the result on the
// page, of the least disturbed run.
//   npm run bench:browser: node build/engine/bench-prepare-browser.js [--runs 3] [--cell 0.019] [--bones 50]

import { parseArgs } from "node:util";
import type { Page } from "@playwright/test";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import { DEFORM_DEFAULTS, type DeformSettings, type DeformSource } from "../../workers/model/deform";
import { elephant, hound, plain } from "./rigs";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    cell: { type: "string", default: "0.019" },
    bones: { type: "string", default: "50" },
  },
});

/** Each change differs from the previous settings in the property of its name. */
const CHANGES: [name: string, change: Partial<DeformSettings>][] = [
  ["anew", {}],
  ["kappa alone", { kappa: 0.2 }],
  ["lambda alone", { kappa: 0.2, lambda: 1.5 }],
  ["alpha alone", { kappa: 0.2, lambda: 1.5, alpha: 0.7 }],
  ["the elbow preset", { kappa: 0.5, lambda: 25, alpha: 0.7 }],
];

/** Milliseconds of each change, then of the centres, in a page whose engine has not seen the source yet. */
function measure(page: Page, source: DeformSource): Promise<number[]> {
  return page.evaluate(
    async ({ given, settings }) => {
      const { client } = window.sinew;
      const { bones, offsets, owners, values } = given;
      const source = client.upload({
        rest: Float32Array.from(given.rest),
        triangles: Uint32Array.from(given.triangles),
        bones,
        weights: {
          version: 1 as const,
          offsets: Uint32Array.from(offsets),
          bones: Uint16Array.from(owners),
          values: Float32Array.from(values),
        },
      });
      const times: number[] = [];
      for (const asked of settings) {
        const begin = performance.now();
        await client.prepareDirect({ source, settings: asked }).result;
        times.push(performance.now() - begin);
      }
      const begin = performance.now();
      await client.prepareCentres({ source }).result;
      return [...times, performance.now() - begin];
    },
    { given: plain(source), settings: CHANGES.map(([, change]) => ({ ...DEFORM_DEFAULTS, ...change })) },
  );
}

const { address, browser, close } = await browseStudio();
const page = await browser.newPage();
const subjects: [string, DeformSource | null][] = [
  ["elephant", await elephant()],
  ["hound", hound(Number(flags.cell), Number(flags.bones))],
];
for (const [name, source] of subjects) {
  if (!source) {
    console.log(`${name}: not on this machine`);
    continue;
  }
  const runs: number[][] = [];
  for (let run = 0; run < Number(flags.runs); run++) {
    await page.goto(address);
    await page.waitForFunction(() => "sinew" in window);
    runs.push(await measure(page, source));
  }
  console.log(`${name}, ${source.rest.length / 3} vertices, ${source.bones.length} bones, Chromium:`);
  for (const [n, what] of [...CHANGES.map(([change]) => change), "centres of rotation"].entries()) {
    console.log(
      `  ${what.padEnd(20)} ${Math.min(...runs.map((run) => run[n]))
        .toFixed(0)
        .padStart(5)} ms`,
    );
  }
}
await close();
process.exit(0);
