import { Menu } from "@base-ui/react/menu";
import { useEffect, useRef } from "react";
import { ActionButton, ActionIcon } from "../../actions/ActionButton";
import { SPEEDS } from "../../actions/everywhere/play-actions";
import { useAction } from "../../actions/use-action";
import { formatCount, formatPlain } from "../../common/format";
import { useDocument, useStores, useView } from "../../document/use-stores";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { Separator } from "../../ui/layout/Separator";
import { MenuChoice, MenuPopup } from "../../ui/menus/MenuPopup";
import { MenuTrigger } from "../../ui/menus/MenuTrigger";
import textCss from "../../ui/text/text.module.css";
import { ErrorSummary } from "./ErrorSummary";
import { SidesSummary } from "./SidesSummary";
import css from "./Timeline.module.css";
import { TimelineTrack } from "./TimelineTrack";

/** The number of the shown frame, updated without a React render. */
function FrameNumber() {
  const stores = useStores();
  const text = useRef<HTMLSpanElement>(null);
  const frames = useDocument((state) => state.sequence?.frameCount ?? 0);
  useEffect(() => {
    const write = (frame: number) => {
      if (text.current) text.current.textContent = formatCount(Math.floor(frame) + 1);
    };
    write(stores.view.getState().frame);
    return stores.view.subscribe((view) => view.frame, write);
  }, [stores.view.subscribe, stores.view.getState]);
  return (
    <>
      <span
        className={textCss.strong}
        ref={text}
        style={{ minWidth: `${String(frames).length}ch`, textAlign: "right" }}
      />
      <span className={`${textCss.tertiary} ${css.frames}`}>/ {formatCount(frames)}</span>
    </>
  );
}

function SpeedMenu() {
  const stores = useStores();
  const speed = useView((view) => view.speed);
  return (
    <Menu.Root>
      <MenuTrigger aria-label={`Speed ${speed}×`}>
        {speed}×
        <Icon name="down" small />
      </MenuTrigger>
      <MenuPopup sideOffset={4} side="top" minWidth={90}>
        <Menu.RadioGroup value={speed} onValueChange={(next) => stores.view.setState({ speed: next })}>
          {SPEEDS.map((each) => (
            <MenuChoice key={each} value={each} label={`${each}×`} />
          ))}
        </Menu.RadioGroup>
      </MenuPopup>
    </Menu.Root>
  );
}

export function Timeline({ small = false }: { small?: boolean }) {
  const fps = useDocument((state) => state.sequence?.fps ?? 0);
  const playing = useView((view) => view.playing);
  const toggle = useAction("play.toggle");
  const hide = useAction("view.timeline");
  const isDeform = useView((view) => view.workspace === "deform");
  const isCompare = useView((view) => view.workspace === "compare");
  const isSolve = useView((view) => view.workspace === "solve");
  const noPath = useAction("path.strip").refusal;
  return (
    <>
      <div
        data-ui="timeline-bar"
        className={css.bar}
        role="toolbar"
        aria-label="Playback"
        onDoubleClick={(event) => {
          if (!small && !(event.target instanceof Element && event.target.closest("button"))) hide.perform();
        }}
      >
        <ActionIcon action="play.previous" side="top" />
        <ActionIcon action="play.toggle" side="top" big checkedIcon="pause" lit={false} />
        <ActionIcon action="play.next" side="top" />
        <span className={css.loop}>
          <ActionIcon action="play.loop" side="top" />
        </span>
        <Separator />
        <FrameNumber />
        {!small && (
          <>
            <Separator />
            <span className={`${textCss.tertiary} ${css.fps}`}>{formatPlain(fps)} fps</span>
            <SpeedMenu />
          </>
        )}
        <span className={textCss.visuallyHidden} role="status">
          {playing && !toggle.refusal ? "Playing" : ""}
        </span>
        <span className={layoutCss.grow} />
        <span className={css.summary}>
          {isCompare ? <SidesSummary /> : !isDeform && <ErrorSummary small={small} />}
        </span>
        {isSolve && !noPath && <ActionButton action="path.strip" look="ghost" label="Path" icon />}
        {isDeform && <ActionButton action="deform.timeline" look="ghost" label="Poses" icon />}
      </div>
      <TimelineTrack />
    </>
  );
}
