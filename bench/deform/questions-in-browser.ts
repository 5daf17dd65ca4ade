// How long a slider of the deformers takes in Chromium: changes of λ and κ of Direct Delta Mush, from the call of the
// studio's client to its result. Also prints counts that do not depend on how busy the machine is.
//   npm run bench:browser: node build/engine/bench-questions-browser.js [--runs 15] [--cell 0.019] [--bones 30]

import { parseArgs } from "node:util";
import { browseStudio } from "../../tools/studio-driver/browser/served-studio";
import type { Handle } from "../../workers/client";
import { DEFORM_DEFAULTS, type DeformSettings, type DeformSource } from "../../workers/model/deform";
import { median, referenceSeconds } from "../reference";
import { hound, plain } from "./rigs";

const { values: flags } = parseArgs({
  options: {
    runs: { type: "string", default: "15" },
    cell: { type: "string", default: "0.019" },
    bones: { type: "string", default: "30" },
  },
});
const runs = Number(flags.runs);
const source = hound(Number(flags.cell), Number(flags.bones));

/** Adds up the bytes that the page's messages to its workers copy. */
function countBytes(): void {
  const counts = { bytes: 0 };
  Object.assign(window, { counts });
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, message: unknown, options?: unknown) {
    const buffers = new Set<ArrayBuffer>();
    const visit = (value: unknown) => {
      if (value === null || typeof value !== "object" || value instanceof MessagePort) return;
      if (value instanceof ArrayBuffer) buffers.add(value);
      else if (ArrayBuffer.isView(value)) visit(value.buffer);
      else for (const part of Object.values(value)) visit(part);
    };
    visit(message);
    for (const { byteLength } of buffers) counts.bytes += byteLength;
    post.call(this, message, options as StructuredSerializeOptions);
  } as typeof post;
}

const { address, browser, close } = await browseStudio();
const page = await browser.newPage();
await page.addInitScript(countBytes);
await page.goto(address);
await page.waitForFunction(() => "sinew" in window);
await page.evaluate((given) => {
  const { bones, offsets, owners, values } = given;
  const source = {
    rest: Float32Array.from(given.rest),
    triangles: Uint32Array.from(given.triangles),
    bones,
    weights: {
      version: 1 as const,
      offsets: Uint32Array.from(offsets),
      bones: Uint16Array.from(owners),
      values: Float32Array.from(values),
    },
  };
  Object.assign(window, { source: window.sinew.client.upload(source) });
}, plain(source));

const ask = (settings: DeformSettings) =>
  page.evaluate(async (settings) => {
    const { sinew, source, counts } = window as unknown as {
      sinew: typeof window.sinew;
      source: Handle<DeformSource>;
      counts: { bytes: number };
    };
    const sent = counts.bytes;
    const begin = performance.now();
    await sinew.client.prepareDirect({ source, settings }).result;
    return { wall: performance.now() - begin, bytes: counts.bytes - sent };
  }, settings);

async function questions(name: string, count: number, of: (turn: number) => Partial<DeformSettings>) {
  const [wall, ratio, bytes]: number[][] = [[], [], []];
  for (let turn = 0; turn < count; turn++) {
    const reference = referenceSeconds();
    const answer = await ask({ ...DEFORM_DEFAULTS, ...of(turn) });
    wall.push(answer.wall);
    ratio.push(answer.wall / 1000 / reference);
    bytes.push(answer.bytes);
  }
  const [least, most] = [Math.min(...wall), Math.max(...wall)];
  console.log(
    `  ${name.padEnd(14)} ${median(wall).toFixed(0)} ms (${least.toFixed(0)} to ${most.toFixed(0)})` +
      `   ratio ${median(ratio).toFixed(1)} (least ${Math.min(...ratio).toFixed(1)})   sent ${median(bytes)} bytes`,
  );
}

const isolated = await page.evaluate(() => crossOriginIsolated);
console.log(
  `${source.rest.length / 3} vertices, ${source.bones.length} bones, Chromium, isolated ${isolated}, median of ${runs} (least to most)`,
);
await questions("the first", 1, () => ({}));
await questions("λ", runs, (turn) => ({ lambda: 1.01 + 0.01 * turn }));
await questions("the first κ", 1, () => ({}));
await questions("κ", runs, (turn) => ({ kappa: 0.101 + 0.001 * turn }));
await close();
process.exit(0);
