import { ActionIcon } from "../../../actions/ActionButton";
import { useBoneCount } from "../../../panels/bones/use-segment";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { Note } from "../../../ui/feedback/Note";
import { SegmentOutline } from "./SegmentOutline";
import skeletonSectionCss from "./SkeletonSection.module.css";

/** The bones of the skeleton, shown while it is drawn. */
export function SkeletonOutliner({ bare }: { bare: boolean }) {
  const count = useBoneCount();
  const tools = (
    <>
      <ActionIcon action="skeleton.of-rig" />
      <ActionIcon action="skeleton.clear" />
      <ActionIcon action="skeleton.new" />
    </>
  );
  return (
    <>
      {!bare && (
        <PanelHead title="Bones" sub={count?.replace(/ bones?/, "")} panel="outliner">
          {tools}
        </PanelHead>
      )}
      {bare && <div className={`${skeletonSectionCss.tools} ${skeletonSectionCss.inset}`}>{tools}</div>}
      {count ? <SegmentOutline /> : <Note inset>No bones yet. Click inside the mesh to draw them.</Note>}
    </>
  );
}
