import type { ReactNode } from "react";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { SolveReport } from "../../../workers/model/reports/solve-report";
import { localityWords } from "../../../workers/model/solve/locality";
import { useAction } from "../../actions/use-action";
import { capital } from "../../common/capital";
import {
  formatBytes,
  formatCount,
  formatError,
  formatFigure,
  formatLength,
  formatPercent,
  formatSeconds,
  formatShare,
  formatSmall,
  formatTenths,
  plural,
} from "../../common/format";
import { diagonalOf } from "../../document/measure";
import { useDocument } from "../../document/use-stores";
import { Badge } from "../../ui/feedback/Badge";
import { Note } from "../../ui/feedback/Note";
import { KeyFigure } from "../../ui/figures/KeyFigure";
import { KeyValue, KeyValues } from "../../ui/figures/KeyValues";
import { Icon } from "../../ui/icons/Icon";
import textCss from "../../ui/text/text.module.css";
import { figureName } from "./figure-name";
import { useExportSize } from "./use-export-size";

/** The symbol E_RMS. */
export function ERms() {
  return (
    <>
      E<sub>RMS</sub>
    </>
  );
}

/** Converts percent of the diagonal to a length, with its unit. */
export function percentAsLength(percent: number, sequence: SequenceMesh): string {
  return formatLength((percent / 100) * diagonalOf(sequence) * sequence.metresPerUnit);
}

/**
 * A link that measures the rig with its painted weights.
 * @param brief without the reason if that is impossible now.
 */
export function MeasureAgain({ brief = false }: { brief?: boolean }) {
  const { refusal, perform } = useAction("rig.measure");
  return refusal ? (
    !brief && refusal
  ) : (
    <button type="button" className={textCss.link} onClick={perform}>
      Measure again
    </button>
  );
}

/** Warns that a report describes other weights than those on screen. */
function OfWeightsBefore({ report }: { report: SolveReport }) {
  if (!report.weightsChanged) return null;
  return (
    <Note tone="warn">
      <Icon name="warn" />
      <span>
        Out of date. <MeasureAgain />
      </span>
    </Note>
  );
}

export function ErrorFigure({ report }: { report: SolveReport }) {
  const asked = report.bonesAsked;
  const words = asked === null ? plural(report.bones, "bone") : `${report.bones} of ${plural(asked, "bone")}`;
  return (
    <>
      <OfWeightsBefore report={report} />
      <KeyFigure
        value={formatError(report.eRms)}
        of={
          <span className={textCss.tertiary}>
            <ERms />
          </span>
        }
      >
        <Badge tone={asked !== null && report.bones < asked ? "warn" : "ok"}>{words}</Badge>
      </KeyFigure>
    </>
  );
}

/** The size of the file that Export offers, and its ratio to the size of the sequence. */
function ExportSize({ report }: { report: SolveReport }) {
  const bytes = useExportSize();
  const share = bytes && report.sequenceBytes / bytes;
  const note = share && (share >= 1 ? `1/${formatCount(share)} of the cache` : "larger than the cache");
  return <KeyValue name="Size as GLB" value={bytes === null ? "–" : formatBytes(bytes)} note={note || ""} />;
}

/** The figures that artists judge a result by. */
export function MainFigures({ report, brief = false }: { report: SolveReport; brief?: boolean }) {
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  return (
    <KeyValues>
      <KeyValue
        name="RMS distance"
        value={percentAsLength(report.rmsePercent, sequence)}
        note={formatPercent(report.rmsePercent)}
      />
      <KeyValue
        name="Largest distance"
        value={percentAsLength(report.maxErrorPercent, sequence)}
        note={formatPercent(report.maxErrorPercent)}
      />
      {report.heldOut && (
        <KeyValue
          name="Held-out frames"
          value={formatError(report.heldOut.eRms)}
          note={`largest ${formatPercent(report.heldOut.maxErrorPercent)}${report.corrected ? ", without the correction" : ""}`}
        />
      )}
      {!brief && (
        <KeyValue
          name="Influences used"
          value={formatTenths(report.meanInfluences)}
          note={`mean, at most ${report.influences}`}
        />
      )}
      <KeyValue
        name="Time"
        value={formatSeconds(report.seconds)}
        note={report.iterations > 0 ? plural(report.iterations, "iteration") : undefined}
      />
      {!brief && <ExportSize report={report} />}
    </KeyValues>
  );
}

/** What the method thinned out to save time or memory. */
export function ReportNotes({ report }: { report: SolveReport }) {
  const notes = [...(report.locality ? [localityWords(report.locality)] : []), ...(report.notes ?? [])];
  return notes.map((note) => (
    <p key={note} className={`${textCss.tertiary} ${textCss.hint}`}>
      {note}
    </p>
  ));
}

/** All other figures of the report. */
export function MoreFigures({ report }: { report: SolveReport }) {
  const rows: ReactNode[] = [
    <KeyValue
      key="n"
      name="Normals"
      value={`${formatSmall(report.normalErrorDegrees)}°`}
      note="mean angle"
    />,
    ...(report.distanceDeviationPercent === undefined
      ? []
      : [
          <KeyValue
            key="deviation"
            name="Distances vary by"
            value={formatPercent(report.distanceDeviationPercent)}
            note="mean over the frames"
          />,
        ]),
    <KeyValue key="j" name="Jitter" value={formatPercent(report.jitterPercent)} note="of the diagonal" />,
    <KeyValue
      key="s"
      name="Stray influences"
      value={formatShare(report.strayInfluenceShare)}
      note="outside the patch"
    />,
    <KeyValue
      key="b"
      name="Basis"
      value={formatCount(report.basisRank)}
      note={`of ${formatCount(3 * report.frames)} rows`}
    />,
    <KeyValue key="l" name="Basis error" value={formatError(report.basisTailERms)} note="of the error" />,
    <KeyValue key="t" name="Threads" value={formatCount(report.threads)} />,
    <KeyValue key="d" name="Seed" value={formatCount(report.seed)} />,
  ];
  rows.unshift(
    <KeyValue key="w" name="Weights and motion" value={formatBytes(report.rigBytes)} note="of the rig" />,
  );
  if (report.bitsPerVertexFrame !== undefined) {
    const bits = formatFigure(report.bitsPerVertexFrame);
    rows.unshift(<KeyValue key="bits" name="Bits" value={bits} note="per vertex and frame" />);
  }
  for (const [name, value] of Object.entries(report.figures ?? {})) {
    rows.push(
      <KeyValue key={`own ${name}`} name={figureName(name)} value={formatFigure(value)} note="method" />,
    );
  }
  for (const [phase, seconds] of Object.entries(report.secondsPerPhase)) {
    const name = capital(phase);
    rows.push(<KeyValue key={phase} name={name} value={formatSeconds(seconds)} note="phase" />);
  }
  return <KeyValues>{rows}</KeyValues>;
}
