import type { ParameterField } from "../../../solve/method-parameters/field";

/** Parameters of the method of de Aguiar et al. */
export interface AguiarParameters {
  /** Seeds in percent of the vertices. */
  seeds: number;
}

export const AGUIAR_FIELDS: readonly ParameterField[] = [
  {
    name: "seeds",
    label: "Seeds",
    help: "Seeds of patches, in percent of the vertices; there are at least four for each bone. More seeds follow the motion more closely and take longer.",
    kind: "number",
    default: 1,
    soft: [0.3, 5],
    hard: [0.01, 100],
    step: 0.1,
    unit: "%",
  },
];
