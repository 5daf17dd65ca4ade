import { expect, type Page } from "@playwright/test";
import type { BindingState } from "../../app/document/binding/binding-state";
import type { Point } from "../../workers/model/skeleton/skeleton";
import { at, setWeighting, takeBone } from "./binding-page";
import { REDRAW } from "./browser/picture-times";
import { setBrush } from "./brush";
import { body, bodySkeleton } from "./files/limb";
import { drop, nextFrames, openStudio, untilOpen } from "./studio";

/** Rings of each of three tubes, and vertices of each ring: 50 100 vertices. */
const [RINGS, AROUND] = [167, 100];
/** Bones of each tube. Strokes go over the middle of the arm at +x, at the border of two bones. */
const EACH = 8;
/** One of these two bones, by number; the other one is the next. */
export const BONE = EACH + 3;
const MIDDLE = 1.84;
/** Samples of a stroke between two of its corners. */
const BETWEEN = 6;
/**
 * The number of samples that are sent before the page has handled the previous ones, so that most arrive in one event.
 */
const AT_ONCE = 3;
const RADIUS = 10;

/** Data that the page gives to the GPU. */
export interface Uploads {
  bytes: number;
  /** Time in these calls, in milliseconds. */
  took: number;
}

/** Counts of the page during a stroke. */
export interface Counts {
  /** Pointer events with a button down, and samples, including those merged into one event. */
  events: number;
  samples: number;
  /** Number of React commits. */
  commits: number;
  /** Partial results of the optimisation. */
  partials: number;
  /** Milliseconds from each sample to the end of the frame that shows it. */
  latencies: number[];
  uploads: Uploads;
}

type Counting = Window & { counts: Counts; takeLatencies(): number[] };

const NOTHING: Counts = {
  ...{ events: 0, samples: 0, commits: 0, partials: 0, latencies: [] },
  uploads: { bytes: 0, took: 0 },
};

/** Counts from outside, without the studio's help. */
const watch = (page: Page) =>
  page.addInitScript((nothing) => {
    const counts = structuredClone(nothing);
    const calls = WebGL2RenderingContext.prototype as unknown as Record<
      string,
      (...given: unknown[]) => unknown
    >;
    for (const name of ["texSubImage2D", "texSubImage3D", "bufferData", "bufferSubData"]) {
      const call = calls[name];
      calls[name] = function (this: unknown, ...given) {
        const began = performance.now();
        call.apply(this, given);
        const array = given.find((each) => ArrayBuffer.isView(each)) as Float32Array | undefined;
        // `bufferSubData` may send a part: its offset and count are the last arguments.
        const count = name === "bufferSubData" && given.length === 5 ? (given[4] as number) : array?.length;
        counts.uploads.bytes += (count ?? 0) * (array?.BYTES_PER_ELEMENT ?? 0);
        counts.uploads.took += performance.now() - began;
      };
    }
    const take = (entries: PerformanceEntryList) => {
      for (const { name, duration } of entries)
        if (name === "brush sample to picture") counts.latencies.push(duration);
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: "measure" });
    Object.assign(window, {
      counts,
      // Observers are called when the page has nothing else to do, which is after the stroke while weights are found.
      takeLatencies: () => {
        take(observer.takeRecords());
        return counts.latencies;
      },
      // React reports commits to the hook of its developer tools.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberRoot: () => counts.commits++,
        onCommitFiberUnmount() {},
      },
    });
    const moved = (event: PointerEvent) => {
      if ((event.buttons & 1) === 0) return;
      counts.events++;
      counts.samples += event.getCoalescedEvents().length || 1;
    };
    window.addEventListener("pointermove", moved, { capture: true });
  }, NOTHING);

/** Corners of a zigzag over the side of the arm that faces the camera, well within a picture of its bone. */
export const CORNERS = Array.from({ length: 8 }, (_, n): Point => {
  const y = 0.1 * (n % 2 ? 1 : -1);
  return [MIDDLE + 0.04 * (n - 3.5), 1.5 + y, Math.sqrt(0.25 ** 2 - y ** 2)];
});

/** The corners on the page. Asking for them draws pictures. */
export async function cornersOnPage(page: Page): Promise<[number, number][]> {
  const corners: [number, number][] = [];
  for (const corner of CORNERS) corners.push(await at(page, corner));
  return corners;
}

/** Waits until the camera has arrived. It flies, and a slow GPU draws few pictures on its way. */
async function untilCameraRests(page: Page): Promise<void> {
  let last = await cornersOnPage(page);
  const rests = async () => {
    await nextFrames(page);
    const before = last;
    last = await cornersOnPage(page);
    return last.every(([x, y], n) => x === before[n][0] && y === before[n][1]);
  };
  await expect.poll(rests, { timeout: 30_000 }).toBe(true);
}

/** Draws the same picture several times, one after the other, and measures each by the name of `REDRAW`. */
export const redraw = (page: Page, times: number) =>
  page.evaluate(
    async ([count, name]) => {
      const frame = () => new Promise(requestAnimationFrame);
      for (let n = 0; n < count; n++) {
        const start = performance.now();
        // Any change of the view draws. Pointer and keys would change the picture.
        window.sinew.view.setState({});
        await frame();
        performance.measure(name, { start });
        await frame();
        await frame();
      }
    },
    [times, REDRAW] as const,
  );

/**
 * Presses, moves in a zigzag with several samples at once, like a hand that is faster than the machine, and releases.
 * Lost samples would cut the corners.
 * @returns the counts before the release
 */
export async function zigzag(page: Page): Promise<Counts> {
  const corners = await cornersOnPage(page);
  await page.evaluate(
    (nothing) => Object.assign((window as unknown as Counting).counts, structuredClone(nothing)),
    NOTHING,
  );
  const samples = corners
    .slice(1)
    .flatMap(([x, y], n) =>
      Array.from({ length: BETWEEN }, (_, s) => [
        corners[n][0] + ((x - corners[n][0]) * (s + 1)) / BETWEEN,
        corners[n][1] + ((y - corners[n][1]) * (s + 1)) / BETWEEN,
      ]),
    );
  const client = await page.context().newCDPSession(page);
  await page.mouse.move(...corners[0]);
  await page.mouse.down();
  for (let n = 0; n < samples.length; n += AT_ONCE) {
    await Promise.all(
      samples
        .slice(n, n + AT_ONCE)
        .map(([x, y]) =>
          client.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, button: "left", buttons: 1 }),
        ),
    );
  }
  const counts = await page.evaluate(() => ({ ...(window as unknown as Counting).counts }));
  await page.mouse.up();
  await client.detach();
  expect(counts.samples).toBe(samples.length);
  return counts;
}

/** The latencies of the last stroke, in milliseconds, the shortest first. */
export async function latenciesOf(page: Page): Promise<number[]> {
  const latencies = await page.evaluate(() => (window as unknown as Counting).takeLatencies());
  expect(latencies.length).toBeGreaterThan(0);
  return latencies.sort((a, b) => a - b);
}

/** Values at half, nine tenths and the end of a sorted list. */
export const spread = (sorted: readonly number[]): number[] =>
  [0.5, 0.9, 1].map((share) => sorted[Math.ceil(share * sorted.length) - 1]);

/** The state of the optimisation of weights; null before it starts. */
export const bindingState = (page: Page) =>
  page.evaluate(() => (window.sinew.binding.getState() as BindingState).run?.state ?? null);

/**
 * Opens a body of 50 100 vertices, optimises its weights without end, and holds the brush for constraints over one of
 * its bones. Returns the page's errors.
 */
export async function bindLarge(page: Page): Promise<string[]> {
  await watch(page);
  const errors = await openStudio(page);
  await drop(page, [body(RINGS, AROUND), bodySkeleton(EACH)]);
  await untilOpen(page);
  await setWeighting(page, { "Sample poses": 8, Iterations: 1000, Tolerance: 1e-9 });
  const brush = { radius: RADIUS, falloff: "constant", spacing: 0.3, strength: 1, value: 1 } as const;
  await setBrush(page, { ...brush, tool: "constraint" });
  await page.getByRole("button", { name: "Bind", exact: true }).click();
  await expect.poll(() => bindingState(page), { timeout: 60_000 }).toBe("running");
  await page.evaluate(() => {
    const { counts } = window as unknown as Counting;
    window.sinew.binding.subscribe(
      (state: BindingState) => state.weights,
      () => counts.partials++,
    );
  });
  await takeBone(page, BONE);
  await page.keyboard.press("f");
  await untilCameraRests(page);
  return errors;
}
