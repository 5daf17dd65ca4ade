import { Menu } from "@base-ui/react/menu";
import { useRef } from "react";
import { ActionIcon } from "../../../actions/ActionButton";
import { useService } from "../../../actions/studio";
import { formatError } from "../../../common/format";
import { type CompareSide, runOf } from "../../../document/compare/compare-state";
import { useCompare, useView } from "../../../document/use-stores";
import { LinkedCameras } from "../../../panels/viewport/LinkedCameras";
import panesCss from "../../../panels/viewport/Panes.module.css";
import { useHasLooks } from "../../../panels/viewport/use-has-looks";
import sideMarkCss from "../../../ui/figures/SideMark.module.css";
import { Icon } from "../../../ui/icons/Icon";
import { useSize } from "../../../ui/layout/use-size";
import { MenuChoice, MenuPopup } from "../../../ui/menus/MenuPopup";
import { MenuTrigger } from "../../../ui/menus/MenuTrigger";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import textCss from "../../../ui/text/text.module.css";
import { candidateRects, type PaneRect } from "../../../viewport/views/views";
import { runTitle } from "../runs/compare-table";
import { COMPARING } from "../runs/comparing";
import css from "./CandidateChrome.module.css";
import { CandidateLegend } from "./CandidateLegend";
import { useTableRows } from "./use-compare";

const SIDES: readonly CompareSide[] = ["a", "b"];

/** Names the result in a view, with a menu of all results. */
function CandidateMenu({ side }: { side: CompareSide }) {
  const comparing = useService(COMPARING);
  const runs = useCompare((compare) => compare.runs);
  const id = useCompare((compare) => compare.sides[side]);
  const there = useCompare((compare) => compare.rigs[side] !== null);
  const run = runOf(runs, id);
  const rows = useTableRows();
  const isHidden = run?.report && !rows.includes(run);
  const name = side.toUpperCase();
  return (
    <div data-ui="bar" className={`${overlayCss.bar} ${css.candidate}`}>
      <Menu.Root>
        <MenuTrigger
          disabled={rows.length === 0}
          aria-label={run ? `${name}: ${runTitle(run)}` : `Choose ${name}`}
        >
          <span className={sideMarkCss.mark}>{name}</span>
          <span className={textCss.ellipsis}>{run ? runTitle(run) : "Choose a result"}</span>
          {run?.report && (
            <span className={textCss.secondary}>
              {there ? formatError(run.report.eRms) : isHidden ? "hidden by the filter" : "solving again"}
            </span>
          )}
          <Icon name="down" small />
        </MenuTrigger>
        <MenuPopup sideOffset={6} align="start">
          <Menu.RadioGroup value={id} onValueChange={(next: number) => comparing.show(side, next)}>
            {rows.map((each) => (
              <MenuChoice key={each.id} value={each.id} label={runTitle(each)} />
            ))}
          </Menu.RadioGroup>
        </MenuPopup>
      </Menu.Root>
    </div>
  );
}

/** One of the views, with a letter that names it if `marked`. */
function CandidateView({ side, rect, marked }: { side?: CompareSide; rect: PaneRect; marked: boolean }) {
  const { left, top, width, height } = rect;
  return (
    <section
      className={panesCss.pane}
      data-ui="pane"
      aria-label={side ? `View ${side.toUpperCase()}` : "View"}
      style={{ left, top, width, height }}
    >
      {marked && <span className={`${sideMarkCss.mark} ${css.mark}`}>{side?.toUpperCase()}</span>}
    </section>
  );
}

/** Labels over the two views: their names, and a mark that their cameras are linked. */
function CandidateViews() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const rigs = useCompare((compare) => compare.rigs);
  const any = useCompare(({ runs }) => runs.some(({ report }) => report));
  const shown = SIDES.filter((side) => rigs[side] !== null);
  const rects = width > 0 ? candidateRects(shown.length, width, height) : [];
  const linked = rects.length > 1 ? rects[1] : null;
  return (
    <div ref={box} className={panesCss.panes}>
      {rects.map((rect, n) => (
        <CandidateView
          key={shown[n] ?? "none"}
          side={rects.length > 1 ? shown[n] : undefined}
          marked={linked !== null && linked.left === 0}
          rect={rect}
        />
      ))}
      {!any && (
        <div data-ui="label" className={`${overlayCss.label} ${overlayCss.low}`}>
          Source. Two results appear here together.
        </div>
      )}
      {linked && <LinkedCameras second={linked} />}
    </div>
  );
}

/** The menus above the two views, where they cover nothing, and the legend below. */
export function CandidateChrome() {
  const any = useCompare(({ rigs }) => SIDES.some((side) => rigs[side] !== null));
  const results = useCompare(({ runs }) => runs.some(({ report }) => report));
  const looks = useHasLooks();
  const isByError = useView((view) => view.candidateShading !== "textures");
  return (
    <>
      {results && (
        <div className={`${overlayCss.overlay} ${overlayCss.across} ${css.candidates}`}>
          {SIDES.map((side) => (
            <CandidateMenu key={side} side={side} />
          ))}
          <div data-ui="bar" className={overlayCss.bar}>
            <ActionIcon action="compare.difference" />
            {looks && <ActionIcon action="compare.textures" />}
          </div>
        </div>
      )}
      <CandidateViews />
      {any && isByError && <CandidateLegend />}
    </>
  );
}
