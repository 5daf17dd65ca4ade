import { AlertDialog } from "@base-ui/react/alert-dialog";
import { Fragment, useRef, useState } from "react";
import { useStudio } from "../../actions/studio";
import { groupedNumbers } from "../../common/format";
import { useDocument } from "../../document/document";
import type { Dialog } from "../../document/session/dialog-state";
import { closeDialog } from "../../document/session/dialogs";
import { Icon } from "../../ui/icons/Icon";

type ErrorState = Extract<Dialog, { kind: "error" }>;

/** Says what is wrong with what, the numbers, what to do, and what is still safe. Stays until it is closed. */
export function ErrorDialog({ complaint, details, fix }: Omit<ErrorState, "kind">) {
  const studio = useStudio();
  const isOpen = useDocument((state) => state.sequence !== null);
  const popup = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState(false);
  const close = closeDialog;
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup
          ref={popup}
          className="dialog fe"
          initialFocus={() => popup.current?.querySelector<HTMLElement>("footer .btn:last-child")}
        >
          <div className="fet">
            <Icon name="error" />
            <div>
              <AlertDialog.Title>{groupedNumbers(complaint.title)}</AlertDialog.Title>
              <AlertDialog.Description>{groupedNumbers(complaint.body)}</AlertDialog.Description>
              {complaint.facts && complaint.facts.length > 0 && (
                <div className="cmp">
                  {complaint.facts.map(([label, value]) => (
                    <Fragment key={label}>
                      <span className="t3">{label}</span>
                      <span>{groupedNumbers(value)}</span>
                    </Fragment>
                  ))}
                </div>
              )}
              {isOpen && <p className="t2">What was open is still open.</p>}
            </div>
          </div>
          <footer>
            <button
              type="button"
              className="btn ghost"
              onClick={() =>
                navigator.clipboard.writeText(details).then(
                  () => setCopied(true),
                  () => {},
                )
              }
            >
              <Icon name={copied ? "check" : "copy"} />
              {copied ? "Copied" : "Copy details"}
            </button>
            <span className="grow" />
            <button type="button" className="btn big" onClick={close}>
              Close
            </button>
            {fix && (
              <button
                type="button"
                className="btn primary big"
                onClick={() => {
                  close();
                  studio.perform(fix.action);
                }}
              >
                {fix.label}
              </button>
            )}
          </footer>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
