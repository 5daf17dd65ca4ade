import type { ParameterField } from "./field";

/** Parameters of its own that the method takes. */
export type LsspParameters = Record<never, never>;

export const LSSP_FIELDS: readonly ParameterField[] = [];
