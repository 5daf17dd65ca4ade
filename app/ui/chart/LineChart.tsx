import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useSize } from "../layout/use-size";
import textCss from "../text/text.module.css";
import { startDrawing } from "./canvas";
import { drawLines } from "./draw-lines";
import css from "./LineChart.module.css";
import { type ChartContent, type LineLayout, lineLayout, valueAt } from "./line-layout";

interface LineChartProps {
  title: string;
  /** The unit of the values, and the scale. */
  unit: ReactNode;
  /** Leaves out the title, if it is already beside the chart. */
  untitled?: boolean;
  /** Returns the current content of the chart. */
  read(): ChartContent;
  /** Calls `changed` when there is something new to read. Returns a function that unsubscribes. */
  follow(changed: () => void): () => void;
  /** Describes one value: "iteration 12: 1.86". */
  tell(content: ChartContent, n: number): string;
  /** Shown while there are no values yet. */
  empty: string;
  className?: string;
}

/** Marks the value that is being read on the curve. */
function Reading({ layout, n, value }: { layout: LineLayout; n: number; value: number }) {
  const { x, y, top, bottom } = layout;
  return (
    <>
      <i className={css.cursor} style={{ left: x(n), top, height: bottom - top }} />
      <i className={css.spot} style={{ left: x(n), top: y(value) }} />
    </>
  );
}

/** The value that a key reads, from the one at `at`; null for other keys, and for a chart without values. */
function readingAfter(key: string, at: number, last: number): number | null {
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageDown: at - 10,
    PageUp: at + 10,
    Home: 0,
    End: last,
  }[key];
  return to === undefined || last < 0 ? null : Math.max(0, Math.min(last, to));
}

/**
 * A curve of successive values. The pointer or the arrow keys read single values. The reading appears in the line of
 * the title, so that it never covers the curve. New values redraw the canvas without a React render.
 */
export function LineChart(props: LineChartProps) {
  const { title, unit, untitled = false, read, follow, tell, empty, className = "" } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(box);
  const [reading, setReading] = useState<number | null>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const drawing = startDrawing(canvas.current, (context, width, height, token) => {
      const content = read();
      drawLines(context, content, lineLayout(content, width, height), token);
    });
    const stop = follow(drawing.request);
    return () => {
      stop();
      drawing.dispose();
    };
  }, [read, follow]);

  const content = read();
  const last = content.values.length - 1;
  const layout = lineLayout(content, size.width, size.height);
  const n = reading === null ? null : Math.min(reading, last);
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setReading(last < 0 ? null : valueAt(layout, last + 1, event.clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = readingAfter(event.key, n ?? last, last);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    setReading(to);
  };
  return (
    <figure className={css.figure}>
      <figcaption>
        {!untitled && <span className={textCss.strong}>{title}</span>}
        <span className={`${textCss.tertiary} ${textCss.ellipsis}`}>{unit}</span>
        <span className={`${textCss.number} ${css.reading}`} aria-hidden="true">
          {n !== null && n >= 0 && tell(content, n)}
        </span>
      </figcaption>
      <div
        ref={box}
        className={`${css.chart} ${className}`}
        {...(last >= 0 && {
          role: "slider",
          tabIndex: 0,
          "aria-label": title,
          "aria-readonly": true,
          "aria-valuemin": content.first,
          "aria-valuemax": content.first + last,
          "aria-valuenow": content.first + (n ?? last),
          "aria-valuetext": tell(content, n ?? last),
        })}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setReading(null)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setReading(last)}
        onBlur={() => setReading(null)}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} aria-hidden="true" />
        {last < 0 && <p className={textCss.tertiary}>{empty}</p>}
        {n !== null && n >= 0 && <Reading layout={layout} n={n} value={content.values[n]} />}
      </div>
    </figure>
  );
}
