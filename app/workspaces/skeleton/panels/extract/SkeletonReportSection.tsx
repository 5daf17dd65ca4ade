import { placeWords, type SkeletonReport } from "../../../../../workers/model/reports/skeleton-report";
import { formatError, formatLength, formatSeconds, plural } from "../../../../common/format";
import { diagonalOf } from "../../../../document/measure";
import { useDocument, useStore } from "../../../../document/use-stores";
import { ERms } from "../../../../panels/report/Report";
import { Badge } from "../../../../ui/feedback/Badge";
import { Note } from "../../../../ui/feedback/Note";
import { KeyFigure } from "../../../../ui/figures/KeyFigure";
import { KeyValue, KeyValues } from "../../../../ui/figures/KeyValues";
import { Icon } from "../../../../ui/icons/Icon";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { PULL_TRIAL } from "../../runs/extract/pulling";
import { StillNotes } from "./StillNotes";

/** Shown for the error with the other kind of joints, which is unknown after an edit by hand. */
const NOT_SINCE_EDITS = "not measured";

/** RMS gap of the joints, in percent of the diagonal. */
function meanGap({ joints }: SkeletonReport): number {
  const connected = joints.filter(({ parent }) => parent !== null);
  return Math.sqrt(
    connected.reduce((sum, { gapPercent }) => sum + gapPercent ** 2, 0) / Math.max(1, connected.length),
  );
}

/**
 * The mean and the largest distance from a joint to the place where the weights of its bones meet, in percent of the
 * diagonal.
 */
function distances({ joints }: SkeletonReport): { mean: number; worst: number } {
  const all = joints.filter(({ parent }) => parent !== null).map(({ distancePercent }) => distancePercent);
  return { mean: all.reduce((sum, x) => sum + x, 0) / Math.max(1, all.length), worst: Math.max(0, ...all) };
}

/** The notes without those that StillNotes shows with a button. */
function plainNotes({ notes, still = [] }: SkeletonReport): string[] {
  return notes.filter((note) => !still.some(({ position }) => note.includes(placeWords(position))));
}

/** The figures that the extraction reached. */
export function SkeletonReportSection() {
  const own = useDocument((state) => state.skeletonReport);
  const trial = useStore(PULL_TRIAL, (state) => state.report);
  const report = trial ?? own;
  const sequence = useDocument((state) => state.sequence);
  const { joints, bones: asked } = useDocument((state) => state.extraction);
  if (!own || !report || !sequence) return null;
  const length = (percent: number) =>
    formatLength((percent / 100) * diagonalOf(sequence) * sequence.metresPerUnit);
  const isFew = report.method !== "connect" && report.bones < asked;
  const words =
    report.method === "connect"
      ? plural(report.bones, "bone")
      : `${report.bones} of ${plural(asked, "bone")}`;
  const isStrict = joints === "strict";
  const [now, before] = [report, own].map(distances);
  const farthest = report.joints.find(({ distancePercent }) => distancePercent === now.worst)?.name ?? "";
  const was = (percent: number, otherwise: string) => (trial ? `was ${length(percent)}` : otherwise);
  return (
    <Section name="skeleton-report" title="Report" end={formatSeconds(report.seconds)}>
      <KeyFigure
        value={formatError(isStrict ? report.eRmsStrict : report.eRms)}
        of={
          <span className={textCss.tertiary}>
            <ERms />
            {trial && isStrict && `, was ${formatError(own.eRmsStrict)}`}
          </span>
        }
      >
        <Badge tone={isFew ? "warn" : "ok"}>{words}</Badge>
      </KeyFigure>
      <KeyValues>
        {isStrict ? (
          <KeyValue
            name="Soft joints"
            value={report.edited ? "–" : formatError(report.eRms)}
            note={report.edited ? NOT_SINCE_EDITS : `gaps of ${length(meanGap(report))}`}
          />
        ) : (
          <KeyValue
            name="Strict joints"
            value={report.edited ? "–" : formatError(report.eRmsStrict)}
            note={report.edited ? NOT_SINCE_EDITS : "no gaps"}
          />
        )}
        <KeyValue name="Joint to bend" value={length(now.mean)} note={was(before.mean, "the mean")} />
        <KeyValue name="Farthest" value={length(now.worst)} note={was(before.worst, farthest)} />
        {report.heldOut && (
          <KeyValue
            name="Held out"
            value={`${report.heldOut.ratio.toFixed(2)}×`}
            note={plural(report.heldOut.frames.length, "frame")}
          />
        )}
      </KeyValues>
      {plainNotes(own).map((note) => (
        <Note key={note} style={{ marginTop: 8 }}>
          <Icon name="info" />
          <span>{note}</span>
        </Note>
      ))}
      <StillNotes places={own.still ?? []} />
    </Section>
  );
}
