import { useEffect, useState } from "react";
import { ActionButton } from "../../../actions/ActionButton";
import { useAction } from "../../../actions/use-action";
import { formatSeconds, formatTimeLeft } from "../../../common/format";
import type { SolveRun } from "../../../document/session/work";
import { useWork } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import { ProgressBar } from "../../../ui/feedback/ProgressBar";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { Tip } from "../../../ui/overlays/Tip";
import textCss from "../../../ui/text/text.module.css";
import css from "./SolveCard.module.css";

/** The card appears only for work that takes longer than this. */
const PATIENCE_MS = 400;

/** Number of phases that fit into the card. */
const PHASES_SHOWN = 3;

/** Seconds since the start, updated four times a second. */
function useElapsed(startedAt: number, paused: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (paused) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [paused]);
  return Math.max(0, (now - startedAt) / 1000);
}

/** "1.8 s, at most about 2 s left". The estimate appears once enough is done; most solves stop before their limit. */
function timeText(elapsed: number, run: SolveRun): string {
  const done = run.progress?.done ?? null;
  if (run.paused) return `paused at ${formatSeconds(elapsed)}`;
  if (done === null || done < 0.1 || elapsed < 1) return formatSeconds(elapsed);
  return `${formatSeconds(elapsed)}, at most about ${formatTimeLeft((elapsed / done) * (1 - done))} left`;
}

/** The running solve: its phase, its progress, and buttons that end it. */
export function SolveCard() {
  const run = useWork((work) => work.solve);
  return run && <Card run={run} />;
}

function PauseButton({ paused }: { paused: boolean }) {
  const { action, keys, perform } = useAction("rig.pause");
  return (
    <Tip title={paused ? "Resume solve" : action.label} keys={keys[0]} side="top">
      <Button look="ghost" onClick={perform}>
        <Icon name={paused ? "play" : "pause"} />
        {paused ? "Resume" : "Pause"}
      </Button>
    </Tip>
  );
}

function Card({ run }: { run: SolveRun }) {
  // While a question is open, Esc answers it.
  const asking = useWork((work) => work.asking !== null);
  const elapsed = useElapsed(run.startedAt, run.paused);
  if (elapsed * 1000 < PATIENCE_MS) return null;
  const current = run.progress?.phase ?? null;
  const detail = [current?.toLowerCase(), run.progress?.detail].filter(Boolean).join(", ");
  return (
    <section
      className={`${overlayCss.overlay} ${overlayCss.card} ${css.card}`}
      data-ui="solve-card"
      aria-label={run.title}
    >
      <div className={layoutCss.line}>
        <span className={textCss.strong}>{run.title}</span>
        <span className={`${textCss.secondary} ${textCss.ellipsis} ${layoutCss.grow}`}>
          {run.keeping ? "finishing with the best rig so far" : detail}
        </span>
        <span className={textCss.secondary}>{timeText(elapsed, run)}</span>
      </div>
      <ProgressBar label={current ?? run.title} done={run.progress?.done ?? null} />
      <div className={layoutCss.line}>
        <span className={css.phases}>
          {run.phases.slice(-PHASES_SHOWN).map((phase) => (
            <span
              key={phase}
              className={phase === current ? `${css.phase} ${css.now}` : `${css.phase} ${css.past}`}
            >
              {phase !== current && <Icon name="check" small />}
              {phase}
            </span>
          ))}
        </span>
        <span className={layoutCss.grow} />
        <PauseButton paused={run.paused} />
        <ActionButton action="rig.keep" label="Keep this" />
        <ActionButton action="rig.cancel" label="Cancel" keycap={!asking} />
      </div>
    </section>
  );
}
