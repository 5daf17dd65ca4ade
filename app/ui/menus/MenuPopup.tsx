import { Menu } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import type { IconName } from "../../common/icon-names";
import { Icon } from "../icons/Icon";

interface MenuPopupProps
  extends Pick<ComponentProps<typeof Menu.Positioner>, "side" | "align" | "sideOffset" | "anchor"> {
  minWidth?: number;
  children: ReactNode;
}

/** What a menu opens: the surface, where it stands to its trigger, and its items. */
export function MenuPopup({ minWidth, children, ...place }: MenuPopupProps) {
  return (
    <Menu.Portal>
      <Menu.Positioner className="positioner" {...place}>
        <Menu.Popup className="pop menu-pop" style={{ minWidth }}>
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

interface MenuChoiceProps {
  value: unknown;
  label: string;
  icon?: IconName;
  /** What it is for, dim at the end of the row. */
  help?: string;
  disabled?: boolean;
}

/** One of several choices of a menu, ticked where it is the one. A choice closes the menu: it has been made. */
export function MenuChoice({ value, label, icon, help, disabled }: MenuChoiceProps) {
  return (
    <Menu.RadioItem value={value} className="mi" disabled={disabled} closeOnClick>
      <span className="mark">
        <Menu.RadioItemIndicator>
          <Icon name="check" small />
        </Menu.RadioItemIndicator>
      </span>
      {icon && <Icon name={icon} />}
      {label}
      {help && <span className="end t3">{help}</span>}
    </Menu.RadioItem>
  );
}
