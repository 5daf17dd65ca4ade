import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { seek } from "../../actions/everywhere/play-actions";
import { useStudio } from "../../actions/studio";
import { showClip } from "../../document/deform/deform-commands";
import { useDocument, useStores } from "../../document/use-stores";
import textCss from "../../ui/text/text.module.css";
import { frameWords } from "./frame-words";
import { RangeEnd } from "./RangeEnd";
import css from "./TimelineTrack.module.css";
import { frameUnder, frameX, type TimelineLayout } from "./timeline-layout";
import { drawTrack } from "./track-drawing";
import { useFrameReading } from "./use-frame-reading";

/** The frames of the sequence, with two handles for the range that plays. */
export function TimelineTrack() {
  const stores = useStores();
  const box = useRef<HTMLDivElement>(null);
  const layoutOf = useRef((): TimelineLayout => {
    const frames = stores.document.getState().sequence?.frameCount ?? 1;
    return { frames, width: box.current?.clientWidth ?? 0 };
  }).current;
  return (
    <div ref={box} style={{ position: "relative", flex: 1, minHeight: 0, display: "flex" }}>
      <Track layoutOf={layoutOf} />
      <RangeEnd end={0} layoutOf={layoutOf} />
      <RangeEnd end={1} layoutOf={layoutOf} />
    </div>
  );
}

/**
 * Ticks, clips and error bars; a click or drag seeks. They are drawn without a React render, and a CSS transform moves
 * the playhead.
 */
function Track({ layoutOf }: { layoutOf(): TimelineLayout }) {
  const stores = useStores();
  const { history } = useStudio();
  const frames = useDocument((state) => state.sequence?.frameCount ?? 1);
  const { track, canvas, head } = useDrawnTrack(layoutOf);
  const reading = useFrameReading(layoutOf);

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
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    seekTo(event);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seekTo(event);
    reading.show(event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: 10, PageUp: -10 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    toFrame(stores.view.getState().frame + by);
  };
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
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerLeave={reading.hide}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={head} className={css.playhead} aria-hidden="true">
        <span />
      </div>
      <div
        ref={reading.tip}
        data-ui="timeline-reading"
        className={`${css.tip} ${textCss.number}`}
        aria-hidden="true"
        hidden
      />
    </div>
  );
}

/** Draws the track and moves its playhead. */
function useDrawnTrack(layoutOf: () => TimelineLayout) {
  const stores = useStores();
  const track = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const moveHead = () => {
      const frame = Math.floor(stores.view.getState().frame);
      const label = head.current?.firstElementChild;
      if (!head.current || !label) return;
      head.current.style.transform = `translateX(${frameX(layoutOf(), frame).toFixed(2)}px)`;
      label.textContent = String(frame + 1);
      track.current?.setAttribute("aria-valuenow", String(frame + 1));
      track.current?.setAttribute("aria-valuetext", frameWords(stores, frame));
    };
    const stopDrawing = drawTrack(stores, canvas.current, moveHead);
    const stopMoving = stores.view.subscribe((view) => view.frame, moveHead);
    return () => {
      stopMoving();
      stopDrawing();
    };
  }, [layoutOf, stores]);
  return { track, canvas, head };
}
