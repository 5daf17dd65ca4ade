import { Menu } from "@base-ui/react/menu";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { ActionButton, ActionIcon } from "../actions/ActionButton";
import { showClip } from "../actions/deform-actions";
import { SPEEDS, seek } from "../actions/play-actions";
import { useAction } from "../actions/use-action";
import { useDocument } from "../document/document";
import { worstFrame } from "../document/measure";
import { useView } from "../document/view-state";
import { useShell } from "../shell/shell-state";
import { useStudio } from "../shell/studio";
import { startDrawing } from "../ui/canvas";
import { formatCount, formatError, formatPlain } from "../ui/format";
import { Icon } from "../ui/Icon";
import { MenuChoice, MenuPopup } from "../ui/MenuPopup";
import { drawTimeline } from "./draw-timeline";
import { frameAt, frameX, type TimelineLayout } from "./timeline-layout";

/** Errors on show: those of the running solve, else the report's. */
const currentErrors = () =>
  useShell.getState().solve?.errorPerFrame ?? useDocument.getState().report?.errorPerFrame ?? null;

/** The shown frame's number, written past React. */
function FrameNumber() {
  const text = useRef<HTMLSpanElement>(null);
  const frames = useDocument((state) => state.sequence?.frameCount ?? 0);
  useEffect(() => {
    const write = (frame: number) => {
      if (text.current) text.current.textContent = formatCount(Math.floor(frame) + 1);
    };
    write(useView.getState().frame);
    return useView.subscribe((view) => view.frame, write);
  }, []);
  return (
    <>
      <span className="b" ref={text} style={{ minWidth: `${String(frames).length}ch`, textAlign: "right" }} />
      <span className="t3">/ {formatCount(frames)}</span>
    </>
  );
}

function SpeedMenu() {
  const speed = useView((view) => view.speed);
  return (
    <Menu.Root>
      <Menu.Trigger className="menu" aria-label={`Speed ${speed}×`}>
        {speed}×
        <Icon name="down" small />
      </Menu.Trigger>
      <MenuPopup sideOffset={4} side="top" minWidth={90}>
        <Menu.RadioGroup value={speed} onValueChange={(next) => useView.setState({ speed: next })}>
          {SPEEDS.map((each) => (
            <MenuChoice key={each} value={each} label={`${each}×`} />
          ))}
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  );
}

/** Of which rig the bars are while one is solved for. */
function ofSolve(hasReport: boolean, measured: boolean): string {
  if (measured) return "Error per frame, updated as it is solved";
  return hasReport ? "Error per frame of the rig from before" : "";
}

function ErrorSummary({ small }: { small: boolean }) {
  const solving = useShell((shell) => shell.solve !== null);
  const measured = useShell((shell) => (shell.solve?.errorPerFrame ?? null) !== null);
  const report = useDocument((state) => state.report);
  const worst = useAction("play.worst");
  if (solving) return small ? null : <span className="t3 ell">{ofSolve(report !== null, measured)}</span>;
  if (!report) return null;
  const k = worstFrame(report.errorPerFrame);
  return (
    <>
      {!small && (
        <span className="roomy">
          <span className="t3">Error per frame</span>
          <span className="sep" />
        </span>
      )}
      <span className="t2">
        worst{" "}
        <button type="button" className="link" title={worst.action.label} onClick={worst.perform}>
          {k + 1}
        </button>
      </span>
      <span className="t2" style={{ marginLeft: 4 }}>
        mean {formatError(report.eRms)}
      </span>
    </>
  );
}

/** One end of the played range. Dragged, or moved by arrows. */
function RangeEnd({ end, layoutOf }: { end: 0 | 1; layoutOf(): TimelineLayout }) {
  const button = useRef<HTMLButtonElement>(null);
  const range = useView((view) => view.range);
  const frames = useDocument((state) => state.sequence?.frameCount ?? 1);
  const set = (k: number) => {
    const [first, last] = useView.getState().range;
    const next: [number, number] = end === 0 ? [Math.min(k, last), last] : [first, Math.max(k, first)];
    useView.setState({ range: next });
  };
  useEffect(() => {
    const place = () => {
      if (button.current)
        button.current.style.left = `${frameX(layoutOf(), useView.getState().range[end])}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    if (button.current?.parentElement) observer.observe(button.current.parentElement);
    const stop = useView.subscribe((view) => view.range, place);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [end, layoutOf]);
  const onPointerMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement!.getBoundingClientRect();
    set(frameAt(layoutOf(), event.clientX - box.left));
  };
  return (
    <button
      ref={button}
      type="button"
      className="range-end"
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

/** Ticks, clips and error bars; a click or drag seeks. Drawn past React; the playhead is moved by transform. */
function Track() {
  const studio = useStudio();
  const track = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const layoutOf = useRef((): TimelineLayout => {
    const frames = useDocument.getState().sequence?.frameCount ?? 1;
    return { frames, width: track.current?.clientWidth ?? 0 };
  }).current;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const moveHead = () => {
      const frame = Math.floor(useView.getState().frame);
      const label = head.current?.firstElementChild;
      if (!head.current || !label) return;
      const x = frameX(layoutOf(), frame);
      head.current.style.transform = `translateX(${x.toFixed(2)}px)`;
      label.textContent = String(frame + 1);
      track.current?.setAttribute("aria-valuenow", String(frame + 1));
    };
    const drawing = startDrawing(element, (context, width, height, token) => {
      const { sequence } = useDocument.getState();
      if (!sequence) return;
      const content = { clips: sequence.clips, errors: currentErrors(), range: useView.getState().range };
      drawTimeline(context, { frames: sequence.frameCount, width }, height, token, content);
      moveHead();
    });
    const stops = [
      useDocument.subscribe((state) => state.sequence, drawing.request),
      useDocument.subscribe((state) => state.report, drawing.request),
      useShell.subscribe((shell) => shell.solve?.errorPerFrame, drawing.request),
      useView.subscribe((view) => view.range, drawing.request),
      useView.subscribe((view) => view.frame, moveHead),
    ];
    return () => {
      for (const stop of stops) stop();
      drawing.dispose();
    };
  }, [layoutOf]);

  // A pose that came back by an undo gives way to the clip that is scrubbed.
  const toFrame = (k: number) => {
    showClip(studio);
    seek(k);
  };
  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const k = frameAt(layoutOf(), event.clientX - box.left);
    if (k !== useView.getState().frame) toFrame(k);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { frame } = useView.getState();
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
      className="tl"
      role="slider"
      tabIndex={0}
      aria-label="Frame"
      aria-valuemin={1}
      aria-valuemax={frames}
      aria-valuenow={Math.floor(useView.getState().frame) + 1}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        seekTo(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <div ref={head} className="playhead" aria-hidden="true">
        <span />
      </div>
    </div>
  );
}

export function Timeline({ small = false }: { small?: boolean }) {
  const fps = useDocument((state) => state.sequence?.fps ?? 0);
  const playing = useView((view) => view.playing);
  const toggle = useAction("play.toggle");
  const hide = useAction("view.timeline");
  const isDeform = useView((view) => view.workspace === "deform");
  return (
    <>
      <div
        className="tl-bar"
        role="toolbar"
        aria-label="Playback"
        onDoubleClick={(event) => {
          if (!small && !(event.target instanceof Element && event.target.closest("button"))) hide.perform();
        }}
      >
        <ActionIcon action="play.previous" side="top" />
        <ActionIcon action="play.toggle" side="top" big checkedIcon="pause" lit={false} />
        <ActionIcon action="play.next" side="top" />
        <ActionIcon action="play.loop" side="top" />
        <span className="sep" />
        <FrameNumber />
        {!small && (
          <>
            <span className="sep" />
            <span className="t3">{formatPlain(fps)} fps</span>
            <SpeedMenu />
          </>
        )}
        <span className="sr" role="status">
          {playing && !toggle.refusal ? "Playing" : ""}
        </span>
        <span className="grow" />
        {!isDeform && <ErrorSummary small={small} />}
        {isDeform && <ActionButton action="deform.timeline" className="ghost" label="Poses" icon />}
      </div>
      <TrackWithRange />
    </>
  );
}

function TrackWithRange() {
  const box = useRef<HTMLDivElement>(null);
  const layoutOf = useRef((): TimelineLayout => {
    const frames = useDocument.getState().sequence?.frameCount ?? 1;
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
