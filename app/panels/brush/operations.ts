import type { OperationKind, WeightOperation } from "../../document/brush-settings";

/** The operations of brushes on numbers, in the order of the menu. */
export const OPERATIONS: readonly { value: OperationKind; label: string; help: string }[] = [
  { value: "replace", label: "Replace", help: "Moves values towards the brush value." },
  { value: "add", label: "Add", help: "Adds the value; Ctrl subtracts." },
  { value: "scale", label: "Scale", help: "Multiplies by the value; Ctrl divides." },
  { value: "smooth", label: "Smooth", help: "Moves values towards the mean of their neighbours." },
  { value: "sharpen", label: "Sharpen", help: "Moves values away from the mean of their neighbours." },
];

/** Operations that take new weights from the neighbours, and need no value. */
export const MEANS: ReadonlySet<WeightOperation> = new Set(["smooth", "sharpen", "smear", "average"]);

/** The operations of the brush on weights. */
export const WEIGHT_OPERATIONS: readonly { value: WeightOperation; label: string; help: string }[] = [
  ...OPERATIONS,
  { value: "smear", label: "Smear", help: "Drags weights along the stroke." },
  { value: "average", label: "Average", help: "Moves weights towards their mean under the brush." },
  {
    value: "gradient",
    label: "Gradient",
    help: "Drag from the full value to none. Vertices before the start get the full value.",
  },
  { value: "radial", label: "Radial", help: "Drag from the centre to the edge of a round gradient." },
];
