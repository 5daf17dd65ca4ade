import { useService } from "../../actions/studio";
import { CORRECTING, useCorrecting } from "./runs/correcting";

/** A correction that is being fitted, in every workspace. */
export function CorrectionStatus() {
  const correcting = useService(CORRECTING);
  const fitting = useCorrecting(({ progress }) => progress !== null);
  if (!fitting) return null;
  return (
    <span className="t2 soon">
      <i className="dot busy" />
      Fitting the correction
      <button type="button" className="link" onClick={correcting.cancel}>
        Cancel
      </button>
    </span>
  );
}
