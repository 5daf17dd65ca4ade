import { formatPlain, lengthUnit } from "../../../../common/format";
import { freeJoints, jointCosts } from "../../../../document/skeleton/skeleton-facts";
import { useDocument, useView } from "../../../../document/use-stores";
import legendCss from "../../../../panels/legend/Legend.module.css";
import { LegendCard } from "../../../../panels/legend/LegendCard";
import { Ticks } from "../../../../panels/legend/RampHandle";
import { Icon } from "../../../../ui/icons/Icon";
import textCss from "../../../../ui/text/text.module.css";
import { RAMPS } from "../../../../viewport/colours/palette";
import css from "./JointLegend.module.css";

/** The colours of joints by their cost, with the unit. */
function CostRamp() {
  const costs = useDocument(jointCosts);
  const metres = useDocument(({ sequence }) => sequence?.metresPerUnit ?? 1);
  if (!costs) return null;
  const unit = lengthUnit(costs.end * metres);
  return (
    <>
      <div className={legendCss.head}>
        <span className={`${textCss.strong} ${textCss.ellipsis}`}>
          {costs.kind === "strict" ? "Joint cost" : "Joint gap"}
        </span>
        <span className={textCss.secondary}>{unit.name}</span>
      </div>
      <div
        className={legendCss.bar}
        style={{ background: `linear-gradient(90deg, ${RAMPS.error.join(", ")})` }}
      />
      <Ticks full={(costs.end * metres) / unit.metres} write={formatPlain} />
    </>
  );
}

/** Explains the marks of joints if the colours of the surface need no legend. */
export function JointLegend() {
  const isShown = useView(
    ({ showBones, shading, layout }) => showBones && shading === "clay" && layout !== "source",
  );
  const showsCosts = useView((view) => view.showJointCosts);
  const joints = useDocument(({ rig }) => rig?.bones.filter(({ parent }) => parent >= 0).length ?? 0);
  const free = useDocument((state) => freeJoints(state)?.reduce((sum, each) => sum + each, 0) ?? null);
  const handles = useView(({ posing, selectedBone }) =>
    posing.tool === "reach" && selectedBone !== null ? 1 + posing.pins.length : 0,
  );
  if (!isShown || joints === 0) return null;
  return (
    <LegendCard>
      <dl className={showsCosts ? `${css.rows} ${css.aside}` : css.rows}>
        <dt>
          <i className={css.joint} />
          Joints
        </dt>
        <dd className={textCss.number}>{joints}</dd>
        {free !== null && (
          <>
            <dt>
              <Icon name="free" />
              Not determined
            </dt>
            <dd className={textCss.number}>{free}</dd>
          </>
        )}
        {handles > 0 && (
          <>
            <dt>
              <Icon name="ik" />
              IK handles
            </dt>
            <dd className={textCss.number}>{handles}</dd>
          </>
        )}
      </dl>
      {showsCosts && <CostRamp />}
    </LegendCard>
  );
}
