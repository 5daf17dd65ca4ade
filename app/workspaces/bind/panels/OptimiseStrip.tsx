import { ActionIcon } from "../../../actions/ActionButton";
import { formatFigure, formatShare, plural } from "../../../common/format";
import { type BindingRun, type BindingState, exemplarCount } from "../../../document/binding/binding-state";
import { usePaced } from "../../../document/use-paced";
import { useBinding, useDocument, useStores } from "../../../document/use-stores";
import { ProgressBar } from "../../../ui/feedback/ProgressBar";
import { StatusDot } from "../../../ui/feedback/StatusDot";
import layoutCss from "../../../ui/layout/layout.module.css";
import textCss from "../../../ui/text/text.module.css";
import { EnergyChart } from "./EnergyChart";
import css from "./OptimiseStrip.module.css";

const WORDS: Record<BindingRun["state"], string> = {
  starting: "Starting",
  running: "Optimising",
  paused: "Paused",
  converged: "Converged",
  finishing: "Measuring",
  ended: "Kept",
};

/** "iteration 17, 0.21 s each". */
function course({ state, iteration, seconds, progress }: BindingRun): string {
  if (state === "starting" || (state === "finishing" && progress)) {
    return progress ? [progress.phase.toLowerCase(), progress.detail].filter(Boolean).join(", ") : "";
  }
  if (iteration === 0) return "first weights";
  const each = seconds > 0 ? `, ${formatFigure(seconds, 2)} s each` : "";
  return state === "converged" || state === "ended"
    ? `after ${plural(iteration, "iteration")}`
    : `iteration ${iteration}${each}`;
}

/** A smaller relative change of the energy is shown as no change. */
const HARDLY = 1e-4;

/** Change of the last iteration in percent: "−0.6 % last step". */
function lastStep(energy: readonly number[]): string {
  const [before, now] = [energy.at(-2), energy.at(-1)];
  if (before === undefined || now === undefined || before === 0) return "";
  const change = now / before - 1;
  if (Math.abs(change) < HARDLY) return "no change";
  return `${change > 0 ? "+" : ""}${formatShare(change)} last step`;
}

/** Estimated progress, 0 to 1: the energy gained so far, against that plus ten times the gain of the last step. */
function settled(energy: readonly number[], state: BindingRun["state"]): number {
  if (state === "converged" || state === "ended") return 1;
  const [first, now, last] = [energy[0], energy.at(-1), energy.at(-2)];
  if (first === undefined || now === undefined || last === undefined || first <= now) return 0;
  const ahead = Math.max(0, last - now) * 10;
  return Math.min(0.99, (first - now) / (first - now + ahead));
}

function Course({ run }: { run: BindingRun }) {
  const exemplars = useBinding(exemplarCount);
  const { state, energy } = run;
  const now = energy.at(-1);
  return (
    <div className={css.course}>
      <div className={layoutCss.line}>
        <StatusDot
          tone={state === "running" || state === "starting" || state === "finishing" ? "busy" : "ok"}
        />
        <span className={textCss.strong}>{WORDS[state]}</span>
        <span className={`${textCss.secondary} ${textCss.ellipsis} ${layoutCss.grow}`}>
          <span className={css.wide}>{course(run)}</span>
        </span>
        <ActionIcon action="bind.pause" checkedIcon="play" lit={false} side="top" />
        <ActionIcon action="bind.step" side="top" />
        <ActionIcon action="bind.keep" side="top" />
      </div>
      <ProgressBar
        label="Optimisation of the weights"
        done={state === "starting" ? (run.progress?.done ?? 0) : settled(energy, state)}
      />
      <div className={`${layoutCss.line} ${textCss.secondary}`}>
        <span>{now === undefined ? "No energy yet" : `Energy ${formatFigure(now)}`}</span>
        <span className={`${textCss.tertiary} ${css.wide}`}>{lastStep(energy)}</span>
        <span className={`${textCss.tertiary} ${textCss.ellipsis} ${css.narrow}`}>{course(run)}</span>
        <span className={layoutCss.grow} />
        {exemplars > 0 && <span className={css.wide}>{plural(exemplars, "sample pose")}</span>}
      </div>
    </div>
  );
}

const runOf = ({ run }: BindingState) => run;

/** Whether a run goes on as before. */
const isNext = ({ run: now }: BindingState, { run: before }: BindingState): boolean =>
  now !== null && before?.state === now.state;

/** The strip under the viewport during an optimisation, with its state, progress and energy. */
export function OptimiseStrip() {
  const run = usePaced(useStores().binding, runOf, isNext);
  const method = useDocument((state) => state.weighting.method);
  const hasWeights = useDocument((state) => state.rig !== null);
  if (!run) {
    return (
      <div className={`${css.strip} ${css.empty}`}>
        <p className={textCss.secondary}>
          {hasWeights
            ? "While weights are found, their energy is plotted here."
            : "Not bound yet. The energy of the weights is plotted here."}
        </p>
      </div>
    );
  }
  return (
    <div className={css.strip}>
      <Course run={run} />
      {method === "arap" && <EnergyChart />}
    </div>
  );
}
