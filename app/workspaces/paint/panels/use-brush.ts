import { useAction } from "../../../actions/use-action";
import { useView } from "../../../document/use-stores";

/** Whether a brush is in hand that can paint: not the skeleton's tool, and what it needs is there. */
export function useBrush(): boolean {
  const tool = useView((view) => view.paint.tool);
  const { refusal } = useAction(`paint.${tool}`);
  return tool !== "skeleton" && refusal === null;
}
