import { useStore } from "zustand";
import { useStudio } from "../../actions/studio";
import { formatBytes, formatClock, formatCount } from "../../common/format";
import { chordText, onMac } from "../../common/key-chords";
import type { HistoryState } from "../../document/history/history";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import panelCss from "../../ui/layout/Panel.module.css";
import rowCss from "../../ui/lists/Row.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./HistoryList.module.css";

/** The steps, the latest first; undone ones are dimmed. A click goes to a step. */
export function HistoryList() {
  const { history } = useStudio();
  const { steps, position, bytes, limits, letGo } = useStore(history.state);
  return (
    <>
      <div className={`${panelCss.head} ${css.head}`}>
        <span>History</span>
        <span className={panelCss.sub}>
          {steps.length} of {limits.steps} steps
        </span>
      </div>
      <div className={css.steps}>
        {steps.length === 0 && (
          <p className={`${rowCss.row} ${css.step} ${textCss.tertiary}`}>Nothing has been done yet.</p>
        )}
        {steps
          .map((step, index) => (
            <button
              key={step.id}
              type="button"
              className={`${rowCss.row} ${css.step} ${index === position - 1 ? `${rowCss.selected} ${css.selected}` : ""} ${index >= position ? css.undone : ""}`}
              aria-current={index === position - 1 ? "step" : undefined}
              onClick={() => history.goTo(index + 1)}
            >
              <Icon name={step.icon} />
              <span className={rowCss.name} title={step.label}>
                {step.label}
              </span>
              <span className={`${rowCss.value} ${textCss.tertiary}`}>{formatClock(step.time)}</span>
            </button>
          ))
          .reverse()}
      </div>
      {letGo.steps > 0 && <p className={`${css.dropped} ${textCss.tertiary}`}>{letGoText(letGo)}</p>}
      <div className={css.foot}>
        <span className={textCss.tertiary} title="Memory that the undo steps take, besides the open document">
          Memory {formatBytes(bytes)} of {formatBytes(limits.bytes)}
        </span>
        <span className={layoutCss.grow} />
        <kbd>{chordText("Ctrl+Z", onMac())}</kbd>
      </div>
    </>
  );
}

/** If less memory was freed, steps were dropped because there were too many, and the text does not mention memory. */
const NOTABLE_BYTES = 1e6;

function letGoText({ steps, bytes }: HistoryState["letGo"]): string {
  const gone = steps === 1 ? "One older undo step was" : `${formatCount(steps)} older undo steps were`;
  return bytes < NOTABLE_BYTES
    ? `${gone} removed.`
    : `${gone} removed to free memory (${formatBytes(bytes)}).`;
}
