import { useAction } from "../../../../actions/use-action";
import { useStore } from "../../../../document/use-stores";
import textCss from "../../../../ui/text/text.module.css";
import { MEASURED } from "../../runs/strain/strain-measuring";

/** Measures the current weights. While it runs it shows the progress, and a press cancels. */
export function MeasureLink({ label }: { label: string }) {
  const { refusal, perform } = useAction("bind.measure");
  const cancel = useAction("bind.stop-measuring");
  const progress = useStore(MEASURED, (state) => state.progress);
  if (progress) {
    return (
      <button type="button" className={textCss.link} onClick={cancel.perform}>
        {progress.phase}. Cancel
      </button>
    );
  }
  if (refusal) return null;
  return (
    <button type="button" className={textCss.link} onClick={perform}>
      {label}
    </button>
  );
}
