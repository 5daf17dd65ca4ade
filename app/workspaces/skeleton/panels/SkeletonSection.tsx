import { ActionButton, ActionIcon } from "../../../actions/ActionButton";
import { useAction } from "../../../actions/use-action";
import { useDocument, useView } from "../../../document/use-stores";
import { useBoneCount, usePickedSegment } from "../../../panels/bones/use-segment";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { Section } from "../../../ui/layout/Section";
import sectionCss from "../../../ui/layout/Section.module.css";
import textCss from "../../../ui/text/text.module.css";
import { LimitFields } from "./LimitFields";
import { SegmentFields } from "./SegmentFields";
import css from "./SkeletonSection.module.css";

function ActionCheck({ action: id, end }: { action: string; end?: string }) {
  const { action, refusal, checked, perform } = useAction(id);
  return (
    <CheckRow
      label={action.label}
      end={end}
      checked={checked}
      disabled={refusal !== null}
      onChange={perform}
    />
  );
}

/** Ways to get a skeleton. */
function Beginnings() {
  const hasRig = useDocument((state) => state.rig !== null);
  return (
    <div className={css.beginnings}>
      <ActionButton action="skeleton.new" icon label="Draw skeleton" look="primary" />
      {hasRig && <ActionButton action="skeleton.of-rig" icon look="ghost" />}
    </div>
  );
}

/** Shown while another tool is active. */
function Standby({ count }: { count: string | null }) {
  return (
    <Section name="skeleton" title="Skeleton" end={count ?? undefined} shut={count !== null}>
      {count ? (
        <ActionButton action="skeleton.draw" icon label="Edit skeleton" />
      ) : (
        <>
          <p className={`${textCss.tertiary} ${textCss.hint}`}>
            Draw bones inside the mesh, or drop a file with a skeleton.
          </p>
          <Beginnings />
        </>
      )}
    </Section>
  );
}

const BONE_TOOLS = ["extrude", "mirror", "connect", "disconnect", "dissolve", "delete", "delete-branch"];

/** Actions on the selected bone. */
function BoneTools() {
  return (
    <div className={css.tools} role="toolbar" aria-label="Selected bone">
      {BONE_TOOLS.map((name) => (
        <ActionIcon key={name} action={`skeleton.${name}`} />
      ))}
    </div>
  );
}

function SelectedBone() {
  const picked = usePickedSegment();
  if (!picked) return null;
  return (
    <>
      <Section name="selected-bone" title="Selected bone">
        <SegmentFields {...picked} />
        <BoneTools />
      </Section>
      {picked.segment.kind !== "virtual" && (
        <Section name="bone-limits" title="Limits" end="for random poses">
          <LimitFields {...picked} />
        </Section>
      )}
    </>
  );
}

/** The skeleton section: ways to get one, drawing options, and the properties and limits of the selected bone. */
export function SkeletonSection() {
  const isHere = useView((view) => view.paint.tool === "skeleton");
  const count = useBoneCount();
  const started = useView((view) => view.firstJoint !== null);
  if (!isHere) return <Standby count={count} />;
  return (
    <>
      <section className={`${sectionCss.section} ${sectionCss.plain} ${css.drawing}`} aria-label="Drawing">
        {!count && (
          <p className={`${textCss.secondary} ${textCss.hint}`}>
            {started
              ? "Click where the first bone ends."
              : "Click inside the mesh to place joints. Each goes to the middle of the limb under the pointer."}
          </p>
        )}
        <div className={css.switches}>
          <ActionCheck action="skeleton.both-sides" end="X" />
          <ActionCheck action="skeleton.snap" end="Ctrl" />
        </div>
        <OfRig />
      </section>
      <SelectedBone />
    </>
  );
}

/** Offers to make the skeleton from the rig, if there is a rig and no skeleton. */
function OfRig() {
  const offered = useDocument(({ rig, skeleton }) => rig !== null && !skeleton?.segments.length);
  return offered ? <ActionButton action="skeleton.of-rig" icon /> : null;
}
