import { Menu } from "@base-ui/react/menu";
import type { IconName } from "../../common/icon-names";
import { Icon } from "../icons/Icon";
import overlayCss from "../overlays/Overlay.module.css";
import textCss from "../text/text.module.css";
import { MenuChoice, MenuPopup } from "./MenuPopup";
import { MenuTrigger } from "./MenuTrigger";

interface Choice<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
  help?: string;
  /** The option cannot be chosen now. */
  disabled?: boolean;
}

interface ChoiceMenuProps<T extends string> {
  /** Names the choice: "Shading". */
  label: string;
  value: T;
  choices: readonly Choice<T>[];
  onChange(value: T): void;
}

/** A pill over the viewport that names the current choice and opens a menu of all choices with their purposes. */
export function ChoiceMenu<T extends string>({ label, value, choices, onChange }: ChoiceMenuProps<T>) {
  const shown = choices.find((choice) => choice.value === value) ?? choices[0];
  return (
    <div data-ui="bar" className={overlayCss.bar}>
      <Menu.Root>
        <MenuTrigger aria-label={`${label}: ${shown.label}`}>
          {shown.icon && <Icon name={shown.icon} />}
          <span className={textCss.ellipsis}>{shown.label}</span>
          <Icon name="down" small />
        </MenuTrigger>
        <MenuPopup sideOffset={6} align="start">
          <Menu.RadioGroup value={shown.value} onValueChange={onChange}>
            {choices.map((choice) => (
              <MenuChoice key={choice.value} {...choice} />
            ))}
          </Menu.RadioGroup>
        </MenuPopup>
      </Menu.Root>
    </div>
  );
}
