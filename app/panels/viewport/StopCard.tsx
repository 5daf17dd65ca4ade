import { useEffect, useRef } from "react";
import { type Throwaway, useWork } from "../../document/session/work";

interface Answer {
  label: string;
  run(): void;
}

interface StopCardProps {
  /** The work that is asked about. */
  of: Throwaway;
  /** Whether it still goes on: once it has ended by itself there is nothing to ask. */
  goesOn: boolean;
  title: string;
  /** Says what happens to the result so far. */
  body: string;
  /** Ends the work and keeps the result so far; left out where it is kept anyway. */
  keep?: Answer;
  throwAway: Answer;
}

const stopAsking = () => useWork.setState({ asking: null });

/** Asks, by the progress and while the work goes on, before what it has found is thrown away. */
export function StopCard({ of, goesOn, ...question }: StopCardProps) {
  const asking = useWork((work) => work.asking === of);
  useEffect(() => {
    if (asking && !goesOn) stopAsking();
  }, [asking, goesOn]);
  return asking && goesOn ? <Card {...question} /> : null;
}

function Card({ title, body, keep, throwAway }: Omit<StopCardProps, "of" | "goesOn">) {
  const card = useRef<HTMLElement>(null);
  // Enter does what loses nothing. The focus goes back to where it was.
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector<HTMLElement>(".safe")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const end = (answer?: Answer) => () => {
    stopAsking();
    answer?.run();
  };
  return (
    <section className="ov card stopcard" aria-label={title} ref={card}>
      <p>
        <b>{title}</b> <span className="t2">{body}</span>
      </p>
      <div className="r1">
        {keep && (
          <button type="button" className="btn primary safe" onClick={end(keep)}>
            {keep.label}
          </button>
        )}
        <button type="button" className="btn" onClick={end(throwAway)}>
          {throwAway.label}
        </button>
        <span className="grow" />
        <button type="button" className={keep ? "btn ghost" : "btn primary safe"} onClick={end()}>
          Continue <kbd>Esc</kbd>
        </button>
      </div>
    </section>
  );
}
