// As-rigid-as-possible weights in Chromium, through the built studio's own client: time from the request to the first
// weights, per iteration, and from a brush stroke to weights on the page. It prints the least disturbed run.
//   npm run bench:browser:
//   node build/engine/bench-weights-browser.js [--runs 3] [--threads 2] [--levels 1] [--only arm]

import { parseArgs } from "node:util";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import { givenOf, weightSubjects } from "./weight-subjects";
import { type RunFigures, type RunThere, run, say } from "./weights-run";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    threads: { type: "string", default: "2" },
    levels: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});

const { address, browser, close } = await browseStudio();
const page = await browser.newPage();
/** Playwright's types cannot follow what a step takes. */
const inPage: RunThere = (step, given) => page.evaluate(step as never, given as never);
await page.addInitScript((threads) => {
  Object.defineProperty(navigator, "hardwareConcurrency", { value: threads });
}, Number(flags.threads));
for (const subject of await weightSubjects(Number(flags.levels))) {
  const { name, mesh, skeleton } = subject;
  if (!name.includes(flags.only)) continue;
  const runs: RunFigures[] = [];
  for (let n = 0; n < Number(flags.runs); n++) {
    await page.goto(address);
    await page.waitForFunction(() => "sinew" in window);
    runs.push(await run(inPage, givenOf(subject)));
  }
  const least = { ...runs[0] };
  for (const key of Object.keys(least) as (keyof RunFigures)[]) {
    if (key !== "report") least[key] = Math.min(...runs.map((figures) => figures[key]));
  }
  const where = `${mesh.positions.length / 3} vertices, ${skeleton.segments.length} bones, ${flags.threads} threads, Chromium`;
  console.log(`${name}: ${where}`);
  for (const line of say(least)) console.log(line);
}
await close();
process.exit(0);
