import { ActionIcon } from "../../../actions/ActionButton";
import { useBoneCount } from "../../../panels/bones/use-segment";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { SegmentTree } from "./SegmentTree";

/** The bones of the skeleton while it is drawn. */
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
      {bare && <div className="bonetools inset">{tools}</div>}
      {count ? (
        <SegmentTree />
      ) : (
        <p className="note inset">No bones yet. Click inside the mesh to draw them.</p>
      )}
    </>
  );
}
