import type { IterationRecord } from "../../../../workers/model/reports/solve-report";
import { formatError } from "../../../common/format";
import type { Stores } from "../../../document/stores";
import { useDocument, useStores, useWork } from "../../../document/use-stores";
import { ERms } from "../../../panels/report/Report";
import { IterationCurve } from "../../../ui/chart/IterationCurve";
import lineChartCss from "../../../ui/chart/LineChart.module.css";
import css from "./IterationChart.module.css";

/** The iterations of the running solve, or else of the report. */
const currentHistory = (stores: Stores): IterationRecord[] =>
  stores.work.getState().solve?.history ?? stores.document.getState().report?.history ?? [];

const EVENTS = {
  restart: "restart",
  reinitialised: "bone re-initialised",
  move: "bone moved elsewhere",
} as const;

const isMarked = (event: IterationRecord["event"]): event is keyof typeof EVENTS =>
  event !== null && event in EVENTS;

function read(stores: Stores) {
  const history = currentHistory(stores);
  // There are dozens of moves of single bones, so their marks are short strokes at the bottom. Restarts cross the
  // chart.
  const marks = history.flatMap(({ event }, at) =>
    at > 0 && isMarked(event)
      ? [{ at, kind: event === "move" ? ("foot" as const) : ("across" as const) }]
      : [],
  );
  return { values: history.map(({ eRms }) => eRms), scale: "log" as const, marks };
}

function follow(stores: Stores, changed: () => void): () => void {
  const stops = [
    stores.work.subscribe((work) => work.solve?.history, changed),
    stores.document.subscribe((state) => state.report, changed),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function tell(stores: Stores, eRms: number, n: number): string {
  const { event } = currentHistory(stores)[n] ?? { event: null };
  const happened = n > 0 && isMarked(event) ? `, ${EVENTS[event]}` : "";
  return `${formatError(eRms)}${happened}`;
}

/** Explains the marks of the chart. */
function Key({ history }: { history: readonly IterationRecord[] }) {
  const seen = Object.entries(EVENTS).filter(([event]) =>
    history.some((record, n) => n > 0 && record.event === event),
  );
  if (seen.length === 0) return null;
  return (
    <div className={css.key}>
      {seen.map(([event, label]) => (
        <span key={event}>
          <i className={event === "move" ? css.foot : css.dashed} />
          {label}
        </span>
      ))}
    </div>
  );
}

/** The error of each iteration on a logarithmic scale, with marks for events that may raise it. */
export function IterationChart({ tall = false, untitled = false }: { tall?: boolean; untitled?: boolean }) {
  const stores = useStores();
  // Renders at every iteration, so that the reading shows the newest values.
  useWork((work) => work.solve?.history.length ?? -1);
  useDocument((state) => state.report);
  return (
    <>
      <IterationCurve
        title="Error per iteration"
        unit={
          <>
            <ERms />, log scale
          </>
        }
        untitled={untitled}
        read={() => read(stores)}
        follow={(changed) => follow(stores, changed)}
        tell={(value, n) => tell(stores, value, n)}
        className={tall ? lineChartCss.tall : ""}
      />
      <Key history={currentHistory(stores)} />
    </>
  );
}
