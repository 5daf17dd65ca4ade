import { useAction } from "../../../actions/use-action";
import { useView } from "../../../document/use-stores";

/** Whether the active tool is a brush that can paint now: not the skeleton tool, and everything it needs exists. */
export function useBrush(): boolean {
  const tool = useView((view) => view.paint.tool);
  const { refusal } = useAction(`paint.${tool}`);
  return tool !== "skeleton" && refusal === null;
}
