import type { SolveReport } from "../model/reports/solve-report";

/**
 * Mean and standard deviation of the vertex distances of each frame, and the mean of these deviations (Hopkins 2017,
 * equations 5.3 to 5.5), in percent of the diagonal.
 * @param squares @param lengths sums of the squared distances and of the distances of each frame, F.
 */
export function distanceFigures(
  squares: Float64Array,
  lengths: Float64Array,
  vertices: number,
  diagonal: number,
): Required<Pick<SolveReport, "distancePerFrame" | "distanceDeviationPercent">> {
  const percent = (length: number) => (100 * length) / diagonal;
  const mean = Array.from(lengths, (sum) => percent(sum / vertices));
  const deviation = Array.from(squares, (sum, k) => {
    const variance = sum / vertices - (lengths[k] / vertices) ** 2;
    return percent(Math.sqrt(Math.max(0, variance)));
  });
  const average = deviation.reduce((sum, x) => sum + x, 0) / Math.max(1, deviation.length);
  return { distancePerFrame: { mean, deviation }, distanceDeviationPercent: average };
}
