import type { ReactNode } from "react";
import { closeDialog } from "../../document/session/dialogs";
import { useStores } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import layoutCss from "../../ui/layout/layout.module.css";
import { Modal } from "../../ui/overlays/Modal";

interface QuestionDialogProps {
  title: string;
  about?: string;
  width: number;
  /** `refusal` says why the question cannot be answered yet, and what to do. */
  answer: { label: string; refusal?: string | null; onClick(): void };
  /** Does something else with the files, after the dialog has closed. Null if that is not offered. */
  instead?: { label: string; onClick(): void } | null;
  children: ReactNode;
}

/** A dialog that asks what to do with files. Its buttons cancel, answer, or do something else with them. */
export function QuestionDialog({ answer, instead, children, ...modal }: QuestionDialogProps) {
  const stores = useStores();
  const close = () => closeDialog(stores);
  const foot = (
    <>
      {instead && (
        <Button
          size="large"
          onClick={() => {
            close();
            instead.onClick();
          }}
        >
          {instead.label}
        </Button>
      )}
      <span className={layoutCss.grow} />
      <Button size="large" onClick={close}>
        Cancel
      </Button>
      <Button
        data-primary
        look="primary"
        size="large"
        aria-disabled={answer.refusal ? true : undefined}
        title={answer.refusal ?? undefined}
        onClick={() => !answer.refusal && answer.onClick()}
      >
        {answer.label}
      </Button>
    </>
  );
  return (
    <Modal {...modal} onClose={close} foot={foot}>
      {children}
    </Modal>
  );
}
