import { useService } from "../../actions/studio";
import { useStore } from "../../document/use-stores";
import progressCss from "../../ui/feedback/Progress.module.css";
import { StatusDot } from "../../ui/feedback/StatusDot";
import textCss from "../../ui/text/text.module.css";
import { CORRECTED, CORRECTING } from "./runs/correcting";

/** Progress of fitting a correction, in every workspace. */
export function CorrectionStatus() {
  const correcting = useService(CORRECTING);
  const fitting = useStore(CORRECTED, ({ progress }) => progress !== null);
  if (!fitting) return null;
  return (
    <span className={`${textCss.secondary} ${progressCss.soon}`}>
      <StatusDot tone="busy" />
      Fitting the correction
      <button type="button" className={textCss.link} onClick={correcting.cancel}>
        Cancel
      </button>
    </span>
  );
}
