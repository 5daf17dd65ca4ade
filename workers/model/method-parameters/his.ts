import type { ParameterField } from "./field";

/** Parameters of its own that the method takes. */
export type HisParameters = Record<never, never>;

export const HIS_FIELDS: readonly ParameterField[] = [];
