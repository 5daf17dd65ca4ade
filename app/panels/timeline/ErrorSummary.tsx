import { useAction } from "../../actions/use-action";
import { formatError } from "../../common/format";
import { worstFrame } from "../../document/measure";
import { BEFORE_FIT } from "../../document/skeleton/before-fit";
import { shownReport } from "../../document/solve/shown-report";
import { useDocument, useStore, useWork } from "../../document/use-stores";
import { Separator } from "../../ui/layout/Separator";
import textCss from "../../ui/text/text.module.css";
import { ERms, MeasureAgain } from "../report/Report";
import timelineCss from "./Timeline.module.css";

/** Says whose errors the bars show while a solve or an extraction runs. */
function ofSolve(hasReport: boolean, measured: boolean): string {
  if (measured) return "Error per frame, so far";
  return hasReport ? "Error per frame of the previous rig" : "";
}

/** Explains the line over the bars: the errors before the fit, with their mean. */
function Before({ eRms }: { eRms: number }) {
  return (
    <span className={textCss.secondary} style={{ marginLeft: 4 }}>
      <i className={timelineCss.line} aria-hidden="true" /> before {formatError(eRms)}
    </span>
  );
}

/** Summarises the bars of the timeline in words. */
export function ErrorSummary({ small }: { small: boolean }) {
  const solving = useWork((work) => work.solve !== null || work.extraction !== null);
  const measured = useWork((work) => (work.solve?.errorPerFrame ?? null) !== null);
  const report = useDocument(shownReport);
  const before = useStore(BEFORE_FIT, (state) => state.fitted?.report.eRms ?? null);
  const worst = useAction("play.worst");
  if (solving)
    return small ? null : (
      <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>{ofSolve(report !== null, measured)}</span>
    );
  if (!report) return null;
  const k = worstFrame(report.errorPerFrame);
  return (
    <>
      <span className={timelineCss.roomy}>
        {report.weightsChanged ? (
          <span className={textCss.secondary}>
            <span className={timelineCss.stale}>Out of date. </span>
            <MeasureAgain brief />
          </span>
        ) : (
          <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>
            Error per frame
            <span className={timelineCss.unit}>
              , <ERms />
            </span>
          </span>
        )}
        <Separator />
      </span>
      <span className={textCss.secondary}>
        worst{" "}
        <button type="button" className={textCss.link} title={worst.action.label} onClick={worst.perform}>
          {k + 1}
        </button>
      </span>
      {before !== null && <Before eRms={before} />}
      <span className={`${textCss.secondary} ${timelineCss.mean}`}>
        {before === null ? "mean" : "after"} {formatError(report.eRms)}
      </span>
    </>
  );
}
