import { formatBytes, formatError, formatTenths, plural } from "../../../common/format";
import type { Budget, BudgetKind, ReduceRun } from "../../../document/reduce/reduce-state";

export const BUDGET_NAMES: Readonly<Record<BudgetKind, string>> = {
  influences: "Influences",
  bytes: "Bytes",
  blends: "Blends",
  error: "Error",
};

/** "4 influences", "120 kB", "3.7 blends a vertex", "an error of 1.5". */
export function budgetWords({ kind, amount }: Budget): string {
  switch (kind) {
    case "influences":
      return plural(amount, "influence");
    case "bytes":
      return formatBytes(amount);
    case "blends":
      return `${formatTenths(amount)} blends a vertex`;
    case "error":
      return `an error of ${formatError(amount)}`;
  }
}

/** "4 influences" or "200 virtual bones". */
export const askedWords = ({ method, asked }: Pick<ReduceRun, "method" | "asked">): string =>
  plural(asked, method === "two-layer" ? "virtual bone" : "influence");
