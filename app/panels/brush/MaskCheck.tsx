import { useAction } from "../../actions/use-action";
import { CheckRow } from "../../ui/choices/CheckRow";

/** A switch that limits the brush to the mask or the selected vertices. Hidden if there are none. */
export function MaskCheck() {
  const { refusal, checked, perform } = useAction("select.mask");
  return refusal === null && <CheckRow label="Inside the mask" checked={checked} onChange={perform} />;
}
