import { useStore } from "zustand";
import { Keycaps } from "../../actions/keys/Keycaps";
import { useStudio } from "../../actions/studio";
import { classNames } from "../../common/class-names";
import { formatBytes, formatClock, formatCount } from "../../common/format";
import type { HistoryState } from "../../document/history/history";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import panelCss from "../../ui/layout/Panel.module.css";
import { Row, RowName, RowValue } from "../../ui/lists/Row";
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
          <Row as="p" className={`${css.step} ${textCss.tertiary}`}>
            Nothing to undo yet.
          </Row>
        )}
        {steps
          .map((step, index) => (
            <Row
              as="button"
              key={step.id}
              type="button"
              selected={index === position - 1}
              className={classNames(
                css.step,
                index === position - 1 && css.selected,
                index >= position && css.undone,
              )}
              aria-current={index === position - 1 ? "step" : undefined}
              onClick={() => history.goTo(index + 1)}
            >
              <Icon name={step.icon} />
              <RowName title={step.label}>{step.label}</RowName>
              <RowValue className={textCss.tertiary}>{formatClock(step.time)}</RowValue>
            </Row>
          ))
          .reverse()}
      </div>
      {letGo.steps > 0 && <p className={`${css.dropped} ${textCss.tertiary}`}>{letGoText(letGo)}</p>}
      <div className={css.foot}>
        <span className={textCss.tertiary} title="Memory of the undo steps, without the open document">
          Memory {formatBytes(bytes)} of {formatBytes(limits.bytes)}
        </span>
        <span className={layoutCss.grow} />
        <Keycaps action="edit.undo" />
      </div>
    </>
  );
}

/** If less memory was freed, steps were dropped because of their number, and the text does not mention memory. */
const NOTABLE_BYTES = 1e6;

function letGoText({ steps, bytes }: HistoryState["letGo"]): string {
  const gone = steps === 1 ? "One older undo step was" : `${formatCount(steps)} older undo steps were`;
  return bytes < NOTABLE_BYTES
    ? `${gone} removed.`
    : `${gone} removed to free memory (${formatBytes(bytes)}).`;
}
