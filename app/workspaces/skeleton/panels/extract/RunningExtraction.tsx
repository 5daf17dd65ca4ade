import { ActionButton } from "../../../../actions/ActionButton";
import { formatPercent } from "../../../../common/format";
import { useWork } from "../../../../document/use-stores";
import { ProgressBar } from "../../../../ui/feedback/ProgressBar";
import layoutCss from "../../../../ui/layout/layout.module.css";
import textCss from "../../../../ui/text/text.module.css";

/** The running extraction or fit: its phase, its error so far, and the buttons that end it. */
export function RunningExtraction() {
  const run = useWork((work) => work.extraction);
  if (!run) return null;
  const { progress, keeping, rmsePercent } = run;
  const words = keeping ? "Finishing" : (progress?.phase ?? "Starting");
  return (
    <div className={layoutCss.stack} data-ui="stack">
      <div className={layoutCss.line}>
        <span className={`${textCss.secondary} ${textCss.ellipsis} ${layoutCss.grow}`} role="status">
          {[words, progress?.detail].filter(Boolean).join(", ")}
        </span>
        {rmsePercent !== null && (
          <span className={textCss.tertiary} title="RMS error in percent of the diagonal">
            {formatPercent(rmsePercent)}
          </span>
        )}
      </div>
      <ProgressBar label={run.title} done={progress?.done ?? null} />
      <div className={layoutCss.pair}>
        <ActionButton action="skeleton.keep-extraction" label="Keep this" size="medium" grow />
        <ActionButton action="skeleton.cancel-extraction" label="Cancel" keycap size="medium" grow />
      </div>
    </div>
  );
}
