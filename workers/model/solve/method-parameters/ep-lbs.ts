import type { ParameterField } from "./field";

/** The method's own parameters. */
export interface EpLbsParameters {
  count: "asked" | "found";
  /** MTOL: mean squared distance, with the rest pose's longest side as 1. */
  goal: number;
  gradient: "analytic" | "finite";
  /** The most steps of the descent. */
  steps: number;
}

export const EP_LBS_FIELDS: readonly ParameterField[] = [
  {
    name: "count",
    label: "Number of bones",
    help: "As many as you ask for, or fewer: the groups that fit worst are split until all fit well.",
    kind: "choice",
    default: "asked",
    options: [
      { value: "asked", label: "As asked" },
      { value: "found", label: "Found by splitting" },
    ],
  },
  {
    name: "goal",
    label: "Error to split to",
    help: "If the number of bones is found: groups are not split below this mean squared distance, in a unit cube.",
    needs: { parameter: "count", is: "found" },
    kind: "number",
    default: 2e-5,
    soft: [1e-7, 1e-3],
    hard: [0, 1],
    step: 1e-7,
    scale: "log",
  },
  {
    name: "gradient",
    label: "Slopes",
    help: "Analytic slopes with a quasi-Newton descent, or finite differences with plain descent, as published. Finite differences suit small problems only.",
    kind: "choice",
    default: "analytic",
    options: [
      { value: "analytic", label: "Analytic" },
      { value: "finite", label: "Finite differences" },
    ],
  },
  {
    name: "steps",
    label: "Steps",
    help: "Most steps of the descent over all unknowns. More steps lower the error a little.",
    kind: "number",
    default: 150,
    soft: [10, 500],
    hard: [0, 10000],
    step: 1,
  },
];
