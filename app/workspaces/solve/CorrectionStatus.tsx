import { useService } from "../../actions/studio";
import { useStore } from "../../document/use-stores";
import { BusyStatus } from "../../ui/feedback/BusyStatus";
import { CORRECTED, CORRECTING } from "./runs/correcting";

/** Progress of fitting a correction, in every workspace. */
export function CorrectionStatus() {
  const correcting = useService(CORRECTING);
  const fitting = useStore(CORRECTED, ({ progress }) => progress !== null);
  if (!fitting) return null;
  return (
    <BusyStatus soon onCancel={correcting.cancel}>
      Fitting the correction
    </BusyStatus>
  );
}
