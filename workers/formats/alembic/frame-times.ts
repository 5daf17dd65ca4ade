import type { Property } from "./archive/property";
import { locateSample, type SamplePosition, sampleTime, type TimeSampling } from "./archive/time-sampling";

const DEFAULT_FPS = 24;
/** The most frames of a sequence. More means a damaged header or a property with a wrong time. */
const MAX_FRAMES = 200_000;

/** The times at which frames sample an archive. */
export interface FrameTimes {
  /** Seconds, one for each frame. */
  times: Float64Array;
  fps: number;
  /** The sampling that replaces samplings without times. */
  base: TimeSampling | null;
  /** True if the archive has neither times nor a rate. */
  rateIsAssumed: boolean;
  /** Sentences about samples that the frames leave out. */
  notes: string[];
}

/** The position of a timeline's time in a property's samples. */
export function locate(timeline: FrameTimes, property: Property, t: number): SamplePosition {
  const { sampling, sampleCount } = property;
  return locateSample(sampling.untimed && timeline.base ? timeline.base : sampling, sampleCount, t);
}

/**
 * The frames of an archive. The sampling with the most samples sets the step, and the frames span everything that
 * moves. Samples between frames (motion blur) are skipped.
 * @param animated the moving properties.
 * @param hintedFps the rate noted by the writing program, or null.
 */
export function frameTimesOf(animated: Property[], hintedFps: number | null): FrameTimes {
  const most = (candidates: Property[]) =>
    candidates.reduce<Property | null>((best, p) => (best && countOf(best) >= countOf(p) ? best : p), null);
  const leading = most(animated.filter((p) => !p.sampling.untimed)) ?? most(animated);
  const rate = hintedFps ?? DEFAULT_FPS;
  if (!leading) return { times: Float64Array.of(0), fps: rate, base: null, rateIsAssumed: false, notes: [] };
  const base = leading.sampling;
  const timed = animated.filter((p) => !p.sampling.untimed || base.untimed);
  const timeline =
    base.kind === "acyclic"
      ? acyclicTimeline(base, countOf(leading), rate)
      : evenTimeline(leading, timed, base.untimed ? rate : null);
  timeline.rateIsAssumed = base.untimed && hintedFps === null;
  return timeline;
}

function countOf({ sampleCount, sampling }: Property): number {
  return sampling.kind === "acyclic" ? Math.min(sampleCount, sampling.times.length) : sampleCount;
}

/** One frame per period, from the first to the last sample of anything that moves. */
function evenTimeline(leading: Property, timed: Property[], untimedFps: number | null): FrameTimes {
  const base = leading.sampling;
  const { period, times, kind } = base;
  const offWhole = (t: number) => Math.abs(t / period - Math.round(t / period));
  const start = times.reduce((best, t) => (offWhole(t) < offWhole(best) - 1e-9 ? t : best));
  let first = 0;
  let last = 0;
  for (const property of timed) {
    const begin = (sampleTime(property.sampling, 0) - start) / period;
    const end = (sampleTime(property.sampling, countOf(property) - 1) - start) / period;
    first = Math.min(first, Math.ceil(begin - 1e-3));
    last = Math.max(last, Math.floor(end + 1e-3));
  }
  const count = last - first + 1;
  if (count > MAX_FRAMES) throw leading.damaged(`and what moves with it span ${count} frames`);
  const notes: string[] = [];
  if (kind === "cyclic") notes.push(`Of ${times.length} samples a frame (motion blur) one is read.`);
  if (untimedFps !== null) notes.push(`It has no times. Sinew assumes ${untimedFps} frames a second.`);
  const fps = untimedFps ?? tidyRate(1 / period);
  const frame = (k: number) => start + (first + k) * period;
  return {
    times: Float64Array.from({ length: count }, (_, k) => frame(k)),
    fps,
    base,
    rateIsAssumed: false,
    notes,
  };
}

/** One frame per sample, for any intervals. */
function acyclicTimeline(base: TimeSampling, count: number, rate: number): FrameTimes {
  const times = base.times.slice(0, count);
  const steps = times.subarray(1).map((t, i) => t - times[i]);
  if (steps.length === 0) return { times, fps: rate, base, rateIsAssumed: false, notes: [] };
  const mean = (times[count - 1] - times[0]) / steps.length;
  const even = steps.every((step) => Math.abs(step - mean) < 0.01 * mean);
  const fps = tidyRate(1 / mean);
  const notes = even
    ? []
    : [`Its samples are unevenly spaced in time: played at ${fps.toFixed(2)} frames a second.`];
  return { times, fps, base, rateIsAssumed: false, notes };
}

/** Rounds a rate that is nearly whole. */
function tidyRate(fps: number): number {
  const whole = Math.round(fps);
  return Math.abs(fps - whole) < 1e-4 * fps ? whole : fps;
}
