/** The times of a property's samples. */
export interface TimeSampling {
  /** Uniform: one time per cycle. Cyclic: several, as for motion blur. Acyclic: a time for each sample. */
  kind: "uniform" | "cyclic" | "acyclic";
  /** Seconds; 0 for acyclic. */
  period: number;
  /** Seconds, rising, for the first cycle or for all samples. */
  times: Float64Array;
  /** The archive's sampling 0, which means that no times were given: whole numbers, not seconds. */
  untimed: boolean;
}

/** The stored period of an acyclic sampling: the largest double / 32. */
export const ACYCLIC_PERIOD = Number.MAX_VALUE / 32;

/** The position of a time between samples. */
export interface SamplePosition {
  index: number;
  /** Position between this sample and `index + 1`, 0..1. */
  fraction: number;
}

/** Two times are the same within this many seconds, as in the reference implementation. */
const SAME_TIME = 1e-5;

/** Builds a sampling, or returns null if the numbers are invalid. */
export function timeSampling(period: number, times: Float64Array, untimed: boolean): TimeSampling | null {
  const rising = times.every((t, i) => Number.isFinite(t) && (i === 0 || t > times[i - 1]));
  if (times.length < 1 || !rising) return null;
  if (period === ACYCLIC_PERIOD) return { kind: "acyclic", period: 0, times, untimed };
  const spread = times[times.length - 1] - times[0];
  if (!(period > 0) || !Number.isFinite(period) || spread > period + SAME_TIME) return null;
  return { kind: times.length === 1 ? "uniform" : "cyclic", period, times, untimed };
}

/** The time of sample `index` in seconds; the last stored time beyond the end of an acyclic sampling. */
export function sampleTime(sampling: TimeSampling, index: number): number {
  const { kind, period, times } = sampling;
  if (kind === "acyclic") return times[Math.min(index, times.length - 1)];
  const cycle = Math.floor(index / times.length);
  return times[index - cycle * times.length] + cycle * period;
}

/** The position of time `t` among the first `count` samples. Times outside get the first or the last sample. */
export function locateSample(sampling: TimeSampling, count: number, t: number): SamplePosition {
  if (sampling.kind === "acyclic") count = Math.min(count, sampling.times.length);
  const last = Math.max(0, count - 1);
  if (t <= sampleTime(sampling, 0) + SAME_TIME) return { index: 0, fraction: 0 };
  if (t >= sampleTime(sampling, last) - SAME_TIME) return { index: last, fraction: 0 };
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (sampleTime(sampling, middle) <= t + SAME_TIME) low = middle;
    else high = middle;
  }
  const begin = sampleTime(sampling, low);
  const end = sampleTime(sampling, low + 1);
  if (t - begin <= SAME_TIME) return { index: low, fraction: 0 };
  return { index: low, fraction: Math.min(1, (t - begin) / (end - begin)) };
}
