import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { MenuPopup } from "./MenuPopup";

interface MenuAtProps {
  /** The left end of its upper edge, in pixels of the page. */
  at: { x: number; y: number };
  onClose(): void;
  children: ReactNode;
}

/** A context menu that is open at a point of the page. */
export function MenuAt({ at, onClose, children }: MenuAtProps) {
  const anchor = { getBoundingClientRect: () => new DOMRect(at.x, at.y, 0, 0) };
  return (
    <Menu.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <MenuPopup anchor={anchor} align="start" sideOffset={2}>
        {children}
      </MenuPopup>
    </Menu.Root>
  );
}
