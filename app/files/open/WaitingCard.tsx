import { useEffect, useState } from "react";
import { useWork } from "../../document/session/work";

/** Work that is done sooner shows no card. */
const PATIENCE_MS = 250;

/** What is being read, how far it is, and a way to stop it. */
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
  const percent = progress?.done == null ? null : Math.round(100 * progress.done);
  const detail = progress ? [progress.phase, progress.detail].filter(Boolean).join(", ") : "";
  return (
    <section className="waiting pop" role="status" aria-label={waiting.title}>
      <div className="r1">
        <span className="b ell">{waiting.title}</span>
        <span className="t2 ell grow">{detail}</span>
        <button type="button" className="btn" onClick={waiting.cancel}>
          Cancel <kbd>Esc</kbd>
        </button>
      </div>
      <div
        className="prog"
        role="progressbar"
        aria-label={waiting.title}
        aria-valuenow={percent ?? undefined}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        {percent !== null && <i style={{ width: `${percent}%` }} />}
      </div>
    </section>
  );
}
