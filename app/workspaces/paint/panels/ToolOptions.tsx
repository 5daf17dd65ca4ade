import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { ActionIcon } from "../../../actions/ActionButton";
import { shownRig } from "../../../document/document";
import { setPaint } from "../../../document/paint-settings";
import type { PaintState } from "../../../document/paint-state";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { REACHES } from "../../../panels/brush/BrushFields";
import { OPERATIONS, WEIGHT_OPERATIONS } from "../../../panels/brush/operations";
import { Segmented } from "../../../ui/choices/Segmented";
import { Icon } from "../../../ui/icons/Icon";
import { Separator } from "../../../ui/layout/Separator";
import { MenuChoice, MenuPopup } from "../../../ui/menus/MenuPopup";
import { MenuTrigger, MenuWord } from "../../../ui/menus/MenuTrigger";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import textCss from "../../../ui/text/text.module.css";
import { isSelecting, PAINT_TOOLS } from "../actions/paint-words";
import css from "./PaintChrome.module.css";
import { useBrush } from "./use-brush";

/** The operations in the menu beside the segments. */
const MORE = WEIGHT_OPERATIONS.filter(({ value }) => !OPERATIONS.some((each) => each.value === value));

function Operations() {
  const stores = useStores();
  const operation = useView((view) => view.paint.operation);
  const set = (next: PaintState["operation"]) => setPaint(stores, { operation: next });
  const further = MORE.find(({ value }) => value === operation);
  return (
    <>
      <Segmented
        label="Operation"
        value={operation as string}
        options={OPERATIONS.map(({ value, label }) => ({ value: value as string, label }))}
        onChange={(next) => set(next as PaintState["operation"])}
      />
      <Menu.Root>
        <MenuTrigger
          aria-label={further ? `More brushes: ${further.label}` : "More brushes"}
          className={further ? css.chosen : undefined}
        >
          {further?.label ?? "More"}
          <Icon name="down" small />
        </MenuTrigger>
        <MenuPopup sideOffset={6} align="start">
          <Menu.RadioGroup value={operation} onValueChange={set}>
            {MORE.map((choice) => (
              <MenuChoice key={choice.value} {...choice} />
            ))}
          </Menu.RadioGroup>
        </MenuPopup>
      </Menu.Root>
    </>
  );
}

function Reach() {
  const stores = useStores();
  const reach = useView((view) => view.paint.reach);
  return (
    <>
      <MenuWord className={`${textCss.secondary} ${css.word}`}>Reach</MenuWord>
      <Segmented
        label="Reach"
        value={reach}
        options={REACHES.map(({ value, label }) => ({ value, label }))}
        onChange={(next) => setPaint(stores, { reach: next })}
      />
    </>
  );
}

const CLICKS: readonly { value: PaintState["takes"]; label: string }[] = [
  { value: "vertex", label: "Vertex" },
  { value: "face", label: "Face" },
  { value: "loop", label: "Loop" },
  { value: "part", label: "Part" },
];

/** Sets what a click selects, and whether boxes and lines also select vertices behind the surface. */
function Selecting({ clicks }: { clicks: boolean }) {
  const stores = useStores();
  const takes = useView((view) => view.paint.takes);
  const through = useView((view) => view.paint.through);
  return (
    <>
      {clicks && (
        <>
          <MenuWord className={`${textCss.secondary} ${css.word}`}>Click</MenuWord>
          <Segmented
            label="Click"
            value={takes}
            options={[...CLICKS]}
            onChange={(next) => setPaint(stores, { takes: next })}
          />
          <Separator />
        </>
      )}
      <MenuWord className={`${textCss.secondary} ${css.word}`}>Depth</MenuWord>
      <Segmented
        label="Depth"
        value={through ? "through" : "visible"}
        options={[
          { value: "visible", label: "Visible" },
          { value: "through", label: "Through" },
        ]}
        onChange={(next) => setPaint(stores, { through: next === "through" })}
      />
    </>
  );
}

/** The options of the active tool, in one bar across the top: first the tool's name, last `children`. */
export function ToolOptions({ children }: { children: ReactNode }) {
  const tool = useView((view) => view.paint.tool);
  const isBrush = useBrush();
  const hasRig = useDocument((state) => shownRig(state) !== null);
  const selects = isSelecting(tool);
  if (!isBrush && !selects) return children;
  const name = PAINT_TOOLS.find((each) => each.tool === tool)?.label;
  return (
    <div
      data-ui="bar"
      className={`${overlayCss.bar} ${css.options}`}
      role="group"
      aria-label={`${name} options`}
    >
      <span className={`${textCss.strong} ${css.name}`}>{name}</span>
      {tool === "weight" && hasRig && <Operations />}
      {selects && <Selecting clicks={tool === "select"} />}
      {isBrush && (
        <>
          {tool === "weight" && hasRig && <Separator />}
          <Reach />
          <Separator />
          <ActionIcon action="paint.mirror-x" />
        </>
      )}
      {selects && <Separator />}
      <ActionIcon action="select.mask" />
      {isBrush && <ActionIcon action="paint.turn" />}
      {children}
    </div>
  );
}
