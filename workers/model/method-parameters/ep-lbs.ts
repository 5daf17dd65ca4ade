import type { ParameterField } from "./field";

/** Parameters of its own that the method takes. */
export type EpLbsParameters = Record<never, never>;

export const EP_LBS_FIELDS: readonly ParameterField[] = [];
