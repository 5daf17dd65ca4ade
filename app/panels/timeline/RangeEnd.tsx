import { type PointerEvent, useEffect, useRef } from "react";
import { useDocument, useStores, useView } from "../../document/use-stores";
import css from "./TimelineTrack.module.css";
import { frameUnder, frameX, type TimelineLayout } from "./timeline-layout";

/** One end of the played range. It can be dragged, or moved by arrow keys. */
export function RangeEnd({ end, layoutOf }: { end: 0 | 1; layoutOf(): TimelineLayout }) {
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
