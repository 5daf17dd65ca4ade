// How long an artist waits for a decomposition in Chromium, measured with the built studio's own client. With
// --subdivide every triangle is split in four.
//   npm run bench:browser, the first parts:
//   node build/engine/bench-browser.js [--runs 5] [--bones 20] [--target 2.2] [--subdivide] [files of ../shared/data …]

import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import { objAndCache, type TestFile } from "../../tools/studio-driver/files/fixtures";
import { createEngine } from "../../workers/jobs/engine";
import { nodeParallel } from "../../workers/jobs/pool/node-parallel";
import { median, referenceSeconds } from "../reference";
import { sharedSequence, subdivide } from "./sequences";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5" },
    bones: { type: "string", default: "20" },
    target: { type: "string", default: "2.2" },
    subdivide: { type: "boolean", default: false },
  },
});
const names = positionals.length > 0 ? positionals : ["horse-gallop.obj", "horse-gallop.pc2"];
const paths = names.map((name) => resolve(process.cwd(), "../shared/data", name));
const missing = paths.find((path) => !existsSync(path));
if (missing) {
  console.log(`${missing} is not on this machine`);
  process.exit(0);
}

/** The files unchanged, or their animation on a finer mesh. */
async function filesToDrop(): Promise<TestFile[]> {
  if (!flags.subdivide) return paths.map((path) => ({ path: basename(path), bytes: readFileSync(path) }));
  const sequence = await sharedSequence(createEngine(nodeParallel, 1), names);
  return sequence ? objAndCache(subdivide(sequence)) : [];
}

const { address, browser, close } = await browseStudio();
const page = await browser.newPage();
await page.goto(address);
await page.waitForFunction(() => "sinew" in window);

const files = (await filesToDrop()).map(({ path, bytes }) => ({
  path,
  base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
}));
type Key = "first" | "reached" | "end" | "eRms" | "ratio";
const runs: Record<Key, number>[] = [];
let isolated = false;
for (let run = 0; run < Number(flags.runs); run++) {
  const reference = referenceSeconds();
  const seconds = await page.evaluate(
    async ({ files, bones, target, seed }) => {
      const { client, document } = window.sinew;
      const dropped = files.map(({ path, base64 }) => ({
        path,
        file: new Blob([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))]),
      }));
      await client.inspect({ files: dropped }).result;
      const choice = { clips: [], fps: null, upAxis: null, metresPerUnit: null, restFrame: null };
      const { sequence } = await client.read({ source: 0, choice }).result;
      const begin = performance.now();
      const since = () => (performance.now() - begin) / 1000;
      const job = client.decompose({
        sequence,
        settings: { ...document.getState().settings, bones, seed },
        from: null,
        locks: null,
      });
      let first = 0;
      job.onPartial(() => {
        first ||= since();
      });
      const { report } = await job.result;
      const reached = report.history.find(({ eRms }) => eRms <= target)?.seconds ?? Number.NaN;
      return { first, reached, end: since(), eRms: report.eRms, isolated: crossOriginIsolated };
    },
    { files, bones: Number(flags.bones), target: Number(flags.target), seed: 1 + run },
  );
  isolated = seconds.isolated;
  runs.push({ ...seconds, ratio: seconds.end / reference });
}
const middle = (key: Key) => median(runs.map((run) => run[key]));
console.log(
  `${names[0]}${flags.subdivide ? " subdivided" : ""}, ${flags.bones} bones, Chromium, isolated ${isolated}, median of ${flags.runs}: ` +
    `first rig ${middle("first").toFixed(2)} s, E_RMS ${flags.target} after ${middle("reached").toFixed(2)} s, ` +
    `end ${middle("end").toFixed(2)} s with E_RMS ${middle("eRms").toFixed(3)}, ratio ${middle("ratio").toFixed(0)}`,
);
await close();
process.exit(0);
