import { Menu } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import type { IconName } from "../../common/icon-names";
import { Icon } from "../icons/Icon";
import popupCss from "../overlays/Popup.module.css";
import textCss from "../text/text.module.css";
import menuCss from "./Menu.module.css";

interface MenuPopupProps
  extends Pick<
    ComponentProps<typeof Menu.Positioner>,
    "side" | "align" | "sideOffset" | "anchor" | "collisionAvoidance"
  > {
  /** Names the region. Menus that are open together need different names. */
  label?: string;
  minWidth?: number;
  children: ReactNode;
}

/** The popup of a menu: its surface, its position relative to the trigger, and its items. */
export function MenuPopup({ label = "Menu", minWidth, children, ...place }: MenuPopupProps) {
  return (
    <Menu.Portal role="region" aria-label={label}>
      <Menu.Positioner className={popupCss.positioner} {...place}>
        <Menu.Popup tabIndex={0} className={`${popupCss.popup} ${menuCss.popup}`} style={{ minWidth }}>
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
  /** The purpose of the option, dimmed at the end of the row. */
  help?: string;
  disabled?: boolean;
}

/** One of several options in a menu, with a tick if it is the current one. Choosing closes the menu. */
export function MenuChoice({ value, label, icon, help, disabled }: MenuChoiceProps) {
  return (
    <Menu.RadioItem value={value} className={menuCss.item} disabled={disabled} closeOnClick>
      <span className={menuCss.mark}>
        <Menu.RadioItemIndicator>
          <Icon name="check" small />
        </Menu.RadioItemIndicator>
      </span>
      {icon && <Icon name={icon} />}
      {label}
      {help && <span className={`${menuCss.end} ${textCss.tertiary}`}>{help}</span>}
    </Menu.RadioItem>
  );
}
