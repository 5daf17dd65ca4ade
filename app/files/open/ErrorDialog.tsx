import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Fragment, useRef, useState } from "react";
import { useStudio } from "../../actions/studio";
import { groupedNumbers } from "../../common/format";
import type { Dialog } from "../../document/session/dialog-state";
import { closeDialog } from "../../document/session/dialogs";
import { useDocument } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./ErrorDialog.module.css";

type ErrorState = Extract<Dialog, { kind: "error" }>;

/** Shows what failed, with figures, what to do, and what is still safe. Stays until it is closed. */
export function ErrorDialog({ complaint, details, fix }: Omit<ErrorState, "kind">) {
  const studio = useStudio();
  const isOpen = useDocument((state) => state.sequence !== null);
  const popup = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState(false);
  const close = () => closeDialog(studio);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialogCss.scrim} />
        <AlertDialog.Popup
          ref={popup}
          className={`${dialogCss.dialog} ${css.dialog}`}
          initialFocus={() => popup.current?.querySelector<HTMLElement>("footer button:last-child")}
        >
          <div className={css.body}>
            <Icon name="error" />
            <div>
              <AlertDialog.Title>{groupedNumbers(complaint.title)}</AlertDialog.Title>
              <AlertDialog.Description>{groupedNumbers(complaint.body)}</AlertDialog.Description>
              {complaint.facts && complaint.facts.length > 0 && (
                <div className={css.compared}>
                  {complaint.facts.map(([label, value]) => (
                    <Fragment key={label}>
                      <span className={textCss.tertiary}>{label}</span>
                      <span>{groupedNumbers(value)}</span>
                    </Fragment>
                  ))}
                </div>
              )}
              {isOpen && <p className={textCss.secondary}>Your open document has not changed.</p>}
            </div>
          </div>
          <footer>
            <Button
              look="ghost"
              onClick={() =>
                navigator.clipboard.writeText(details).then(
                  () => setCopied(true),
                  () => {},
                )
              }
            >
              <Icon name={copied ? "check" : "copy"} />
              {copied ? "Copied" : "Copy details"}
            </Button>
            <span className={layoutCss.grow} />
            <Button size="large" onClick={close}>
              Close
            </Button>
            {fix && (
              <Button
                look="primary"
                size="large"
                onClick={() => {
                  close();
                  studio.perform(fix.action);
                }}
              >
                {fix.label}
              </Button>
            )}
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
