import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { IconButton } from "../buttons/IconButton";
import { Icon } from "../icons/Icon";
import layoutCss from "../layout/layout.module.css";
import textCss from "../text/text.module.css";
import dialogCss from "./Dialog.module.css";

interface ModalProps {
  title: string;
  /** The subject of the dialog, beside its title. */
  about?: string;
  width: number;
  onClose(): void;
  /** Content between the heading and the footer. */
  children: ReactNode;
  foot?: ReactNode;
  className?: string;
}

/**
 * A dialog with a heading and a footer. The element marked `data-primary` gets the focus first. Escape, the cross and a
 * press outside close the dialog.
 */
export function Modal({ title, about, width, onClose, children, foot, className = "" }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogCss.scrim} />
        <Dialog.Popup
          ref={popup}
          className={`${dialogCss.dialog} ${className}`}
          style={{ width }}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("[data-primary]")}
        >
          <header>
            <Dialog.Title>{title}</Dialog.Title>
            {about && <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>{about}</span>}
            <span className={layoutCss.grow} />
            <Dialog.Close render={<IconButton />} aria-label="Close">
              <Icon name="x" />
            </Dialog.Close>
          </header>
          {children}
          {foot && <footer>{foot}</footer>}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
