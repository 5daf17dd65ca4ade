import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { seek } from "../../actions/everywhere/play-actions";
import { useStudio } from "../../actions/studio";
import { formatCount, formatError, formatPercent } from "../../common/format";
import { showClip } from "../../document/deform/deform-commands";
import { BEFORE_FIT } from "../../document/skeleton/before-fit";
import { shownReport } from "../../document/solve/shown-report";
import type { Stores } from "../../document/stores";
import { useDocument, useStores, useView } from "../../document/use-stores";
import { startDrawing } from "../../ui/chart/canvas";
import textCss from "../../ui/text/text.module.css";
import { drawTimeline } from "./draw-timeline";
import { barErrors, lineErrors } from "./shown-errors";
import css from "./TimelineTrack.module.css";
import { frameUnder, frameX, type TimelineLayout } from "./timeline-layout";

/** The mean distance of a frame and its deviation, "mean 0.21 % ± 0.14 %", if the shown errors are the report's. */
function distanceWords(stores: Stores, errors: ArrayLike<number>, k: number): string {
  const report = shownReport(stores.document.getState());
  const distances = report?.distancePerFrame;
  if (!distances || errors !== report.errorPerFrame) return "";
  return `, mean ${formatPercent(distances.mean[k])} ± ${formatPercent(distances.deviation[k])}`;
}

/** "frame 34: 2.10, mean 0.21 % ± 0.14 %"; without the error if none was measured. */
function frameWords(stores: Stores, k: number): string {
  const errors = barErrors(stores);
  return errors && k < errors.length
    ? `frame ${formatCount(k + 1)}: ${formatError(errors[k])}${distanceWords(stores, errors, k)}`
    : `frame ${formatCount(k + 1)}`;
}

/** One end of the played range. It can be dragged, or moved by arrow keys. */
function RangeEnd({ end, layoutOf }: { end: 0 | 1; layoutOf(): TimelineLayout }) {
  const stores = useStores();
  const button = useRef<HTMLButtonElement>(null);
  const range = useView((view) => view.range);
  const frames = useDocument((state) => state.sequence?.frameCount ?? 1);
  const set = (k: number) => {
    const [first, last] = stores.view.getState().range;
    const next: [number, number] = end === 0 ? [Math.min(k, last), last] : [first, Math.max(k, first)];
    stores.view.setState({ range: next });
  };
  useEffect(() => {
    const place = () => {
      if (button.current)
        button.current.style.left = `${frameX(layoutOf(), stores.view.getState().range[end])}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    if (button.current?.parentElement) observer.observe(button.current.parentElement);
    const stop = stores.view.subscribe((view) => view.range, place);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [end, layoutOf, stores.view.getState, stores.view.subscribe]);
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    set(frameUnder(layoutOf(), event.clientX - box.left));
  };
  return (
    <button
      ref={button}
      type="button"
      className={css.rangeEnd}
      role="slider"
      aria-label={end === 0 ? "Start of the played range" : "End of the played range"}
      aria-valuenow={range[end] + 1}
      aria-valuemin={1}
      aria-valuemax={frames}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!by) return;
        event.preventDefault();
        event.stopPropagation();
        set(Math.max(0, Math.min(frames - 1, range[end] + by)));
      }}
    />
  );
}

/**
 * Ticks, clips and error bars; a click or drag seeks. They are drawn without a React render, and a CSS transform moves
 * the playhead.
 */
function Track() {
  const stores = useStores();
  const { history } = useStudio();
  const track = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  const layoutOf = useRef((): TimelineLayout => {
    const frames = stores.document.getState().sequence?.frameCount ?? 1;
    return { frames, width: track.current?.clientWidth ?? 0 };
  }).current;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const moveHead = () => {
      const frame = Math.floor(stores.view.getState().frame);
      const label = head.current?.firstElementChild;
      if (!head.current || !label) return;
      const x = frameX(layoutOf(), frame);
      head.current.style.transform = `translateX(${x.toFixed(2)}px)`;
      label.textContent = String(frame + 1);
      track.current?.setAttribute("aria-valuenow", String(frame + 1));
      track.current?.setAttribute("aria-valuetext", frameWords(stores, frame));
    };
    const drawing = startDrawing(element, (context, width, height, token) => {
      const { sequence } = stores.document.getState();
      if (!sequence) return;
      const content = {
        clips: sequence.clips,
        errors: barErrors(stores),
        before: lineErrors(stores),
        range: stores.view.getState().range,
      };
      drawTimeline(context, { frames: sequence.frameCount, width }, height, token, content);
      moveHead();
    });
    const stops = [
      stores.document.subscribe((state) => state.sequence, drawing.request),
      stores.document.subscribe((state) => state.report, drawing.request),
      stores.work.subscribe((work) => work.solve?.errorPerFrame, drawing.request),
      stores.of(BEFORE_FIT).subscribe((state) => state, drawing.request),
      stores.view.subscribe((view) => view.range, drawing.request),
      stores.view.subscribe((view) => view.workspace, drawing.request),
      stores.compare.subscribe((state) => state.sides, drawing.request),
      stores.compare.subscribe((state) => state.runs, drawing.request),
      stores.view.subscribe((view) => view.frame, moveHead),
    ];
    return () => {
      for (const stop of stops) stop();
      drawing.dispose();
    };
  }, [
    layoutOf,
    stores.view.getState,
    stores.work.subscribe,
    stores.compare.subscribe,
    stores.document.getState,
    stores.document.subscribe,
    stores.view.subscribe,
    stores,
  ]);

  // Scrubbing returns from a pose, which an undo may have restored, to the clip.
  const toFrame = (k: number) => {
    showClip(stores, history);
    seek(stores, k);
  };
  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const k = frameUnder(layoutOf(), event.clientX - box.left);
    if (k !== stores.view.getState().frame) toFrame(k);
  };
  /** Shows the frame under the pointer above its bar, without a React render. */
  const read = (event: PointerEvent<HTMLDivElement>) => {
    const element = tip.current;
    if (!element) return;
    const layout = layoutOf();
    const k = frameUnder(layout, event.clientX - event.currentTarget.getBoundingClientRect().left);
    element.textContent = frameWords(stores, k);
    element.hidden = false;
    const half = element.offsetWidth / 2;
    const x = Math.max(half, Math.min(layout.width - half, frameX(layout, k)));
    element.style.transform = `translateX(${(x - half).toFixed(1)}px)`;
  };
  const stopReading = () => {
    if (tip.current) tip.current.hidden = true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { frame } = stores.view.getState();
    const to = { ArrowLeft: frame - 1, ArrowRight: frame + 1, PageDown: frame + 10, PageUp: frame - 10 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    toFrame(to);
  };
  const frames = useDocument((state) => state.sequence?.frameCount ?? 1);
  return (
    <div
      ref={track}
      className={css.track}
      role="slider"
      tabIndex={0}
      aria-label="Frame"
      aria-valuemin={1}
      aria-valuemax={frames}
      aria-valuenow={Math.floor(stores.view.getState().frame) + 1}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
        read(event);
      }}
      onPointerLeave={stopReading}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={head} className={css.playhead} aria-hidden="true">
        <span />
      </div>
      <div
        ref={tip}
        data-ui="timeline-reading"
        className={`${css.tip} ${textCss.number}`}
        aria-hidden="true"
        hidden
      />
    </div>
  );
}

/** The track, with the ends of the played range on it. */
export function TimelineTrack() {
  const stores = useStores();
  const box = useRef<HTMLDivElement>(null);
  const layoutOf = useRef((): TimelineLayout => {
    const frames = stores.document.getState().sequence?.frameCount ?? 1;
    return { frames, width: box.current?.clientWidth ?? 0 };
  }).current;
  return (
    <div ref={box} style={{ position: "relative", flex: 1, minHeight: 0, display: "flex" }}>
      <Track />
      <RangeEnd end={0} layoutOf={layoutOf} />
      <RangeEnd end={1} layoutOf={layoutOf} />
    </div>
  );
}
