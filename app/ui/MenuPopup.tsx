import { Menu } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./Icon";

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

/** One of several choices of a menu, ticked where it is the one. */
export function MenuChoice({ value, label }: { value: unknown; label: string }) {
  return (
    <Menu.RadioItem value={value} className="mi">
      <span className="mark">
        <Menu.RadioItemIndicator>
          <Icon name="check" small />
        </Menu.RadioItemIndicator>
      </span>
      {label}
    </Menu.RadioItem>
  );
}
