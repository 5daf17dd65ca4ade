import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { IconButton } from "../buttons/IconButton";
import { Icon } from "../icons/Icon";
import { MenuPopup } from "./MenuPopup";

interface MoreMenuProps {
  /** Name for screen readers. */
  label: string;
  tabIndex?: number;
  children: ReactNode;
}

/** The menu behind three dots: further actions of a panel or a row. */
export function MoreMenu({ label, tabIndex, children }: MoreMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton />} tabIndex={tabIndex} aria-label={label}>
        <Icon name="more" />
      </Menu.Trigger>
      <MenuPopup sideOffset={4} align="end">
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}
