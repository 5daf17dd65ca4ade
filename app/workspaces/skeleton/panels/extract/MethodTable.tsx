import type { SkeletonReport } from "../../../../../workers/model/reports/skeleton-report";
import {
  EXTRACT_METHOD_NAMES,
  EXTRACT_METHODS,
} from "../../../../../workers/model/skeleton/extract/extract-methods";
import type { SkeletonMethod } from "../../../../../workers/model/skeleton/extract/extract-settings";
import { useService } from "../../../../actions/studio";
import { formatError, formatWeight } from "../../../../common/format";
import { useDocument, useStore, useWork } from "../../../../document/use-stores";
import { useRoving } from "../../../../ui/lists/roving";
import textCss from "../../../../ui/text/text.module.css";
import { EXTRACTING } from "../../runs/extract/extracting";
import { EXTRACTIONS, type ExtractionOutcome, foundBy, type Joints } from "../../runs/extract/extractions";
import { PULL_TRIAL } from "../../runs/extract/pulling";
import css from "./MethodTable.module.css";

/** The errors that a method reached, or the reason why it failed; a dash if it has not run. */
function Figures({
  result,
  shown,
  joints,
}: {
  result: ExtractionOutcome | undefined;
  /** The report of the shown skeleton, if the method has found it. */
  shown: SkeletonReport | null;
  joints: Joints;
}) {
  if (result && "failure" in result) {
    return (
      <span className={css.failure} title={result.failure.body}>
        {result.failure.title}
      </span>
    );
  }
  const report = shown ?? foundBy(result, joints)?.skeletonReport;
  const figure = (kind: Joints, eRms: number | undefined) => {
    // After an edit by hand, the error with the other kind of joints is unknown.
    const isKnown = eRms !== undefined && (kind === joints || !report?.edited);
    return (
      <span
        className={kind === joints ? `${css.figure} ${css.now}` : css.figure}
        title={report?.edited && !isKnown ? "Unknown after edits by hand" : undefined}
      >
        {isKnown ? shortError(eRms) : "–"}
      </span>
    );
  };
  return (
    <>
      {figure("soft", report?.eRms)}
      {figure("strict", report?.eRmsStrict)}
    </>
  );
}

/** The columns are narrow, so they have two decimals. The report has the other digits of an error near 0. */
const shortError = (eRms: number) => (eRms < 0.095 ? formatWeight(eRms) : formatError(eRms));

/**
 * The methods with the E_RMS that each reached. A choice shows the skeleton of a method that has run. A dash marks the
 * others.
 */
export function MethodTable() {
  const extracting = useService(EXTRACTING);
  const results = useStore(EXTRACTIONS, (state) => state.results);
  const method = useDocument((state) => state.extraction.method);
  const joints = useDocument((state) => state.extraction.joints);
  const trial = useStore(PULL_TRIAL, (state) => state.report);
  const own = useDocument((state) => state.skeletonReport);
  const report = trial ?? own;
  const busy = useWork((work) => work.extraction !== null || work.solve !== null || work.resolving !== null);
  const roving = useRoving<HTMLDivElement>(":scope > button", true);
  const choose = (next: SkeletonMethod) => {
    if (next !== method && !busy) extracting.choose(next);
  };
  return (
    <div className={css.table}>
      <div className={css.head} aria-hidden="true">
        <span>Method</span>
        <span>Soft</span>
        <span>Strict</span>
      </div>
      <div {...roving} role="radiogroup" aria-label="Method">
        {EXTRACT_METHOD_NAMES.map((name) => {
          const { label, note, about, keepsBones } = EXTRACT_METHODS[name];
          return (
            <button
              key={name}
              type="button"
              role="radio"
              aria-checked={name === method}
              aria-disabled={busy || undefined}
              title={about}
              className={name === method ? `${css.row} ${css.on}` : css.row}
              onClick={() => choose(name)}
            >
              <i className={css.radio} />
              <span className={css.name}>
                {label} {keepsBones && <span className={textCss.tertiary}>{note}</span>}
              </span>
              <Figures
                result={results[name]}
                shown={report?.method === name ? report : null}
                joints={joints}
              />
            </button>
          );
        })}
      </div>
    </div>
  );
}
