import { type ReactNode, useRef } from "react";
import { ActionIcon } from "../../../actions/ActionButton";
import { formatFigure } from "../../../common/format";
import { removePane } from "../../../document/deform/panes";
import type { PaneFigures } from "../../../document/deform/prepared";
import { useDocument, usePrepared, useStores, useView } from "../../../document/use-stores";
import type { Pane } from "../../../document/view-state";
import panesCss from "../../../panels/viewport/Panes.module.css";
import { ViewsButton } from "../../../panels/viewport/ViewsMenu";
import { IconButton } from "../../../ui/buttons/IconButton";
import soonCss from "../../../ui/feedback/soon.module.css";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { useSize } from "../../../ui/layout/use-size";
import { MenuWord } from "../../../ui/menus/MenuTrigger";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { Tip } from "../../../ui/overlays/Tip";
import { paneState } from "../../../viewport/views/pane-state";
import { type PaneRect, paneRects } from "../../../viewport/views/views";
import { FigureList } from "./FigureList";
import css from "./PaneChrome.module.css";
import { PaneLegend } from "./PaneLegend";
import { DeformerMenu, PaneShadingMenu } from "./PaneMenus";

/** Why a difference cannot be shown, or null. */
function useNothingToCompare({ shading, reference }: Pane): string | null {
  const rig = useDocument((state) => state.rig);
  const made = useDocument((state) => (state.livePose ?? state.pose) !== null);
  const there = usePrepared(
    (prepared) => reference === "source" || paneState(reference, prepared, rig) !== "preparing",
  );
  if (shading !== "difference") return null;
  if (reference === "source" && made) return "The source does not have this pose";
  return there ? null : "The other deformer is not prepared yet";
}

/** Says why the view does not show the requested result yet. */
function StateLabel({ pane }: { pane: Pane }) {
  const rig = useDocument((state) => state.rig);
  const state = usePrepared((prepared) => paneState(pane.deformer, prepared, rig));
  const running = usePrepared((prepared) => prepared.progress !== null);
  const nothing = useNothingToCompare(pane);
  if (state === "ready" && !nothing) return null;
  const text =
    nothing ??
    (state === "stale"
      ? "Out of date"
      : running
        ? "Linear blend until prepared"
        : "Linear blend: not prepared");
  return (
    <output data-ui="label" className={`${overlayCss.label} ${soonCss.soon}`}>
      {text}
    </output>
  );
}

interface PaneViewProps {
  index: number;
  pane: Pane;
  rect: PaneRect;
  count: number;
  figures: PaneFigures | null;
  children: ReactNode;
}

function PaneView({ index, pane, rect, count, figures, children }: PaneViewProps) {
  const stores = useStores();
  const isFocused = useView((view) => view.focusedPane === index);
  const { left, top, width, height } = rect;
  const time = figures?.milliseconds ?? null;
  return (
    <section
      className={isFocused && count > 1 ? `${panesCss.pane} ${panesCss.on}` : panesCss.pane}
      data-ui="pane"
      aria-label={`View ${index + 1}`}
      style={{ left, top, width, height }}
    >
      <div className={`${overlayCss.overlay} ${overlayCss.across}`}>
        <div data-ui="bar" className={overlayCss.bar}>
          <DeformerMenu index={index} pane={pane} />
          <PaneShadingMenu index={index} pane={pane} />
        </div>
        <span className={layoutCss.grow} />
        <div data-ui="bar" className={`${overlayCss.bar} ${css.ends}`}>
          {time !== null && (
            <Tip title="Deformation time" body="Time on the GPU for one pose.">
              <MenuWord className={css.time}>{formatFigure(time, 2)} ms</MenuWord>
            </Tip>
          )}
          {index === count - 1 && <ViewsButton side="bottom" />}
          {index === count - 1 && (
            <span className={css.add}>
              <ActionIcon action="deform.add-pane" />
            </span>
          )}
          {count > 1 && (
            <Tip title="Remove view">
              <IconButton
                className={css.remove}
                aria-label={`Remove view ${index + 1}`}
                onClick={() => removePane(stores, index)}
              >
                <Icon name="x" />
              </IconButton>
            </Tip>
          )}
        </div>
      </div>
      <StateLabel pane={pane} />
      <FigureList figures={figures} />
      {children}
    </section>
  );
}

/** Whether one legend explains the shadings of both panes. */
const sameLegend = (a: Pane, b: Pane) =>
  a.shading === b.shading && (a.shading !== "difference" || a.reference === b.reference);

/** The controls that float over the panes of the Deform workspace. */
export function PaneChrome() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const panes = useView((view) => view.panes);
  const figures = usePrepared((prepared) => prepared.figures);
  const rects = width > 0 ? paneRects(panes.length, width, height) : [];
  const linked = rects.length > 1 ? rects[1] : null;
  const across = linked !== null && linked.top === rects[0].top;
  return (
    <div ref={box} className={panesCss.panes}>
      {rects.map((rect, index) => (
        <PaneView
          // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies a pane
          key={index}
          index={index}
          pane={panes[index]}
          rect={rect}
          count={panes.length}
          figures={figures[index] ?? null}
        >
          {!panes.slice(index + 1).some((later) => sameLegend(later, panes[index])) && (
            <PaneLegend pane={panes[index]} />
          )}
        </PaneView>
      ))}
      {linked && (
        <span
          className={panesCss.link}
          role="img"
          aria-label="Cameras and pose are linked"
          title="Cameras and pose are linked"
          style={
            across
              ? { left: linked.left - 1, top: linked.top + linked.height / 2 }
              : { left: linked.left + linked.width / 2, top: linked.top - 1 }
          }
        >
          <Icon name="sync" />
        </span>
      )}
    </div>
  );
}
