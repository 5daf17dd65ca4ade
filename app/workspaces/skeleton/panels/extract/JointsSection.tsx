import type { SkeletonJoint } from "../../../../../workers/model/reports/skeleton-report";
import { formatLength, plural } from "../../../../common/format";
import { diagonalOf } from "../../../../document/measure";
import { selectBones } from "../../../../document/selection";
import { freedomOf, jointsOfRig } from "../../../../document/skeleton/skeleton-facts";
import { useDocument, useStores, useView } from "../../../../document/use-stores";
import { Icon } from "../../../../ui/icons/Icon";
import { Section } from "../../../../ui/layout/Section";
import { Row, RowName } from "../../../../ui/lists/Row";
import { useRoving } from "../../../../ui/lists/roving";
import textCss from "../../../../ui/text/text.module.css";
import css from "./JointsSection.module.css";

/** The number of costly joints in the list. */
const COSTLIEST = 3;

/** Lists the joints that the motion does not determine, and the costliest ones. A click selects the bone. */
export function JointsSection() {
  const stores = useStores();
  const rig = useDocument((state) => state.rig);
  const skeletonReport = useDocument((state) => state.skeletonReport);
  const sequence = useDocument((state) => state.sequence);
  const selected = useView((view) => view.selectedBone);
  const roving = useRoving<HTMLDivElement>(":scope > button");
  const joints = jointsOfRig({ rig, skeletonReport });
  if (!rig || !joints || !sequence) return null;
  const all = joints.flatMap((joint, bone) => (joint ? [{ joint, bone }] : []));
  const free = all.filter(({ joint }) => freedomOf(joint));
  const costly = all
    .filter(({ joint }) => !freedomOf(joint) && joint.addedPercent > 0)
    .sort((a, b) => b.joint.addedPercent - a.joint.addedPercent)
    .slice(0, COSTLIEST);
  const cost = (joint: SkeletonJoint) =>
    formatLength((joint.addedPercent / 100) * diagonalOf(sequence) * sequence.metresPerUnit);
  const end =
    free.length > 0
      ? `${free.length} of ${all.length} not determined`
      : `${plural(all.length, "joint")}, all determined`;
  return (
    <Section name="skeleton-joints" title="Joints" end={all.length > 0 ? end : "none"}>
      <div {...roving} className={css.list} role="group" aria-label="Joints to check">
        {[...free, ...costly].map(({ joint, bone }) => (
          <Row
            as="button"
            key={joint.name}
            type="button"
            aria-pressed={bone === selected}
            selected={bone === selected}
            className={css.joint}
            onClick={() => selectBones(stores, [bone])}
          >
            <Icon name={freedomOf(joint) ? "free" : "move"} />
            <RowName className={textCss.ellipsis} title={`${joint.name} on ${joint.parent}`}>
              {joint.name} <span className={textCss.secondary}>on {joint.parent}</span>
            </RowName>
            <span className={textCss.secondary}>{freedomOf(joint) ?? `costs ${cost(joint)}`}</span>
          </Row>
        ))}
      </div>
      {free.length > 0 && (
        <p className={textCss.tertiary} style={{ marginTop: 6 }}>
          {free.length === 1
            ? "A joint that the motion leaves free is placed"
            : "Joints that the motion leaves free are placed"}{" "}
          where the two bones touch.
        </p>
      )}
    </Section>
  );
}
