import type { ParameterField } from "./field";

/** The method's own parameters. */
export interface SsdrParameters {
  /** Where a dying bone moves: to the worst vertex whose neighbours are bad too, or to the worst vertex alone. */
  moveTo: "patch" | "vertex";
  /** Whether all dying bones of an iteration move, or only the one with the least weight. */
  several: boolean;
  /** How often each start may move dying bones. Without a limit, moves could repeat forever. */
  reinitialisations: number;
}

export const SSDR_FIELDS: readonly ParameterField[] = [
  {
    name: "moveTo",
    label: "Dying bones move to",
    help: "Where a bone with almost no weight starts again: at the worst patch, which a single bad vertex does not decide, or at the vertex with the largest error, as published.",
    needs: { parameter: "reinitialisations", isNot: 0 },
    kind: "choice",
    default: "patch",
    options: [
      { value: "patch", label: "Worst patch" },
      { value: "vertex", label: "Worst vertex" },
    ],
  },
  {
    name: "several",
    label: "Move several",
    help: "All dying bones of an iteration move, as published. Otherwise only the one with the least weight does.",
    needs: { parameter: "reinitialisations", isNot: 0 },
    kind: "check",
    default: false,
  },
  {
    name: "reinitialisations",
    label: "Most moves",
    help: "How often each start may move dying bones. A move may raise the error, so without a limit they could repeat forever.",
    kind: "number",
    default: 20,
    soft: [0, 100],
    hard: [0, 10_000],
    step: 1,
    zero: "none",
  },
];
