import { Dialog } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { Icon } from "./Icon";

interface ModalProps {
  title: string;
  width: number;
  onClose(): void;
  /** Between heading and foot. */
  children: ReactNode;
  foot?: ReactNode;
  className?: string;
}

/** A dialog with a heading and a foot. Escape, the cross and a press beside it close it. */
export function Modal({ title, width, onClose, children, foot, className = "" }: ModalProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className={`dialog ${className}`} style={{ width }}>
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
