import { useAction } from "../../actions/use-action";
import { CheckRow } from "../../ui/choices/CheckRow";

/** Limits the brush to the mask, or else to the selected vertices. Shown only if there are any. */
export function MaskCheck() {
  const { refusal, checked, perform } = useAction("select.mask");
  return refusal === null && <CheckRow label="Inside the mask" checked={checked} onChange={perform} />;
}
