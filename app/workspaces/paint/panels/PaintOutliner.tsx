import { Menu } from "@base-ui/react/menu";
import { useState } from "react";
import { ActionIcon } from "../../../actions/ActionButton";
import { ActionItem } from "../../../actions/ActionItem";
import { formatCount } from "../../../common/format";
import { useDocument, useView } from "../../../document/use-stores";
import { StillParts } from "../../../panels/bones/PartRows";
import { usePacedRig } from "../../../panels/bones/use-bones";
import { useBoneCount } from "../../../panels/bones/use-segment";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { Note } from "../../../ui/feedback/Note";
import { NameFilter } from "../../../ui/fields/NameFilter";
import menuCss from "../../../ui/menus/Menu.module.css";
import { MoreMenu } from "../../../ui/menus/MoreMenu";
import textCss from "../../../ui/text/text.module.css";
import { SegmentOutline } from "../../skeleton/panels/SegmentOutline";
import { SkeletonOutliner } from "../../skeleton/panels/SkeletonOutliner";
import { InfluenceList } from "./InfluenceList";
import { LayersPanel } from "./layers/LayersPanel";
import css from "./PaintOutliner.module.css";
import { VertexTable } from "./VertexTable";

const MENU = [
  ["paint.lock", "paint.lock-others", "paint.unlock-all"],
  ["paint.release", "paint.release-bone", "paint.release-vertex"],
  ["paint.flood", "paint.flood-bone"],
  [
    "paint.mirror-layer",
    "paint.mirror-forward",
    "paint.mirror-back",
    "paint.mirror-mean",
    "paint.fill-unmatched",
  ],
  ["paint.normalise", "paint.prune", "paint.limit"],
  ["paint.copy", "paint.paste", "paint.copy-selection", "paint.paste-selection"],
  ["paint.copy-bone", "paint.bone-copy", "paint.bone-add", "paint.bone-move", "paint.bone-swap"],
] as const;

function InfluenceMenu() {
  return (
    <MoreMenu label="Weights">
      {MENU.map((group, n) => (
        <Menu.Group key={group[0]}>
          {n > 0 && <Menu.Separator className={menuCss.separator} />}
          {group.map((id) => (
            <ActionItem key={id} id={id} />
          ))}
        </Menu.Group>
      ))}
    </MoreMenu>
  );
}

/** Shown before there are weights: the bones that the mesh can be bound to. */
function BeforeWeights() {
  const count = useBoneCount();
  if (count) {
    return (
      <>
        <SegmentOutline />
        <p className={`${textCss.tertiary} ${css.note}`}>
          Bind the mesh to these bones to give them weights.
        </p>
      </>
    );
  }
  return <Note inset>No bones yet. Draw a skeleton into the mesh, or open one.</Note>;
}

/** The bones to paint, the weights of one vertex, and the layers, which have a tab of their own in a sheet. */
function Influences({ bare }: { bare: boolean }) {
  const rig = usePacedRig();
  const [filter, setFilter] = useState("");
  const locked = useDocument((state) => state.weightEdits.locked.length > 0);
  const unbound = useDocument((state) => state.skeleton?.segments.length ?? 0);
  const tools = rig && (
    <>
      <ActionIcon action="paint.solo" />
      <InfluenceMenu />
    </>
  );
  return (
    <>
      {!bare && (
        <PanelHead
          title={rig ? "Influences" : "Bones"}
          sub={rig || unbound > 0 ? formatCount(rig?.bones.length ?? unbound) : undefined}
          panel="outliner"
        >
          {tools}
        </PanelHead>
      )}
      {rig ? (
        <>
          <NameFilter value={filter} onChange={setFilter}>
            {bare && tools}
          </NameFilter>
          <InfluenceList rig={rig} filter={filter} />
          {!bare && (
            <p className={`${textCss.tertiary} ${css.note}`}>
              {locked ? "Locked bones keep their weights." : "Alt-click a padlock to lock all others."}
            </p>
          )}
          <VertexTable />
          {!bare && <LayersPanel />}
        </>
      ) : (
        <BeforeWeights />
      )}
    </>
  );
}

/** The bones to draw or to paint, and the parts of a still mesh. */
export function PaintOutliner({ bare = false }: { bare?: boolean }) {
  const drawing = useView((view) => view.paint.tool === "skeleton");
  return (
    <>
      {drawing ? <SkeletonOutliner bare={bare} /> : <Influences bare={bare} />}
      {!bare && <StillParts />}
    </>
  );
}
