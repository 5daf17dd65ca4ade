import { Menu } from "@base-ui/react/menu";
import { type ComponentType, type ReactNode, useState } from "react";
import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { methodLabel } from "../../../workers/model/solve/methods";
import { useAction } from "../../actions/use-action";
import { useDocument, usePanels, useStores, useView, useWork } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import { Badge } from "../../ui/feedback/Badge";
import { Note } from "../../ui/feedback/Note";
import { NameFilter } from "../../ui/fields/NameFilter";
import { Icon } from "../../ui/icons/Icon";
import { Row, RowName, RowValue } from "../../ui/lists/Row";
import menuCss from "../../ui/menus/Menu.module.css";
import { MenuChoice } from "../../ui/menus/MenuPopup";
import { MoreMenu } from "../../ui/menus/MoreMenu";
import textCss from "../../ui/text/text.module.css";
import { PanelHead } from "../frame/PanelHead";
import { BoneList } from "./BoneList";
import { BoneItems } from "./BoneMenu";
import { OutlinerBranch, useTwist } from "./OutlinerBranch";
import { PartRows } from "./PartRows";
import { useShownRig } from "./use-bones";

/** A button that shows or hides the source. */
function SourceEye() {
  const stores = useStores();
  const layout = useView((view) => view.layout);
  const rig = useShownRig();
  const shown = layout !== "rig" || !rig;
  return (
    <IconButton
      aria-pressed={shown}
      aria-label="Show source"
      onClick={() => rig && stores.view.setState({ layout: shown ? "rig" : "overlay" })}
    >
      <Icon name={shown ? "eye" : "eyeoff"} />
    </IconButton>
  );
}

function RigEye() {
  const { checked, perform } = useAction("view.bones");
  return (
    <IconButton aria-pressed={checked} aria-label="Show bones" onClick={perform}>
      <Icon name={checked ? "eye" : "eyeoff"} />
    </IconButton>
  );
}

function SequenceTree({ sequence }: { sequence: SequenceMesh }) {
  const stores = useStores();
  const [open, toggle] = useTwist("sequence", true);
  const [clipsOpen, toggleClips] = useTwist("clips", false);
  const playClip = (first: number, last: number) =>
    stores.view.setState({ range: [first, last], frame: first });
  return (
    <>
      <OutlinerBranch
        name={sequence.name}
        icon="film"
        depth={0}
        strong
        open={open}
        onToggle={toggle}
        end={<SourceEye />}
      />
      {open && <PartRows sequence={sequence} indent={42} />}
      {open && (
        <OutlinerBranch
          name="Clips"
          icon="flag"
          depth={1}
          open={clipsOpen}
          onToggle={toggleClips}
          end={
            <>
              <RowValue>{sequence.clips.length}</RowValue>
              <span style={{ width: "1rem" }} />
            </>
          }
        />
      )}
      {open &&
        clipsOpen &&
        sequence.clips.map((clip) => (
          <Row key={`${clip.first}`} style={{ paddingLeft: 60 }}>
            <RowName
              as="button"
              type="button"
              className={`${textCss.link} ${textCss.ellipsis}`}
              style={{ color: "inherit" }}
              title="Play this clip"
              onClick={() => playClip(clip.first, clip.last)}
            >
              {clip.name}
            </RowName>
            <RowValue>
              {clip.first + 1}–{clip.last + 1}
            </RowValue>
            <span style={{ width: "1rem" }} />
          </Row>
        ))}
    </>
  );
}

const ORDERS = { tree: "As a tree", error: "By error", name: "By name", index: "By number" } as const;

function OutlinerMenu({ items }: { items?: ReactNode }) {
  const stores = useStores();
  const order = usePanels((panels) => panels.boneOrder);
  const { refusal, perform } = useAction("edit.unlock-all");
  return (
    <MoreMenu label="Order and locks">
      <Menu.RadioGroup value={order} onValueChange={(boneOrder) => stores.panels.setState({ boneOrder })}>
        {Object.entries(ORDERS).map(([value, label]) => (
          <MenuChoice key={value} value={value} label={label} />
        ))}
      </Menu.RadioGroup>
      <Menu.Separator className={menuCss.separator} />
      <BoneItems />
      {items}
      <Menu.Separator className={menuCss.separator} />
      <Menu.Item
        className={menuCss.item}
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onClick={perform}
      >
        <Icon name="unlock" />
        Unlock everything
      </Menu.Item>
      <Menu.Item
        className={menuCss.item}
        disabled={stores.view.getState().hiddenBones.length === 0}
        onClick={() => stores.view.setState({ hiddenBones: [] })}
      >
        <Icon name="eye" />
        Show all bones
      </Menu.Item>
    </MoreMenu>
  );
}

interface OutlinerProps {
  /** Without a heading and the sequence, for the sheet of small screens. */
  bare?: boolean;
  /** The name of the branch of the bones. */
  name?: string;
  /** The text beside its name; by default the method that found it. */
  said?: string;
  /** The text without bones. */
  empty?: string;
  /** The list of the bones. */
  List?: ComponentType<{ rig: Rig; filter: string }>;
  /** More items of its menu. */
  items?: ReactNode;
}

/** Lists the contents of the document: the sequence with its parts and clips, and the rig with its bones. */
export function Outliner({
  bare = false,
  name = "Rig",
  said,
  empty = "No rig yet. Set the number of bones on the right and solve.",
  List = BoneList,
  items,
}: OutlinerProps) {
  const sequence = useDocument((state) => state.sequence);
  const method = useDocument((state) => (state.rig ? (state.report?.method ?? null) : null));
  const solving = useWork((work) => work.solve !== null || work.extraction !== null);
  const rig = useShownRig();
  const [filter, setFilter] = useState("");
  const [rigOpen, toggleRig] = useTwist("rig", true);
  const badge = solving ? "solving" : (said ?? (method && methodLabel(method)));
  return (
    <>
      {!bare && (
        <PanelHead title="Outliner" panel="outliner">
          <OutlinerMenu items={items} />
        </PanelHead>
      )}
      <NameFilter value={filter} onChange={setFilter}>
        {bare && <OutlinerMenu items={items} />}
      </NameFilter>
      {sequence && !bare && <SequenceTree sequence={sequence} />}
      {rig ? (
        <>
          {!bare && (
            <OutlinerBranch
              name={name}
              icon="bone"
              depth={0}
              strong
              open={rigOpen}
              onToggle={toggleRig}
              end={
                <>
                  {badge && <Badge>{badge}</Badge>}
                  <RigEye />
                </>
              }
            />
          )}
          {(rigOpen || bare) && <List rig={rig} filter={filter} />}
        </>
      ) : (
        <Note inset>{solving ? "Waiting for the first bones." : empty}</Note>
      )}
    </>
  );
}
