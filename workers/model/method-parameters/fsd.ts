import type { ParameterField } from "./field";

/** Parameters of its own that the method takes. */
export type FsdParameters = Record<never, never>;

export const FSD_FIELDS: readonly ParameterField[] = [];
