import { brushOperation } from "../../../../document/brush-operations";
import { setMask, vertexSelection } from "../../../../document/vertices/vertex-selection";
import { AmountStroke } from "../../../../viewport/brush/maps/amount-stroke";
import type { LiveValues } from "../../../../viewport/brush/maps/live-values";
import type { StartStroke } from "../paint-stroke";

/**
 * Paints the mask: raises it to the brush's value. Ctrl or the eraser erases, Shift smooths. The first stroke begins
 * with an empty mask.
 */
export const startMaskStroke: StartStroke = ({ stores, stage, edits, paint, keys, surface, positions }) => {
  const before = vertexSelection(stores).mask ?? new Float32Array(positions.length / 3);
  const isTaken = !keys.shift && keys.ctrl !== paint.erase;
  const settings = { ...paint, operation: "replace", erase: false, ...(isTaken && { value: 0 }) } as const;
  const operation = brushOperation(settings, { ctrl: false, shift: keys.shift });
  const map = {
    before,
    bounds: [0, 1] as const,
    show: (live: LiveValues | null) => {
      stage.colouring.liveMask = live;
    },
    keep(values: Float32Array) {
      stage.colouring.liveMask = null;
      const mask = values.some((share) => share > 0) ? values : null;
      edits.run(setMask(stores, mask, isTaken ? "Erase mask" : "Paint mask"));
    },
  };
  return new AmountStroke(map, operation, surface);
};
