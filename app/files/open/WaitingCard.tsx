import { useEffect, useState } from "react";
import { useWork } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { ProgressBar } from "../../ui/feedback/ProgressBar";
import layoutCss from "../../ui/layout/layout.module.css";
import popupCss from "../../ui/overlays/Popup.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./WaitingCard.module.css";

/** The card appears only for work that takes longer than this. */
const PATIENCE_MS = 250;

/** Shows the running read, its progress, and a cancel button. */
export function WaitingCard() {
  const waiting = useWork((work) => work.waiting);
  const title = waiting?.title ?? null;
  const [due, setDue] = useState<string | null>(null);
  useEffect(() => {
    if (title === null) return setDue(null);
    const timer = setTimeout(() => setDue(title), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [title]);
  if (!waiting || due === null) return null;
  const { progress } = waiting;
  const detail = progress ? [progress.phase, progress.detail].filter(Boolean).join(", ") : "";
  return (
    <section className={`${css.card} ${popupCss.popup}`} role="status" aria-label={waiting.title}>
      <div className={layoutCss.line}>
        <span className={`${textCss.strong} ${textCss.ellipsis}`}>{waiting.title}</span>
        <span className={`${textCss.secondary} ${textCss.ellipsis} ${layoutCss.grow}`}>{detail}</span>
        <Button onClick={waiting.cancel}>
          Cancel <kbd>Esc</kbd>
        </Button>
      </div>
      <ProgressBar label={waiting.title} done={progress?.done ?? null} />
    </section>
  );
}
