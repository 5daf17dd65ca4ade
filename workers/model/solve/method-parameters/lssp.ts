import type { ParameterField } from "./field";

/** The method's own parameters. */
export interface LsspParameters {
  alternations: number;
  /** Weight of Σ w of each vertex, per frame, in squared thousandths of the half diagonal. */
  sparsity: number;
}

export const LSSP_FIELDS: readonly ParameterField[] = [
  {
    name: "alternations",
    label: "Alternations",
    help: "How often weights and bones are solved in turn. The paper uses ten.",
    kind: "number",
    default: 10,
    soft: [1, 50],
    hard: [0, 1000],
    step: 1,
  },
  {
    name: "sparsity",
    label: "Sparsity",
    help: "Strength of the L1 term, which reduces the number of influences. More gives fewer influences and a larger error. 0 is off.",
    kind: "number",
    default: 1,
    soft: [0, 100],
    hard: [0, 1e6],
    step: 0.1,
  },
];
