import type { Progress } from "../../../workers/model/task";
import { useAction } from "../../actions/use-action";
import { usePrepared } from "../../document/use-stores";
import progressCss from "../../ui/feedback/Progress.module.css";
import { StatusDot } from "../../ui/feedback/StatusDot";
import textCss from "../../ui/text/text.module.css";

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
    <span className={`${textCss.secondary} ${progressCss.soon}`}>
      <StatusDot tone="busy" />
      {preparing}
      <button type="button" className={textCss.link} onClick={cancel.perform}>
        Cancel
      </button>
    </span>
  );
}
