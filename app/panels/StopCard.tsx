import { useEffect, useRef } from "react";
import { useBinding } from "../document/binding/binding-state";
import { queueLook, useCompare } from "../document/compare/compare-state";
import { useDocument } from "../document/document";
import { type Throwaway, useShell } from "../shell/shell-state";
import { type Studio, useStudio } from "../shell/studio";
import { plural } from "../ui/format";

interface Question {
  title: string;
  /** Says what happens to the result so far. */
  body: string;
  /** Ends the work and keeps the result so far; null where it is kept anyway. */
  keep: { label: string; run(studio: Studio): void } | null;
  throwAway: { label: string; run(studio: Studio): void };
}

/** What to ask about work that runs; null once it has ended by itself. */
function useQuestion(asking: Throwaway | null): Question | null {
  const solving = useShell(({ solve }) => solve !== null && !solve.keeping);
  const bones = useDocument(({ partial }) => partial?.bones.length ?? 0);
  const binding = useBinding(({ run }) => run !== null && run.state !== "ended" && run.state !== "finishing");
  const comparing = useCompare(({ runs }) => queueLook(runs).active);
  if (asking === "solve" && solving) {
    return {
      title: "Stop the solve?",
      body: `It has ${plural(bones, "bone")} so far, and goes on while you decide.`,
      keep: { label: "Keep this rig", run: (studio) => studio.solving.keep() },
      throwAway: { label: "Throw away", run: (studio) => studio.solving.cancel() },
    };
  }
  if (asking === "binding" && binding) {
    return {
      title: "Stop finding weights?",
      body: "Thrown away, the weights from before come back.",
      keep: { label: "Keep these weights", run: (studio) => studio.binding.keep() },
      throwAway: { label: "Throw away", run: (studio) => studio.binding.cancel() },
    };
  }
  if (asking === "comparison" && comparing) {
    return {
      title: "Cancel all runs?",
      body: "Results that are there stay; the run that goes on is lost.",
      keep: null,
      throwAway: { label: "Cancel all", run: (studio) => studio.comparing.cancelAll() },
    };
  }
  return null;
}

/** Asks, by the progress and while the work goes on, before what it has found is thrown away. */
export function StopCard() {
  const asking = useShell((shell) => shell.asking);
  const question = useQuestion(asking);
  const isOver = asking !== null && question === null;
  useEffect(() => {
    if (isOver) useShell.setState({ asking: null });
  }, [isOver]);
  return question && <Card question={question} />;
}

function Card({ question: { title, body, keep, throwAway } }: { question: Question }) {
  const studio = useStudio();
  const card = useRef<HTMLElement>(null);
  // Enter does what loses nothing. The focus goes back to where it was.
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector<HTMLElement>(".safe")?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const end = (run?: (studio: Studio) => void) => () => {
    useShell.setState({ asking: null });
    run?.(studio);
  };
  return (
    <section className="ov card stopcard" aria-label={title} ref={card}>
      <p>
        <b>{title}</b> <span className="t2">{body}</span>
      </p>
      <div className="r1">
        {keep && (
          <button type="button" className="btn primary safe" onClick={end(keep.run)}>
            {keep.label}
          </button>
        )}
        <button type="button" className="btn" onClick={end(throwAway.run)}>
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
