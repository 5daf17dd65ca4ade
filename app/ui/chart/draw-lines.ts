import type { Token } from "./canvas";
import { type ChartContent, type LineLayout, markWords } from "./line-layout";

/** Draws axes, marks and the curve. Draws nothing for an empty chart. */
export function drawLines(
  context: CanvasRenderingContext2D,
  content: ChartContent,
  layout: LineLayout,
  token: Token,
): void {
  const { values } = content;
  if (values.length === 0) return;
  drawAxes(context, layout, token);
  drawMarks(context, content, layout, token);
  const { x, y, bottom } = layout;
  const path = new Path2D();
  for (const [n, value] of values.entries()) path.lineTo(x(n), y(value));
  const area = new Path2D(path);
  area.lineTo(x(values.length - 1), bottom);
  area.lineTo(x(0), bottom);
  context.globalAlpha = 0.1;
  context.fillStyle = token("accent");
  context.fill(area);
  context.globalAlpha = 1;
  context.strokeStyle = token("accent");
  context.lineWidth = 1.6;
  context.lineJoin = "round";
  context.stroke(path);
  context.beginPath();
  context.arc(x(values.length - 1), y(values[values.length - 1]), 3, 0, 2 * Math.PI);
  context.fill();
}

function drawAxes(context: CanvasRenderingContext2D, layout: LineLayout, token: Token): void {
  const { left, right, bottom, rows, columns } = layout;
  context.lineWidth = 1;
  context.textBaseline = "middle";
  context.textAlign = "right";
  context.fillStyle = token("text-3");
  for (const { y, text } of rows) {
    line(context, [left, y, right, y], token("line-soft"));
    context.fillText(text, left - 6, y);
  }
  for (const { x, text } of columns) {
    // The last label ends at the chart's right edge.
    const half = context.measureText(text).width / 2;
    context.textAlign = "center";
    context.fillText(text, Math.min(x, right + 6 - half), bottom + 13);
  }
}

function drawMarks(
  context: CanvasRenderingContext2D,
  { marks }: ChartContent,
  layout: LineLayout,
  token: Token,
): void {
  const { x, top, bottom } = layout;
  for (const { at, kind, words } of marks) {
    context.setLineDash(kind === "across" ? [2, 3] : []);
    const from = kind === "across" ? top - 4 : bottom - 5;
    line(context, [x(at), from, x(at), bottom], token(words ? "line-control" : "warn"));
  }
  context.setLineDash([]);
  context.textAlign = "left";
  context.fillStyle = token("text-2");
  const widthOf = (words: string) => context.measureText(words).width;
  for (const { words, x: from } of markWords(layout, marks, widthOf)) context.fillText(words, from, 8);
}

function line(context: CanvasRenderingContext2D, [x0, y0, x1, y1]: number[], colour: string): void {
  context.strokeStyle = colour;
  context.beginPath();
  context.moveTo(x0, Math.round(y0) + 0.5);
  context.lineTo(x1, Math.round(y1) + (y0 === y1 ? 0.5 : 0));
  context.stroke();
}
