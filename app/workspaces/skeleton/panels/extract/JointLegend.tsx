import { freeJoints } from "../../../../document/skeleton/skeleton-facts";
import { useDocument, useView } from "../../../../document/use-stores";
import { LegendCard } from "../../../../panels/legend/LegendCard";
import { Icon } from "../../../../ui/icons/Icon";
import textCss from "../../../../ui/text/text.module.css";
import css from "./JointLegend.module.css";

/** Explains the marks of joints, where no colours of the surface need a legend. */
export function JointLegend() {
  const isShown = useView(
    ({ showBones, shading, layout }) => showBones && shading === "clay" && layout !== "source",
  );
  const joints = useDocument(({ rig }) => rig?.bones.filter(({ parent }) => parent >= 0).length ?? 0);
  const free = useDocument((state) => freeJoints(state)?.reduce((sum, each) => sum + each, 0) ?? null);
  if (!isShown || joints === 0) return null;
  return (
    <LegendCard>
      <dl className={css.rows}>
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
      </dl>
    </LegendCard>
  );
}
