import { Popover } from "@base-ui/react/popover";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../../common/class-names";
import popupCss from "./Popup.module.css";

interface PopoverBoxProps
  extends Pick<ComponentProps<typeof Popover.Positioner>, "side" | "align" | "sideOffset"> {
  label: string;
  className?: string;
  children: ReactNode;
}

/**
 * What a popover shows, beside its button. The page stays usable, so shortcuts with Ctrl or Alt work inside too: they
 * select it by `data-ui`.
 */
export function PopoverBox({ label, className, children, ...place }: PopoverBoxProps) {
  return (
    <Popover.Portal>
      <Popover.Positioner className={popupCss.positioner} {...place}>
        <Popover.Popup data-ui="popover" className={classNames(popupCss.popup, className)} aria-label={label}>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}
