import { useEffect, useRef } from "react";
import { useBinding } from "../../document/binding/binding-state";
import { roundStep } from "../../ui/axis";
import { type Draw, startDrawing } from "../../ui/canvas";
import { formatFigure, formatPlain, niceCeiling } from "../../ui/format";

const LEFT = 44;
const RIGHT = 10;
const TOP = 8;
const BOTTOM = 16;
/** Least room between two numbers of iterations. */
const APART = 34;
/** Room that the words of a mark need. */
const WORDS = 130;

const draw: Draw = (context, width, height, token) => {
  const { run } = useBinding.getState();
  const energy = run?.energy ?? [];
  const end = niceCeiling(Math.max(0, ...energy));
  const last = Math.max(10, energy.length - 1);
  const x = (n: number) => LEFT + (n / last) * (width - LEFT - RIGHT);
  const y = (e: number) => TOP + (1 - e / end) * (height - TOP - BOTTOM);
  context.textBaseline = "middle";
  for (const part of height > 70 ? [0, 0.5, 1] : [0, 1]) {
    line(context, [LEFT, y(part * end), width - RIGHT, y(part * end)], token("line-soft"));
    context.textAlign = "right";
    context.fillStyle = token("text-3");
    context.fillText(energy.length > 0 ? formatPlain(part * end) : "", LEFT - 6, y(part * end));
  }
  context.textAlign = "center";
  const step = roundStep(last, Math.max(1, Math.min(6, Math.floor((width - LEFT - RIGHT) / APART))));
  for (let n = 0; n <= last && energy.length > 0; n += step)
    context.fillText(String(n + 1), Math.min(x(n), width - RIGHT), height - 5);
  if (energy.length === 0) return;

  let free = Infinity;
  context.textAlign = "left";
  for (const { at, label } of [...(run?.marks ?? [])].reverse()) {
    context.setLineDash([2, 3]);
    line(context, [x(at), TOP - 4, x(at), height - BOTTOM], token("line-control"));
    context.setLineDash([]);
    // The latest has its words; older ones where there is room before it.
    const from = Math.min(x(at) + 6, width - RIGHT - Math.min(WORDS, context.measureText(label).width));
    if (from + WORDS > free) continue;
    context.fillStyle = token("text-2");
    context.fillText(label, from, TOP + 3, WORDS);
    free = from;
  }

  const path = new Path2D();
  for (const [n, e] of energy.entries()) path.lineTo(x(n), y(e));
  context.strokeStyle = token("accent");
  context.lineWidth = 1.6;
  context.lineJoin = "round";
  context.stroke(path);
  context.fillStyle = token("accent");
  context.beginPath();
  context.arc(x(energy.length - 1), y(energy[energy.length - 1]), 3, 0, 2 * Math.PI);
  context.fill();
};

function line(context: CanvasRenderingContext2D, [x0, y0, x1, y1]: number[], colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x0, Math.round(y0) + 0.5);
  context.lineTo(x1, Math.round(y1) + (y0 === y1 ? 0.5 : 0));
  context.stroke();
}

/** Energy against iteration; strokes are marked where they came. Drawn past React. */
export function EnergyChart() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const first = useBinding(({ run }) => run?.energy[0] ?? null);
  const now = useBinding(({ run }) => run?.energy.at(-1) ?? null);
  useEffect(() => {
    if (!canvas.current) return;
    const drawing = startDrawing(canvas.current, draw);
    const stop = useBinding.subscribe((state) => state.run, drawing.request);
    return () => {
      stop();
      drawing.dispose();
    };
  }, []);
  const words =
    first === null || now === null
      ? "No iterations yet."
      : `From ${formatFigure(first)} to ${formatFigure(now)}.`;
  return (
    <div className="energy" role="img" aria-label={`Energy per iteration. ${words}`}>
      <canvas ref={canvas} />
    </div>
  );
}
