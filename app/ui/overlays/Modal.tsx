import { Dialog } from "@base-ui/react/dialog";
import { type ReactNode, useRef } from "react";
import { Icon } from "../icons/Icon";

interface ModalProps {
  title: string;
  width: number;
  onClose(): void;
  /** Between heading and foot. */
  children: ReactNode;
  foot?: ReactNode;
  className?: string;
}

/** A dialog with a heading and a foot; what is marked `data-primary` has the focus first. Escape, the cross and a press beside it close it. */
export function Modal({ title, width, onClose, children, foot, className = "" }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup
          ref={popup}
          className={`dialog ${className}`}
          style={{ width }}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("[data-primary]")}
        >
          <header>
            <Dialog.Title>{title}</Dialog.Title>
            <span className="grow" />
            <Dialog.Close className="ib" aria-label="Close">
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
