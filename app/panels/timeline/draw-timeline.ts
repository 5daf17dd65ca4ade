import type { Clip } from "../../../workers/model/mesh/mesh-sequence";
import { roundStep } from "../../ui/chart/axis";
import type { Token } from "../../ui/chart/canvas";
import { rampColour } from "../../viewport/colours/palette";
import { errorBars, frameStep, frameX, MARGIN, type TimelineLayout } from "./timeline-layout";

/** The contents of the timeline besides the playhead. */
export interface TimelineContent {
  clips: Clip[];
  errors: ArrayLike<number> | null;
  /** Errors to draw as a line over the bars: before a fit, or of another result. Null for none. */
  before: ArrayLike<number> | null;
  range: [number, number];
}

/** Heights at the browser's usual size of text, px; all but the margin below the bars grow with the text. */
const [TEXT, TICK_TEXT, TICK_TOP, TICK_END] = [11, 10, 14, 19];
const [CLIPS_TOP, CLIP_HEIGHT, CLIP_TEXT, BARS_TOP] = [22, 15, 11, 42];
const BASELINE = 8;
/** The last number is drawn; others nearer than this are left out. */
const NEAR_END = 34;

/** @param rem the browser's size of text, 1 for the usual one. */
export function drawTimeline(
  context: CanvasRenderingContext2D,
  layout: TimelineLayout,
  height: number,
  token: Token,
  { clips, errors, before, range }: TimelineContent,
  rem: number,
): void {
  context.font = `${TEXT * rem}px ${token("font-ui")}`;
  drawTicks(context, layout, token, rem);
  drawClips(context, layout, token, clips, rem);
  context.strokeStyle = token("line");
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(MARGIN, height - BASELINE + 0.5);
  context.lineTo(layout.width - MARGIN, height - BASELINE + 0.5);
  context.stroke();
  const line = before?.length === layout.frames ? before : null;
  if (errors && errors.length === layout.frames) {
    const most = Math.max(...[errors, line ?? []].map(largestOf));
    const scale = { base: height - BASELINE, room: Math.max(0, height - BARS_TOP * rem - BASELINE), most };
    if (most > 0) drawErrors(context, layout, scale, token, errors);
    if (most > 0 && line) drawLine(context, layout, scale, token, line);
  }
  dimOutside(context, layout, height, token, range);
}

function drawTicks(
  context: CanvasRenderingContext2D,
  layout: TimelineLayout,
  token: Token,
  rem: number,
): void {
  const step = roundStep(layout.frames, layout.width / (70 * rem));
  context.textBaseline = "alphabetic";
  context.strokeStyle = token("line-control");
  context.fillStyle = token("text-3");
  for (let k = 0; k < layout.frames; k += step) {
    const x = frameX(layout, k);
    context.beginPath();
    context.moveTo(x, TICK_TOP * rem);
    context.lineTo(x, TICK_END * rem);
    context.stroke();
    context.textAlign = "center";
    const nearEnd = frameX(layout, layout.frames - 1) - x < NEAR_END * rem;
    if (!nearEnd || layout.frames === 1) context.fillText(String(k + 1), x, TICK_TEXT * rem);
  }
  if (layout.frames > 1) {
    context.textAlign = "right";
    context.fillText(String(layout.frames), frameX(layout, layout.frames - 1), TICK_TEXT * rem);
  }
}

function drawClips(
  context: CanvasRenderingContext2D,
  layout: TimelineLayout,
  token: Token,
  clips: Clip[],
  rem: number,
): void {
  const half = frameStep(layout) / 2;
  context.textAlign = "left";
  for (const { name, first, last } of clips) {
    const left = Math.max(MIN_LEFT, frameX(layout, first) - half + 1);
    const right = Math.min(layout.width - MIN_LEFT, frameX(layout, last) + half - 1);
    context.fillStyle = token("bg-control");
    context.beginPath();
    context.roundRect(left, CLIPS_TOP * rem, Math.max(2, right - left), CLIP_HEIGHT * rem, 3);
    context.fill();
    context.save();
    context.clip();
    context.fillStyle = token("text-2");
    if (right - left > 16 * rem) context.fillText(name, left + 7, (CLIPS_TOP + CLIP_TEXT) * rem);
    context.restore();
  }
}

const MIN_LEFT = 12;

const largestOf = (errors: ArrayLike<number>): number => {
  let most = 0;
  for (let k = 0; k < errors.length; k++) most = Math.max(most, errors[k]);
  return most;
};

/** The scale of the bars: their baseline, the height above it in pixels, and the error that fills that height. */
interface ErrorScale {
  base: number;
  room: number;
  most: number;
}

function drawLine(
  context: CanvasRenderingContext2D,
  layout: TimelineLayout,
  { base, room, most }: ErrorScale,
  token: Token,
  errors: ArrayLike<number>,
): void {
  context.strokeStyle = token("text-2");
  context.lineWidth = 1.2;
  context.beginPath();
  for (const [x, , error] of errorBars(layout, errors)) {
    context.lineTo(x, base - (room * error) / most);
  }
  context.stroke();
}

function drawErrors(
  context: CanvasRenderingContext2D,
  layout: TimelineLayout,
  { base, room, most }: ErrorScale,
  token: Token,
  errors: ArrayLike<number>,
): void {
  // On a light panel, the pale end of the ramp needs an outline.
  const edged = token("color-scheme") === "light" || document.documentElement.dataset.theme === "light";
  for (const [x, width, error] of errorBars(layout, errors)) {
    const size = Math.max(1, (room * error) / most);
    const [r, g, b] = rampColour("error", 0.25 + (0.75 * error) / most);
    context.fillStyle = `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
    context.fillRect(x - width / 2, base - size, width, size);
    if (!edged || width < 3) continue;
    context.strokeStyle = "rgb(0 0 0 / .3)";
    context.lineWidth = 0.6;
    context.strokeRect(x - width / 2, base - size, width, size);
  }
}

/** Dims the frames outside the played range. */
function dimOutside(
  context: CanvasRenderingContext2D,
  layout: TimelineLayout,
  height: number,
  token: Token,
  [first, last]: [number, number],
): void {
  const half = frameStep(layout) / 2;
  context.fillStyle = token("bg-panel");
  context.globalAlpha = 0.66;
  if (first > 0) context.fillRect(0, 0, frameX(layout, first) - half, height);
  if (last < layout.frames - 1) context.fillRect(frameX(layout, last) + half, 0, layout.width, height);
  context.globalAlpha = 1;
}
