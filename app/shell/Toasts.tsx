import { useEffect, useState } from "react";
import { ACTIONS } from "../actions/action-table";
import { useStudio } from "../actions/studio";
import type { Toast } from "../document/session/notices";
import { dismissToast, waitsForAnswer } from "../document/session/toasts";
import { useNotices } from "../document/use-stores";
import { Button } from "../ui/buttons/Button";
import { IconButton } from "../ui/buttons/IconButton";
import { Icon } from "../ui/icons/Icon";
import layoutCss from "../ui/layout/layout.module.css";
import popupCss from "../ui/overlays/Popup.module.css";
import textCss from "../ui/text/text.module.css";
import css from "./Toasts.module.css";

const STAY_MS = 6000;

const ICONS = { done: "check", warning: "warn" } as const;

function OneToast({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const studio = useStudio();
  const stays = waitsForAnswer(toast);
  useEffect(() => {
    if (held || stays) return;
    const timer = setTimeout(() => dismissToast(studio, toast.id), STAY_MS);
    return () => clearTimeout(timer);
  }, [held, stays, toast.id, studio]);
  return (
    <div
      className={`${css.toast} ${popupCss.popup} ${toast.kind === "warning" ? css.warning : ""}`}
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon name={ICONS[toast.kind]} />
      <div className={`${layoutCss.grow} ${css.text}`}>
        <div className={textCss.strong}>{toast.title}</div>
        {toast.body && <div className={textCss.secondary}>{toast.body}</div>}
      </div>
      {toast.offer && (
        <Button
          look="ghost"
          title={studio.get(ACTIONS).of(toast.offer.action).help}
          onClick={() => {
            dismissToast(studio, toast.id);
            studio.perform(toast.offer!.action);
          }}
        >
          {toast.offer.label}
        </Button>
      )}
      <IconButton aria-label="Dismiss" onClick={() => dismissToast(studio, toast.id)}>
        <Icon name="x" />
      </IconButton>
    </div>
  );
}

/** Messages that disappear by themselves, but stay while the pointer is on them or while they wait for an answer. */
export function Toasts() {
  const toasts = useNotices((notices) => notices.toasts);
  return (
    <section className={css.toasts} aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
