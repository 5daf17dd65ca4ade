import { useAction } from "../../../actions/use-action";
import { useView } from "../../../document/use-stores";
import { hasBrush } from "../actions/paint-words";

/** Whether the active tool has a brush that can paint now. */
export function useBrush(): boolean {
  const tool = useView((view) => view.paint.tool);
  const { refusal } = useAction(`paint.${tool}`);
  return hasBrush(tool) && refusal === null;
}
