import type { ParameterField } from "./field";

/** Parameters of its own that the method takes. */
export type SmaParameters = Record<never, never>;

export const SMA_FIELDS: readonly ParameterField[] = [];
