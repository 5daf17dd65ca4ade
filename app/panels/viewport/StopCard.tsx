import { useEffect, useRef } from "react";
import type { Throwaway } from "../../document/session/work";
import type { Stores } from "../../document/stores";
import { useStores, useWork } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import layoutCss from "../../ui/layout/layout.module.css";
import overlayCss from "../../ui/overlays/Overlay.module.css";
import textCss from "../../ui/text/text.module.css";
import css from "./StopCard.module.css";

interface Answer {
  label: string;
  run(): void;
}

interface StopCardProps {
  /** The work that the question is about. */
  of: Throwaway;
  /** Whether the work still runs. If it ended by itself, there is nothing to ask. */
  goesOn: boolean;
  title: string;
  /** Says what happens to the result so far. */
  body: string;
  /** Ends the work and keeps the result so far. Left out if the result is kept anyway. */
  keep?: Answer;
  throwAway: Answer;
}

const stopAsking = (stores: Stores) => stores.work.setState({ asking: null });

/** Asks before a running task's result is discarded. */
export function StopCard({ of, goesOn, ...question }: StopCardProps) {
  const stores = useStores();
  const asking = useWork((work) => work.asking === of);
  useEffect(() => {
    if (asking && !goesOn) stopAsking(stores);
  }, [asking, goesOn, stores]);
  return asking && goesOn ? <Card {...question} /> : null;
}

function Card({ title, body, keep, throwAway }: Omit<StopCardProps, "of" | "goesOn">) {
  const stores = useStores();
  const card = useRef<HTMLElement>(null);
  // Enter chooses the answer that loses nothing. Afterwards the focus returns to its former place.
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector<HTMLElement>("[data-look=primary]")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const end = (answer?: Answer) => () => {
    stopAsking(stores);
    answer?.run();
  };
  return (
    <section
      className={`${overlayCss.overlay} ${overlayCss.card} ${css.card}`}
      data-ui="stop-card"
      aria-label={title}
      ref={card}
    >
      <p>
        <b>{title}</b> <span className={textCss.secondary}>{body}</span>
      </p>
      <div className={layoutCss.line}>
        {keep && (
          <Button look="primary" onClick={end(keep)}>
            {keep.label}
          </Button>
        )}
        <Button onClick={end(throwAway)}>{throwAway.label}</Button>
        <span className={layoutCss.grow} />
        <Button look={keep ? "ghost" : "primary"} onClick={end()}>
          Continue <kbd>Esc</kbd>
        </Button>
      </div>
    </section>
  );
}
