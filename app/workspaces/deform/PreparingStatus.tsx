import type { Progress } from "../../../workers/model/task";
import { useAction } from "../../actions/use-action";
import { usePrepared } from "../../document/use-stores";
import { BusyStatus } from "../../ui/feedback/BusyStatus";

/** "Preparing: smoothing, 40 %". */
function preparingText({ phase, done }: Progress): string {
  const words = `${phase[0].toLowerCase()}${phase.slice(1)}`;
  return `Preparing: ${words}${done === null ? "" : `, ${Math.round(100 * done)}\u00a0%`}`;
}

/** Progress of preparing a deformer, in every workspace. */
export function PreparingStatus() {
  const preparing = usePrepared(({ progress }) => progress && preparingText(progress));
  const cancel = useAction("deform.cancel");
  if (preparing === null) return null;
  return (
    <BusyStatus soon onCancel={cancel.perform}>
      {preparing}
    </BusyStatus>
  );
}
