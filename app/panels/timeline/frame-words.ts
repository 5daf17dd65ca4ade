import { formatCount, formatError, formatPercent } from "../../common/format";
import { shownReport } from "../../document/solve/shown-report";
import type { Stores } from "../../document/stores";
import { barErrors } from "./shown-errors";

/** The mean distance of a frame and its deviation, "mean 0.21 % ± 0.14 %", if the shown errors are the report's. */
function distanceWords(stores: Stores, errors: ArrayLike<number>, k: number): string {
  const report = shownReport(stores.document.getState());
  const distances = report?.distancePerFrame;
  if (!distances || errors !== report.errorPerFrame) return "";
  return `, mean ${formatPercent(distances.mean[k])} ± ${formatPercent(distances.deviation[k])}`;
}

/** "frame 34: 2.10, mean 0.21 % ± 0.14 %"; without the error if none was measured. */
export function frameWords(stores: Stores, k: number): string {
  const errors = barErrors(stores);
  return errors && k < errors.length
    ? `frame ${formatCount(k + 1)}: ${formatError(errors[k])}${distanceWords(stores, errors, k)}`
    : `frame ${formatCount(k + 1)}`;
}
