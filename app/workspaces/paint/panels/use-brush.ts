import { useAction } from "../../../actions/use-action";
import { useView } from "../../../document/use-stores";
import type { PaintToolName } from "../../../document/view-state";

const PAINTLESS: ReadonlySet<PaintToolName> = new Set(["skeleton", "select", "lasso"]);

/** Whether a tool has no brush. */
export const isPaintless = (tool: PaintToolName): boolean => PAINTLESS.has(tool);

/** Whether the active tool is a brush that can paint now: it paints, and everything it needs exists. */
export function useBrush(): boolean {
  const tool = useView((view) => view.paint.tool);
  const { refusal } = useAction(`paint.${tool}`);
  return !isPaintless(tool) && refusal === null;
}
