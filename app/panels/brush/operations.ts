import type { OperationKind } from "../../document/brush-settings";

/** What a brush can do to numbers, in the order of the menu. */
export const OPERATIONS: readonly { value: OperationKind; label: string; help: string }[] = [
  { value: "replace", label: "Replace", help: "Goes towards the value." },
  { value: "add", label: "Add", help: "Adds the value; Ctrl subtracts." },
  { value: "scale", label: "Scale", help: "Multiplies by the value; Ctrl divides." },
  { value: "smooth", label: "Smooth", help: "Goes towards the neighbours' mean." },
  { value: "sharpen", label: "Sharpen", help: "Goes away from the neighbours' mean." },
];
