import { useEffect, useRef } from "react";
import type { IterationRecord } from "../../workers/model/solve-report";
import { useDocument } from "../document/document";
import { useShell } from "../shell/shell-state";
import { logRange, logTicks, roundStep } from "../ui/axis";
import { type Draw, startDrawing } from "../ui/canvas";
import { formatError, plural } from "../ui/format";

const LEFT = 30;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 20;

/** What is shown: the running solve's iterations, else the report's. */
const currentHistory = (): IterationRecord[] =>
  useShell.getState().solve?.history ?? useDocument.getState().report?.history ?? [];

const EVENTS = {
  restart: "new start",
  reinitialised: "bone re-initialised",
  move: "bone moved elsewhere",
} as const;

const isMarked = (event: IterationRecord["event"]): event is keyof typeof EVENTS =>
  event !== null && event in EVENTS;

const draw: Draw = (context, width, height, token) => {
  const history = currentHistory();
  const last = Math.max(10, history.length - 1);
  const [low, high] = logRange(history.map((record) => record.eRms));
  const x = (n: number) => LEFT + (n / last) * (width - LEFT - RIGHT);
  const y = (e: number) =>
    TOP + (1 - Math.log(Math.max(e, low) / low) / Math.log(high / low)) * (height - TOP - BOTTOM);

  context.textBaseline = "middle";
  context.textAlign = "right";
  context.lineWidth = 1;
  for (const tick of logTicks(low, high, height > 140 ? 6 : 5)) {
    line(context, [LEFT, y(tick), width - RIGHT, y(tick)], token("line-soft"));
    context.fillStyle = token("text-3");
    context.fillText(tick >= 1 ? String(tick) : String(Number(tick.toPrecision(2))), LEFT - 6, y(tick));
  }
  context.textAlign = "center";
  const step = roundStep(last, 4);
  for (let n = 0; n <= last; n += step) context.fillText(String(n), Math.min(x(n), width - 10), height - 6);
  if (history.length === 0) return;

  // Moves of single bones come in dozens: marks at the foot; new starts cross the chart.
  for (const [n, { event }] of history.entries()) {
    if (n === 0 || !isMarked(event)) continue;
    context.setLineDash(event === "move" ? [] : [2, 3]);
    const top = event === "move" ? height - BOTTOM - 5 : TOP - 4;
    line(context, [x(n), top, x(n), height - BOTTOM], token("warn"));
  }
  context.setLineDash([]);

  const path = new Path2D();
  for (const [n, record] of history.entries()) path.lineTo(x(n), y(record.eRms));
  const area = new Path2D(path);
  area.lineTo(x(history.length - 1), height - BOTTOM);
  area.lineTo(x(0), height - BOTTOM);
  context.globalAlpha = 0.1;
  context.fillStyle = token("accent");
  context.fill(area);
  context.globalAlpha = 1;
  context.strokeStyle = token("accent");
  context.lineWidth = 1.6;
  context.lineJoin = "round";
  context.stroke(path);
  context.beginPath();
  context.arc(x(history.length - 1), y(history[history.length - 1].eRms), 3, 0, 2 * Math.PI);
  context.fill();
};

function line(context: CanvasRenderingContext2D, [x0, y0, x1, y1]: number[], colour: string): void {
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(x0, Math.round(y0) + 0.5);
  context.lineTo(x1, Math.round(y1) + (y0 === y1 ? 0.5 : 0));
  context.stroke();
}

/** Error against iteration, logarithmic; events that may raise it are marked. Drawn past React. */
export function IterationChart({ tall = false }: { tall?: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const count = useShell((shell) => shell.solve?.history.length ?? -1);
  const report = useDocument((state) => state.report);
  const history = count >= 0 ? currentHistory() : (report?.history ?? []);
  useEffect(() => {
    if (!canvas.current) return;
    const drawing = startDrawing(canvas.current, draw);
    const stops = [
      useShell.subscribe((shell) => shell.solve?.history, drawing.request),
      useDocument.subscribe((state) => state.report, drawing.request),
    ];
    return () => {
      for (const stop of stops) stop();
      drawing.dispose();
    };
  }, []);
  const first = history[0]?.eRms;
  const end = history.at(-1)?.eRms;
  const words =
    first === undefined || end === undefined
      ? "No iterations yet."
      : `E RMS from ${formatError(first)} to ${formatError(end)} in ${plural(history.length, "iteration")}.`;
  const seen = Object.entries(EVENTS).filter(([event]) =>
    history.some((record, n) => n > 0 && record.event === event),
  );
  return (
    <>
      <div className={tall ? "chart tall" : "chart"} role="img" aria-label={`Error per iteration. ${words}`}>
        <canvas ref={canvas} />
      </div>
      {(tall || seen.length > 0) && (
        <div className="key">
          {tall && (
            <span>
              <i style={{ borderColor: "var(--accent)" }} />
              Error per iteration
            </span>
          )}
          {seen.map(([event, label]) => (
            <span key={event}>
              {event === "move" ? (
                <i style={{ width: 0, height: 6, borderTop: 0, borderLeft: "1px solid var(--warn)" }} />
              ) : (
                <i style={{ borderColor: "var(--warn)", borderTopStyle: "dashed" }} />
              )}
              {label}
            </span>
          ))}
        </div>
      )}
    </>
  );
}
