import type { ParameterField } from "../../../solve/method-parameters/field";

/** Parameters of the method of Schaefer & Yuksel. */
export interface SchaeferParameters {
  /** Whether a vertex may only use the bones of its cluster and of neighbouring clusters. */
  local: boolean;
}

export const SCHAEFER_FIELDS: readonly ParameterField[] = [
  {
    name: "local",
    label: "Local weights",
    help: "Each vertex may only use the bones of its cluster and of the clusters beside it. Without it the error is lower, and bones may pull at distant parts.",
    kind: "check",
    default: true,
  },
];
