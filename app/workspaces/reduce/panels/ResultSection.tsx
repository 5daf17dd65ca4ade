import { useMemo } from "react";
import { howMany } from "../../../../workers/model/reports/figures";
import type { SparseWeights } from "../../../../workers/model/rig/sparse-weights";
import {
  formatBytes,
  formatCount,
  formatError,
  formatPercent,
  formatPlain,
  formatTenths,
  plural,
} from "../../../common/format";
import { ERms } from "../../../panels/report/Report";
import { Bars } from "../../../ui/figures/Bars";
import { KeyValue, KeyValues } from "../../../ui/figures/KeyValues";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Section } from "../../../ui/layout/Section";
import textCss from "../../../ui/text/text.module.css";
import { useShownRun } from "./use-reduction";

/** How many vertices have 1, 2, 3 … influences. */
function influenceCounts({ offsets }: SparseWeights): number[] {
  const counts: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const size = offsets[i + 1] - offsets[i];
    counts[size] = (counts[size] ?? 0) + 1;
  }
  return Array.from(counts, (count) => count ?? 0);
}

/** The figures of the result in view B, beside those of the original rig. */
export function ResultSection() {
  const shown = useShownRun();
  const counts = useMemo(() => (shown?.rig ? influenceCounts(shown.rig.weights) : []), [shown?.rig]);
  if (!shown?.report) return null;
  const { dense, ...report } = shown.report;
  return (
    <Section
      name="reduce-report"
      title="Report"
      end={report.judgedOn === "frames" ? plural(report.judged, "frame") : plural(report.judged, "test pose")}
    >
      <div className={layoutCss.stack}>
        <p>
          <span className={textCss.secondary}>{formatError(dense.eRms)} to </span>
          <span className={textCss.strong}>{formatError(report.eRms)}</span> <ERms />
        </p>
        <KeyValues>
          <KeyValue
            name="Largest distance"
            value={formatPercent(report.maxErrorPercent)}
            note={`was ${formatPercent(dense.maxErrorPercent)}`}
          />
          <KeyValue
            name="Normals"
            value={`${formatTenths(report.normalErrorDegrees)}°`}
            note={`was ${formatTenths(dense.normalErrorDegrees)}°`}
          />
          {report.smoothness != null && (
            <KeyValue
              name="Weight of normals"
              value={formatPlain(report.smoothness)}
              note={`τ ${formatPlain(report.tangential ?? 0)}, ${howMany(report.sweeps ?? 0, "sweep")}`}
            />
          )}
          {report.edges && (
            <KeyValue
              name="Edges, 99.9 %"
              value={formatPercent(100 * report.edges.most)}
              note={`largest ${formatPercent(100 * report.edges.largest)}`}
            />
          )}
          <KeyValue
            name="Weights"
            value={formatBytes(report.bytes)}
            note={`was ${formatBytes(dense.bytes)}`}
          />
          <KeyValue
            name="Blends per vertex"
            value={formatTenths(report.meanInfluences)}
            note={`was ${formatTenths(dense.meanInfluences)}`}
          />
          <KeyValue name="Seconds" value={formatTenths(report.seconds)} />
        </KeyValues>
        <Bars
          wide
          rows={counts.flatMap((value, n) =>
            value > 0 ? [{ name: plural(n, "influence"), value, text: formatCount(value) }] : [],
          )}
        />
      </div>
    </Section>
  );
}
