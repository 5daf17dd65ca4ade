import type { OperationKind } from "../../document/brush-settings";

/** The operations of brushes on numbers, in the order of the menu. */
export const OPERATIONS: readonly { value: OperationKind; label: string; help: string }[] = [
  { value: "replace", label: "Replace", help: "Moves values towards the brush value." },
  { value: "add", label: "Add", help: "Adds the value; Ctrl subtracts." },
  { value: "scale", label: "Scale", help: "Multiplies by the value; Ctrl divides." },
  { value: "smooth", label: "Smooth", help: "Moves values towards the mean of their neighbours." },
  { value: "sharpen", label: "Sharpen", help: "Moves values away from the mean of their neighbours." },
];
