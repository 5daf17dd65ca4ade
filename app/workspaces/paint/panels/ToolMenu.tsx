import { Menu } from "@base-ui/react/menu";
import { useStudio } from "../../../actions/studio";
import { useAction } from "../../../actions/use-action";
import { useView } from "../../../document/use-stores";
import { Icon } from "../../../ui/icons/Icon";
import { MenuChoice, MenuPopup } from "../../../ui/menus/MenuPopup";
import { MenuTrigger } from "../../../ui/menus/MenuTrigger";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import textCss from "../../../ui/text/text.module.css";
import { PAINT_TOOLS } from "../actions/paint-words";
import css from "./PaintChrome.module.css";
import { ToolButton } from "./ToolButton";

function ToolChoice({ tool, label }: Pick<(typeof PAINT_TOOLS)[number], "tool" | "label">) {
  const { action, refusal } = useAction(`paint.${tool}`);
  return <MenuChoice value={tool} label={label} icon={action.icon} disabled={refusal !== null} />;
}

/** The tools as one button and a menu, for a view that is too low for a column of them: a phone. */
export function ToolMenu() {
  const studio = useStudio();
  const tool = useView((view) => view.paint.tool);
  const { label, icon } = PAINT_TOOLS.find((each) => each.tool === tool) ?? PAINT_TOOLS[0];
  return (
    <div data-ui="bar" className={`${overlayCss.bar} ${css.toolMenu}`}>
      <Menu.Root>
        <MenuTrigger aria-label={`Tool: ${label}`}>
          <Icon name={icon} />
          <span className={textCss.ellipsis}>{label}</span>
          <Icon name="down" small />
        </MenuTrigger>
        <MenuPopup sideOffset={6} align="start">
          <Menu.RadioGroup value={tool} onValueChange={(next) => studio.perform(`paint.${next}`)}>
            {PAINT_TOOLS.map((each) => (
              <ToolChoice key={each.tool} tool={each.tool} label={each.label} />
            ))}
          </Menu.RadioGroup>
        </MenuPopup>
      </Menu.Root>
      <ToolButton id="paint.erase" label="Erase" />
    </div>
  );
}
