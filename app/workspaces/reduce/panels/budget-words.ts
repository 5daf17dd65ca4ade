import { formatBytes, formatCount, formatError, formatTenths, plural } from "../../../common/format";
import type { Budget, BudgetKind, ReduceRun } from "../../../document/reduce/reduce-state";

export const BUDGET_NAMES: Readonly<Record<BudgetKind, string>> = {
  influences: "Influences",
  bytes: "Bytes",
  blends: "Blends",
  error: "Error",
};

/** The figure beside a budget's name: "4", "120 kB", "3.7 per vertex", "1.50". */
export function budgetFigure({ kind, amount }: Budget): string {
  switch (kind) {
    case "influences":
      return formatCount(amount);
    case "bytes":
      return formatBytes(amount);
    case "blends":
      return `${formatTenths(amount)} a vertex`;
    case "error":
      return formatError(amount);
  }
}

/** A budget in a sentence: "4 influences", "120 kB", "3.7 blends per vertex", "an error of 1.50". */
export function budgetWords(budget: Budget): string {
  const { kind, amount } = budget;
  if (kind === "influences") return plural(amount, "influence");
  if (kind === "blends") return `${formatTenths(amount)} blends per vertex`;
  return kind === "error" ? `an error of ${budgetFigure(budget)}` : budgetFigure(budget);
}

/** "4 influences" or "200 virtual bones". */
export const askedWords = ({ method, asked }: Pick<ReduceRun, "method" | "asked">): string =>
  plural(asked, method === "two-layer" ? "virtual bone" : "influence");
