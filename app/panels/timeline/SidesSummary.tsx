import { formatError } from "../../common/format";
import { referenceRun, runOf } from "../../document/compare/compare-state";
import { useCompare } from "../../document/use-stores";
import textCss from "../../ui/text/text.module.css";
import timelineCss from "./Timeline.module.css";

/** The errors of the two results in the timeline of the Compare workspace. */
export function SidesSummary() {
  const bars = useCompare((state) => referenceRun(state)?.report?.eRms ?? null);
  const isA = useCompare((state) => state.sides.a !== null);
  const line = useCompare(({ runs, sides }) => runOf(runs, sides.b)?.report?.eRms ?? null);
  if (bars === null) return null;
  return (
    <span className={textCss.secondary}>
      {isA ? "A" : "selected"} {formatError(bars)}
      {line !== null && (
        <>
          <i className={timelineCss.line} aria-hidden="true" style={{ marginLeft: 8 }} /> B{" "}
          {formatError(line)}
        </>
      )}
    </span>
  );
}
