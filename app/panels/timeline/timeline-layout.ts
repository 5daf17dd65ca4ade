/** Horizontal layout of the timeline's frames, px. */
export interface TimelineLayout {
  frames: number;
  width: number;
}

/** Margin beside the first and the last frame, px. */
export const MARGIN = 16;

/** Width of one frame. */
export function frameStep({ frames, width }: TimelineLayout): number {
  return (width - 2 * MARGIN) / Math.max(1, frames - 1);
}

/** Centre of frame `k`. */
export function frameX(layout: TimelineLayout, k: number): number {
  return layout.frames === 1 ? layout.width / 2 : MARGIN + k * frameStep(layout);
}

/** The frame at `x`, clamped to the sequence. */
export function frameUnder(layout: TimelineLayout, x: number): number {
  const k = layout.frames === 1 ? 0 : Math.round((x - MARGIN) / frameStep(layout));
  return Math.max(0, Math.min(layout.frames - 1, k));
}

/**
 * Error bars: one per frame, or one per pixel with its largest error if frames are narrower than that.
 * @returns [x of the centre, width, largest error] of each bar.
 */
export function errorBars(layout: TimelineLayout, errors: ArrayLike<number>): [number, number, number][] {
  const step = frameStep(layout);
  if (layout.frames === 1) return [[layout.width / 2, 12, errors[0]]];
  if (step >= 1.5) {
    return Array.from(errors, (error, k) => [frameX(layout, k), Math.min(24, step * 0.82), error]);
  }
  const bars: [number, number, number][] = [];
  let pixel = -1;
  for (let k = 0; k < errors.length; k++) {
    const at = Math.round(frameX(layout, k));
    if (at === pixel) bars[bars.length - 1][2] = Math.max(bars[bars.length - 1][2], errors[k]);
    else bars.push([at, 1, errors[k]]);
    pixel = at;
  }
  return bars;
}
