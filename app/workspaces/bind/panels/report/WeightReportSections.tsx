import type { WeightReport } from "../../../../../workers/model/reports/weight-report";
import type { WeightMethod } from "../../../../../workers/model/weights/weight-settings";
import { useAction } from "../../../../actions/use-action";
import { capital } from "../../../../common/capital";
import {
  formatBytes,
  formatCount,
  formatFigure,
  formatSeconds,
  formatShare,
  plural,
} from "../../../../common/format";
import { nameOfFirst, WEIGHT_METHOD_NAMES } from "../../../../document/binding/weight-settings-text";
import { useBinding, useDocument } from "../../../../document/use-stores";
import { Badge } from "../../../../ui/feedback/Badge";
import { KeyFigure } from "../../../../ui/figures/KeyFigure";
import { KeyValue, KeyValues } from "../../../../ui/figures/KeyValues";
import { Icon } from "../../../../ui/icons/Icon";
import { Section } from "../../../../ui/layout/Section";
import textCss from "../../../../ui/text/text.module.css";
import { BoneMasses } from "./BoneMasses";
import { MeasureLink } from "./MeasureLink";
import { type ShownReport, useWeightReport } from "./use-weight-report";
import css from "./WeightReportSections.module.css";
import { againstHeat, type BoneShare, boneShares, secondsInAll } from "./weight-figures";

const OUTDATED = {
  settling: "Out of date. The new weights are measured when they settle or you keep them.",
  changed: "Out of date. ",
};

/** Says whether the figures are out of date. The line always takes its space. */
function Label({ of }: Pick<ShownReport, "of">) {
  if (of === "these")
    return (
      <p className={`${textCss.tertiary} ${textCss.twoLines} ${css.note}`}>
        Measured in 100 random poses that the weights were not fitted to.
      </p>
    );
  return (
    <p className={`${textCss.twoLines} ${css.note} ${css.outdated}`} role="status">
      <Icon name="warn" />
      {OUTDATED[of]}
      {of === "changed" && <MeasureLink label="Measure again" />}
    </p>
  );
}

function EnergyFigure({ report }: { report: WeightReport }) {
  const change = againstHeat(report);
  return (
    <KeyFigure
      value={formatFigure(report.heldOutEnergy)}
      of={
        <span
          className={textCss.tertiary}
          title="Mean squared strain in poses that the weights were not fitted to"
        >
          energy
        </span>
      }
    >
      {change !== null && (
        <Badge tone={change <= 0 ? "ok" : "warn"}>
          {formatShare(Math.abs(change))} {change <= 0 ? "below" : "above"} {nameOfFirst(report.startedFrom)}
        </Badge>
      )}
    </KeyFigure>
  );
}

/** The number of attachments that are probably wrong, and a link to them. */
function Suspicious({ report }: { report: WeightReport }) {
  const live = useBinding(({ run, held }) => (run ? held : null));
  const { refusal, perform } = useAction("bind.next-suspicious");
  const count = (live ?? report.held).filter(({ suspicious }) => suspicious).length;
  return (
    <>
      <dt>Suspicious attachments</dt>
      <dd>
        {formatCount(count)}
        <span>
          {count > 0 && refusal === null && (
            <button type="button" className={textCss.link} onClick={perform}>
              Show {count === 1 ? "it" : "the next"}
            </button>
          )}
        </span>
      </dd>
    </>
  );
}

/** The figures that artists judge weights by. */
function MainFigures({ report, least }: { report: WeightReport; least: BoneShare | undefined }) {
  const optimised = report.method === "arap";
  return (
    <KeyValues>
      {report.usedInstead && (
        <KeyValue
          name="Weights kept"
          value={WEIGHT_METHOD_NAMES[report.usedInstead as WeightMethod] ?? report.usedInstead}
          note={`optimised ones strain more in unseen poses: ${formatFigure(report.optimisedEnergy ?? 0)}`}
        />
      )}
      {report.method !== "heat" && (
        <KeyValue
          name={`${capital(nameOfFirst(report.startedFrom))} weights`}
          value={formatFigure(report.heldOutHeat)}
          note="in the same poses"
        />
      )}
      {least && <KeyValue name="Weakest bone" value={formatShare(least.ofHeat)} note={least.name} />}
      {optimised && (
        <KeyValue
          name="Negative weights"
          value={formatCount(report.negativeWeights)}
          note={report.negativeWeights > 0 ? "before clean-up" : ""}
        />
      )}
      {optimised && <Suspicious report={report} />}
      <KeyValue name="Unknowns" value={formatFigure(report.unknownsPerVertex)} note="per vertex" />
      <KeyValue name="Memory" value={formatBytes(report.bytes)} note="at most" />
      <KeyValue
        name="Time"
        value={formatSeconds(secondsInAll(report))}
        note={optimised ? plural(report.energyPerIteration.length, "iteration") : ""}
      />
    </KeyValues>
  );
}

function MoreFigures({ report }: { report: WeightReport }) {
  return (
    <KeyValues>
      {report.seconds.map(([phase, seconds]) => (
        <KeyValue key={phase} name={phase} value={formatSeconds(seconds)} />
      ))}
      <KeyValue name="Vertices" value={formatCount(report.vertices)} />
      <KeyValue name="Bones" value={formatCount(report.bones)} />
      {report.exemplars > 0 && <KeyValue name="Sample poses" value={formatCount(report.exemplars)} />}
      <KeyValue name="Seed" value={formatCount(report.seed)} />
    </KeyValues>
  );
}

const nameOf = (method: string): string =>
  method === "given"
    ? "as found"
    : ((WEIGHT_METHOD_NAMES as Record<string, string | undefined>)[method] ?? method);

/** The quality of the weights: their energy in poses that nothing was fitted to, faded bones, and the cost. */
export function WeightReportSections() {
  const shown = useWeightReport();
  const segments = useDocument((state) => state.skeleton?.segments);
  const unbound = useAction("bind.measure").refusal !== null;
  const goesOn = useBinding(({ run }) => run !== null && run.state !== "ended");
  if (!segments || segments.length === 0) return null;
  if (!shown) {
    return (
      <Section name="weight-report" title="Report">
        <p className={`${textCss.tertiary} ${textCss.hint}`}>
          {goesOn
            ? "Measured when the weights settle or you keep them."
            : unbound
              ? "Not bound yet."
              : "Not measured yet."}{" "}
          {!goesOn && <MeasureLink label="Measure" />}
        </p>
      </Section>
    );
  }
  const { report, of } = shown;
  const shares = boneShares(
    report,
    segments.map(({ name }) => name),
  );
  return (
    <>
      <Section name="weight-report" title="Report" end={nameOf(report.method)}>
        <EnergyFigure report={report} />
        <MainFigures report={report} least={shares[0]} />
        <Label of={of} />
      </Section>
      <Section name="weight-mass" title="Bone mass" shut end="most faded first">
        <BoneMasses shares={shares} />
      </Section>
      <Section name="weight-figures" title="More figures" shut end="time per phase, seed">
        <MoreFigures report={report} />
      </Section>
    </>
  );
}
