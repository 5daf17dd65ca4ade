/**
 * Ticks of a logarithmic axis: round numbers within [low, high]. The finest set with at most `most` ticks, or else the
 * powers of ten.
 */
export function logTicks(low: number, high: number, most = 6): number[] {
  for (const factors of [[1, 1.5, 2, 3, 4, 5, 7], [1, 2, 5], [1, 3], [1]]) {
    const ticks: number[] = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++) {
      for (const factor of factors) {
        const tick = Number((factor * 10 ** e).toPrecision(2));
        if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
      }
    }
    if (ticks.length <= most || factors.length === 1) return ticks;
  }
  return [];
}

/** A range between round numbers that contains all positive `values`, for a logarithmic axis. */
export function logRange(values: number[]): [number, number] {
  const positive = values.filter((x) => x > 0 && Number.isFinite(x));
  if (positive.length === 0) return [1, 10];
  const least = Math.min(...positive);
  const most = Math.max(...positive);
  const below = logTicks(least / 10, least, 99).at(-1) ?? least;
  const above = logTicks(most, most * 10, 99)[0] ?? most;
  return above > below ? [below, above] : [below / 2, above * 2];
}

/** A round step that divides `span` into about `parts` parts: 1, 2 or 5 times a power of ten, at least 1. */
export function roundStep(span: number, parts: number): number {
  const rough = Math.max(1, span / parts);
  const decade = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * decade).find((step) => step >= rough * 0.999) ?? rough;
}
