import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { ActionIcon } from "../../../actions/ActionButton";
import { isGradient } from "../../../document/brush-settings";
import { shownRig } from "../../../document/document";
import { setPaint } from "../../../document/paint-settings";
import type { PaintState } from "../../../document/paint-state";
import { useDocument, useStores, useView } from "../../../document/use-stores";
import { REACHES } from "../../../panels/brush/BrushFields";
import { OPERATIONS, WEIGHT_OPERATIONS } from "../../../panels/brush/operations";
import { Segmented } from "../../../ui/choices/Segmented";
import { Icon } from "../../../ui/icons/Icon";
import { Separator } from "../../../ui/layout/Separator";
import { ChoiceMenu } from "../../../ui/menus/ChoiceMenu";
import { MenuChoice, MenuPopup } from "../../../ui/menus/MenuPopup";
import { MenuTrigger, MenuWord } from "../../../ui/menus/MenuTrigger";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import textCss from "../../../ui/text/text.module.css";
import { isSelecting, PAINT_TOOLS } from "../actions/paint-words";
import css from "./PaintChrome.module.css";
import { useBrush } from "./use-brush";

/** The operations in the menu beside the segments. */
const MORE = WEIGHT_OPERATIONS.filter(({ value }) => !OPERATIONS.some((each) => each.value === value));

interface BarChoiceProps<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; label: string; help?: string }[];
  /** Whether a menu replaces the buttons. */
  narrow: boolean;
  onChange(value: T): void;
}

/** One of several options: a button for each, or a menu. */
function BarChoice<T extends string>({ narrow, label, value, choices, onChange }: BarChoiceProps<T>) {
  if (narrow) return <ChoiceMenu {...{ label, value, choices, onChange }} />;
  const options = choices.map((choice) => ({ value: choice.value, label: choice.label }));
  return (
    <>
      <MenuWord className={`${textCss.secondary} ${css.word}`}>{label}</MenuWord>
      <Segmented {...{ label, value, options, onChange }} />
    </>
  );
}

function Operations({ narrow }: { narrow: boolean }) {
  const stores = useStores();
  const operation = useView((view) => view.paint.operation);
  const set = (next: PaintState["operation"]) => setPaint(stores, { operation: next });
  if (narrow)
    return <ChoiceMenu label="Operation" value={operation} choices={WEIGHT_OPERATIONS} onChange={set} />;
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

function Reach({ narrow }: { narrow: boolean }) {
  const stores = useStores();
  const reach = useView((view) => view.paint.reach);
  const set = (next: PaintState["reach"]) => setPaint(stores, { reach: next });
  return <BarChoice label="Reach" value={reach} choices={REACHES} narrow={narrow} onChange={set} />;
}

const CLICKS: readonly { value: PaintState["takes"]; label: string }[] = [
  { value: "vertex", label: "Vertex" },
  { value: "face", label: "Face" },
  { value: "loop", label: "Loop" },
  { value: "part", label: "Part" },
];

const DEPTHS: readonly { value: "visible" | "through"; label: string }[] = [
  { value: "visible", label: "Visible" },
  { value: "through", label: "Through" },
];

/** Sets what a click selects, and whether boxes and lines also select vertices behind the surface. */
function Selecting({ clicks, narrow }: { clicks: boolean; narrow: boolean }) {
  const stores = useStores();
  const takes = useView((view) => view.paint.takes);
  const through = useView((view) => view.paint.through);
  return (
    <>
      {clicks && (
        <>
          <BarChoice
            label="Click"
            value={takes}
            choices={CLICKS}
            narrow={narrow}
            onChange={(next) => setPaint(stores, { takes: next })}
          />
          <Separator />
        </>
      )}
      <BarChoice
        label="Depth"
        value={through ? "through" : "visible"}
        choices={DEPTHS}
        narrow={narrow}
        onChange={(next) => setPaint(stores, { through: next === "through" })}
      />
    </>
  );
}

/**
 * The options of the active tool, in one bar across the top: first the tool's name, last `children`.
 * @param narrow whether menus replace rows of buttons.
 */
export function ToolOptions({ narrow, children }: { narrow: boolean; children: ReactNode }) {
  const tool = useView((view) => view.paint.tool);
  const isBrush = useBrush();
  const hasRig = useDocument((state) => shownRig(state) !== null);
  const gradient = useView(({ paint }) => paint.tool === "weight" && isGradient(paint.operation));
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
      {tool === "weight" && hasRig && <Operations narrow={narrow} />}
      {selects && <Selecting clicks={tool === "select"} narrow={narrow} />}
      {isBrush && (
        <>
          {tool === "weight" && hasRig && <Separator />}
          {!gradient && <Reach narrow={narrow} />}
          {!gradient && <Separator />}
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
