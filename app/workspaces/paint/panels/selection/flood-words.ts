import { brushOperation, operationWords } from "../../../../document/brush-operations";
import type { PaintState } from "../../../../document/paint-state";
import { WEIGHT_OPERATIONS } from "../../../../panels/brush/operations";

/** What a flood does, in few words: "Replace 1.00 at 0.35", "Add −0.35", "Smooth 0.35". */
export function floodWords(paint: Pick<PaintState, "operation" | "value" | "strength" | "erase">): string {
  const operation = brushOperation(paint, { ctrl: false, shift: false });
  const name = WEIGHT_OPERATIONS.find(({ value }) => value === operation.kind)!.label;
  const words = operationWords(operation);
  const isNamed = words.startsWith(operation.kind);
  return isNamed ? name + words.slice(operation.kind.length) : `${name} ${words}`;
}
