import type { FitStage, FitStep } from "../../../../../workers/model/reports/fit-report";
import { useService } from "../../../../actions/studio";
import { classNames } from "../../../../common/class-names";
import {
  formatError,
  formatLength,
  formatPercent,
  formatSeconds,
  formatShareChange,
  formatTenths,
  plural,
} from "../../../../common/format";
import { isFitOutdated, stepInScene } from "../../../../document/skeleton/own-skeleton";
import { useDocument, useStore } from "../../../../document/use-stores";
import { ERms } from "../../../../panels/report/Report";
import { Badge } from "../../../../ui/feedback/Badge";
import { Note } from "../../../../ui/feedback/Note";
import { KeyFigure } from "../../../../ui/figures/KeyFigure";
import { KeyValue, KeyValues } from "../../../../ui/figures/KeyValues";
import { Icon } from "../../../../ui/icons/Icon";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { FIT_DESK } from "../../runs/fit/fit-desk";
import { FITTING } from "../../runs/fit/fitting";
import css from "./FitReportSection.module.css";

const STEPS: { step: FitStep; label: string }[] = [
  { step: "imported", label: "As imported" },
  { step: "motion", label: "Motion only" },
  { step: "weights", label: "Weights only" },
  { step: "both", label: "Both" },
  { step: "helpers", label: "With helpers" },
];

/** The error of each step as a bar. A click on a step shows its rig if it is still in memory. */
function StepBars({ stages, now }: { stages: readonly FitStage[]; now: FitStep }) {
  const fitting = useService(FITTING);
  const results = useStore(FIT_DESK, (desk) => desk.results);
  const helpers = useDocument((state) => state.fitRecord?.report?.helpers.length ?? 0);
  const most = Math.max(1e-12, ...stages.map(({ eRms }) => eRms));
  return (
    <div className={css.bars} role="group" aria-label="Error of each step">
      {STEPS.map(({ step, label }) => {
        const stage = stages.find((each) => each.step === step);
        const words = step === "helpers" && now === step ? `With ${plural(helpers, "helper")}` : label;
        const content = (
          <>
            <span>{words}</span>
            <span className={css.track}>
              {stage && <i style={{ width: `${Math.max(2, (100 * stage.eRms) / most)}%` }} />}
            </span>
            <span className={textCss.number}>{stage ? formatError(stage.eRms) : "–"}</span>
          </>
        );
        const look = classNames(css.bar, step === now && css.on, !stage && css.none);
        return results[step] ? (
          <button
            key={step}
            type="button"
            className={look}
            aria-pressed={step === now}
            title={step === now ? "In the scene" : "Show this result"}
            onClick={() => step !== now && fitting.show(step)}
          >
            {content}
          </button>
        ) : (
          <div key={step} className={look} title={stage ? undefined : "Not measured yet"}>
            {content}
          </div>
        );
      })}
    </div>
  );
}

/** The figures of the fit, beside those before it. */
export function FitReportSection() {
  const record = useDocument((state) => state.fitRecord);
  const sequence = useDocument((state) => state.sequence);
  const outdated = useDocument(isFitOutdated);
  if (!record || !sequence || (record.stages.length === 0 && !record.report)) return null;
  const { report, stages, goesOn } = record;
  const before = stages.find(({ step }) => step === "imported");
  const now = stepInScene({ fitRecord: record });
  const length = (units: number) => formatLength(units * sequence.metresPerUnit);
  const shown = report?.eRms ?? before?.eRms ?? 0;
  const degrees = (angle: number) => `${formatTenths(angle)}°`;
  return (
    <Section
      name="fit-report"
      title="Report"
      end={outdated ? "out of date" : report && formatSeconds(report.seconds)}
    >
      <KeyFigure
        value={formatError(shown)}
        before={report && before && <span className={textCss.secondary}>{formatError(before.eRms)} to</span>}
        of={
          <span className={textCss.tertiary}>
            <ERms />
          </span>
        }
      >
        {report && before && formatError(shown) !== formatError(before.eRms) && (
          <Badge tone={shown <= before.eRms ? "ok" : "warn"}>
            {formatShareChange(shown / before.eRms - 1)}
          </Badge>
        )}
      </KeyFigure>
      <StepBars stages={stages} now={now} />
      {report && (
        <KeyValues>
          <KeyValue
            name="Largest distance"
            value={length(report.largest.distance)}
            note={before ? `was ${length(before.largest)}` : `in frame ${report.largest.frame + 1}`}
          />
          {report.turns && (
            <KeyValue
              name={goesOn ? "Bones turned since" : "Bones turned by"}
              value={degrees(report.turns.mean)}
              note={`mean, up to ${degrees(report.turns.largest)}`}
            />
          )}
          {report.joints && (
            <KeyValue
              name="Joints moved by"
              value={formatPercent(report.joints.mean)}
              note={`mean, up to ${formatPercent(report.joints.largest)}`}
            />
          )}
        </KeyValues>
      )}
      {report?.notes.map((note) => (
        <Note key={note} style={{ marginTop: 8 }}>
          <Icon name="info" />
          <span>{note}</span>
        </Note>
      ))}
    </Section>
  );
}
