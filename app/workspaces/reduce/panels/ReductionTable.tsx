import type { KeyboardEvent, MouseEvent } from "react";
import { UNKNOWN } from "../../../../workers/model/reports/figures";
import { ActionButton } from "../../../actions/ActionButton";
import { useService } from "../../../actions/studio";
import { formatBytes, formatError, formatFigure, formatLength, formatTenths } from "../../../common/format";
import { diagonalOf } from "../../../document/measure";
import type { ReduceChoice, RowFigures } from "../../../document/reduce/reduce-state";
import { useDocument } from "../../../document/use-stores";
import { ERms } from "../../../panels/report/Report";
import { ProgressBar } from "../../../ui/feedback/ProgressBar";
import sideMarkCss from "../../../ui/figures/SideMark.module.css";
import layoutCss from "../../../ui/layout/layout.module.css";
import panelCss from "../../../ui/layout/Panel.module.css";
import textCss from "../../../ui/text/text.module.css";
import { leastSpent } from "../runs/budget";
import { METHOD_WORDS } from "../runs/method-words";
import { REDUCING } from "../runs/reducing";
import { askedWords, budgetWords } from "./budget-words";
import { ReductionMarker } from "./ReductionMarker";
import css from "./ReductionTable.module.css";
import { useBest, useReduceQueue, useReduction, useStale } from "./use-reduction";

/** The columns of figures. */
const COLUMNS: {
  key: string;
  label: React.ReactNode;
  value(figures: RowFigures): number;
  write(value: number, metres: number): string;
}[] = [
  { key: "eRms", label: <ERms />, value: ({ eRms }) => eRms, write: formatError },
  {
    key: "largest",
    label: "Largest",
    value: ({ maxErrorPercent }) => maxErrorPercent / 100,
    write: (share, diagonal) => formatLength(share * diagonal),
  },
  {
    key: "normals",
    label: "Normals",
    value: ({ normalErrorDegrees }) => normalErrorDegrees,
    write: (degrees) => `${formatTenths(degrees)}°`,
  },
  { key: "bytes", label: "Weights", value: ({ bytes }) => bytes, write: formatBytes },
  { key: "blends", label: "Blends", value: ({ meanInfluences }) => meanInfluences, write: formatTenths },
];

interface RowProps {
  choice: ReduceChoice;
  name: React.ReactNode;
  figures: RowFigures;
  /** The number of virtual bones that the influences refer to; undefined if they are bones of the rig. */
  virtualBones?: number;
  /** Milliseconds of a pose on the GPU; null while they are not known. */
  gpuTime: number | null;
  /** The best value of each column; the rig as solved does not compete. */
  best: readonly number[] | null;
  /** The least of all times on the GPU. */
  bestTime?: number;
}

/** A rig with its figures. A click shows it in view B, Alt and a click in view A. */
function MethodRow({ choice, name, figures, virtualBones, gpuTime, best, bestTime }: RowProps) {
  const reducing = useService(REDUCING);
  const sides = useReduction((state) => state.sides);
  const metres = useDocument(({ sequence }) =>
    sequence ? diagonalOf(sequence) * sequence.metresPerUnit : 1,
  );
  const side = sides.a === choice ? "a" : sides.b === choice ? "b" : null;
  const show = (event: MouseEvent | KeyboardEvent) => reducing.show(event.altKey ? "a" : "b", choice);
  return (
    <tr
      tabIndex={0}
      className={side ? css.shown : undefined}
      aria-selected={sides.b === choice}
      onClick={show}
      onKeyDown={(event) => {
        const to = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
        if (to) (event.currentTarget[to as "nextElementSibling"] as HTMLElement | null)?.focus();
        else if (event.key === "Enter" || event.key === " ") show(event);
        else if (/^[ab]$/i.test(event.key)) reducing.show(event.key.toLowerCase() as "a" | "b", choice);
        else return;
        event.preventDefault();
      }}
    >
      <td className={css.side}>{side && <span className={sideMarkCss.mark}>{side.toUpperCase()}</span>}</td>
      <th scope="row" className={css.name}>
        {name}
      </th>
      <td>
        {figures.influences}
        {virtualBones !== undefined && ` of ${virtualBones}`}
      </td>
      {COLUMNS.map(({ key, value, write }, n) => (
        <td key={key} className={best && value(figures) <= best[n] ? css.best : undefined}>
          {write(value(figures), metres)}
        </td>
      ))}
      <td className={best && gpuTime !== null && gpuTime === bestTime ? css.best : undefined}>
        {gpuTime === null ? UNKNOWN : formatFigure(gpuTime, 2)}
      </td>
    </tr>
  );
}

/** Says that no result is within the budget, and which budget is needed. */
function OverBudget() {
  const runs = useReduction((state) => state.runs);
  const budget = useReduction((state) => state.budget);
  const least = leastSpent(runs, budget.kind);
  if (least === null) return null;
  return (
    <p className={css.empty} role="alert">
      No result is within {budgetWords(budget)}. The minimum is{" "}
      {budgetWords({ kind: budget.kind, amount: least })}.
    </p>
  );
}

/** The method that runs now. */
function Running() {
  const { active, done, total } = useReduceQueue();
  const running = useReduction((state) => state.runs.find((run) => run.state === "running") ?? null);
  const progress = useReduction((state) => state.progress);
  if (!active) return null;
  const what = running ? `${METHOD_WORDS[running.method].name} with ${askedWords(running)}` : "Waiting";
  return (
    <div className={css.empty} role="status">
      <span>
        {what}, {done} of {total} done{progress ? `: ${progress.phase}` : ""}
      </span>
      <ProgressBar label="Reductions" done={(done + (progress?.done ?? 0)) / Math.max(1, total)} />
      <ActionButton action="reduce.cancel" />
    </div>
  );
}

/** The figures of the original rig and of the best result of each method. */
function MethodTable() {
  const best = useBest();
  const dense = useReduction((state) => state.denseFigures);
  const denseGpuTime = useReduction((state) => state.denseGpuTime);
  const least = COLUMNS.map(({ value }) => Math.min(...best.map(({ report }) => value(report))));
  const leastTime = Math.min(...best.map(({ gpuTime }) => gpuTime ?? Number.POSITIVE_INFINITY));
  const original = (
    <span>
      <i className={css.dense} />
      Original
    </span>
  );
  return (
    <table className={css.table} aria-label="Methods">
      <thead>
        <tr>
          <td className={css.side} />
          <th scope="col" className={css.name}>
            Method
          </th>
          <th scope="col">Influences</th>
          {COLUMNS.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
          <th scope="col" title="Milliseconds of a pose on this machine's graphics processor">
            GPU, ms
          </th>
        </tr>
      </thead>
      <tbody>
        {dense && (
          <MethodRow choice="dense" name={original} figures={dense} gpuTime={denseGpuTime} best={null} />
        )}
        {best.map(({ id, method, report, gpuTime }) => (
          <MethodRow
            key={id}
            choice={id}
            figures={report}
            virtualBones={report.virtualBones}
            gpuTime={gpuTime}
            best={least}
            bestTime={leastTime}
            name={
              <span title={METHOD_WORDS[method].about}>
                <ReductionMarker method={method} />
                {METHOD_WORDS[method].name}
              </span>
            }
          />
        ))}
      </tbody>
    </table>
  );
}

/** The best result of every method within the budget, and the original rig. */
export function ReductionTable() {
  const isWithin = useBest().length > 0;
  const runs = useReduction((state) => state.runs);
  const budget = useReduction((state) => state.budget);
  const isStale = useStale();
  const failed = runs.filter(({ state }) => state === "failed");
  return (
    <section className={panelCss.panel} aria-label="Methods">
      <div className={panelCss.head}>
        <h2>Methods</h2>
        <span className={`${panelCss.sub} ${textCss.ellipsis}`} data-ui="subtitle">
          {isStale ? "Out of date. Reduce again." : `best within ${budgetWords(budget)}`}
        </span>
        <span className={layoutCss.grow} />
        <ActionButton action="reduce.csv" label="CSV" look="ghost" icon />
      </div>
      <div className={`${panelCss.body} ${css.body}`}>
        {runs.length === 0 ? (
          <div className={css.empty}>
            <p>Compare reductions by error, normals and size.</p>
            <ActionButton action="reduce.start" />
          </div>
        ) : (
          <MethodTable />
        )}
        {!isWithin && <OverBudget />}
        <Running />
        {failed.map((run) => (
          <p key={run.id} className={css.empty}>
            {METHOD_WORDS[run.method].name} with {askedWords(run)}: {run.error?.title}. {run.error?.body}
          </p>
        ))}
      </div>
    </section>
  );
}
