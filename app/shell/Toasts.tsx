import { useEffect, useState } from "react";
import { ACTIONS } from "../actions/action-table";
import { useStudio } from "../actions/studio";
import { type Toast, useNotices } from "../document/session/notices";
import { dismissToast } from "../document/session/toasts";
import { Icon } from "../ui/icons/Icon";

const STAY_MS = 6000;

const ICONS = { done: "check", warning: "warn" } as const;

function OneToast({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const studio = useStudio();
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), STAY_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id]);
  return (
    <div
      className={`toast pop ${toast.kind}`}
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <Icon name={ICONS[toast.kind]} />
      <div className="grow text">
        <div className="b">{toast.title}</div>
        {toast.body && <div className="t2">{toast.body}</div>}
      </div>
      {toast.offer && (
        <button
          type="button"
          className="btn ghost"
          title={studio.get(ACTIONS).of(toast.offer.action).help}
          onClick={() => {
            studio.perform(toast.offer!.action);
            dismissToast(toast.id);
          }}
        >
          {toast.offer.label}
        </button>
      )}
      <button type="button" className="ib" aria-label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <Icon name="x" />
      </button>
    </div>
  );
}

/** Things that were done. They leave by themselves, but wait while the pointer is on them. */
export function Toasts() {
  const toasts = useNotices((notices) => notices.toasts);
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
