import { Fragment, useRef } from "react";
import { setPaint } from "../../../document/paint-settings";
import { useStores, useView } from "../../../document/use-stores";
import { useShownRig } from "../../../panels/bones/use-bones";
import { BoneLegend, WeightLegend } from "../../../panels/legend/Legend";
import { useHasLooks } from "../../../panels/viewport/use-has-looks";
import { Separator } from "../../../ui/layout/Separator";
import { rootFontSize } from "../../../ui/layout/use-layout";
import { useSize } from "../../../ui/layout/use-size";
import { ChoiceMenu } from "../../../ui/menus/ChoiceMenu";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { ToolColumn } from "../../../ui/overlays/ToolColumn";
import { BesideTags } from "../../bind/panels/BesideTags";
import { COLOURS, PAINT_TOOLS, TOOL_GROUPS } from "../actions/paint-words";
import { MarkerLegend } from "./MarkerLegend";
import css from "./PaintChrome.module.css";
import { ImportanceLegend, MaskLegend, StrainOnScreen } from "./PaintMapLegend";
import { ToolButton } from "./ToolButton";
import { ToolMenu } from "./ToolMenu";
import { ToolOptions } from "./ToolOptions";

/** The tools and the eraser on the left. They never move when another tool is chosen. */
function Tools() {
  return (
    <ToolColumn className={css.tools}>
      {TOOL_GROUPS.map((group, n) => (
        <Fragment key={group[0]}>
          {n > 0 && <Separator />}
          {PAINT_TOOLS.filter(({ tool }) => group.includes(tool)).map(({ tool, label }) => (
            <ToolButton key={tool} id={`paint.${tool}`} label={label} />
          ))}
          {n === 0 && <ToolButton id="paint.erase" label="Erase" />}
        </Fragment>
      ))}
    </ToolColumn>
  );
}

function ColoursMenu() {
  const stores = useStores();
  const hasRig = useShownRig() !== null;
  const looks = useHasLooks();
  const colours = useView((view) => view.paint.colours);
  const canShow = (value: typeof colours) => value === "clay" || (value === "textures" ? looks : hasRig);
  return (
    <ChoiceMenu
      label="Colours"
      value={canShow(colours) ? colours : "clay"}
      choices={COLOURS.filter(({ value }) => value !== "textures" || looks).map((choice) => ({
        ...choice,
        disabled: !canShow(choice.value),
      }))}
      onChange={(next) => setPaint(stores, { colours: next })}
    />
  );
}

function PaintLegend() {
  const colours = useView((view) => view.paint.colours);
  const tool = useView((view) => view.paint.tool);
  const hasRig = useShownRig() !== null;
  if (tool === "mask") return <MaskLegend />;
  if (tool === "exclude") return <ImportanceLegend />;
  if (colours === "energy") return <StrainOnScreen />;
  if (!hasRig) return null;
  if (colours === "weights") return <WeightLegend />;
  return colours === "bones" ? <BoneLegend /> : null;
}

/** In a narrower bar, menus replace the rows of buttons. In rem. */
const ROOM_FOR_SEGMENTS = 51.875;

/** The controls that float over the viewport of the Paint workspace. */
export function PaintChrome({ small }: { small: boolean }) {
  const bars = useRef<HTMLDivElement>(null);
  const { width } = useSize(bars);
  const tool = useView((view) => view.paint.tool);
  const colours = tool !== "skeleton" && <ColoursMenu />;
  return (
    <>
      <Tools />
      <div ref={bars} data-ui="bars" className={`${overlayCss.overlay} ${overlayCss.across} ${css.bars}`}>
        {small ? (
          <>
            <ToolMenu />
            {colours}
          </>
        ) : (
          <ToolOptions narrow={width < ROOM_FOR_SEGMENTS * rootFontSize()}>{colours}</ToolOptions>
        )}
      </div>
      {tool !== "skeleton" && <PaintLegend />}
      {!small && tool !== "skeleton" && <MarkerLegend />}
      <BesideTags />
    </>
  );
}
