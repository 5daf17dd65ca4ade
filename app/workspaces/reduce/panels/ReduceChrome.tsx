import { useRef } from "react";
import { ActionIcon } from "../../../actions/ActionButton";
import { plural } from "../../../common/format";
import type { IconName } from "../../../common/icon-names";
import type { ReduceChoice } from "../../../document/reduce/reduce-state";
import { useStores, useView } from "../../../document/use-stores";
import type { ReduceShading } from "../../../document/view-state";
import { LinkedCameras } from "../../../panels/viewport/LinkedCameras";
import panesCss from "../../../panels/viewport/Panes.module.css";
import sideMarkCss from "../../../ui/figures/SideMark.module.css";
import { useSize } from "../../../ui/layout/use-size";
import { ChoiceMenu } from "../../../ui/menus/ChoiceMenu";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import textCss from "../../../ui/text/text.module.css";
import { candidateRects, type PaneRect } from "../../../viewport/views/views";
import { METHOD_WORDS } from "../runs/method-words";
import css from "./ReduceChrome.module.css";
import { ReduceLegend } from "./ReduceLegend";
import { useReduction } from "./use-reduction";

const SHADINGS: { value: ReduceShading; label: string; icon: IconName; help: string }[] = [
  { value: "positions", label: "Error", icon: "heat", help: "Distance between rig and source." },
  {
    value: "normals",
    label: "Normals",
    icon: "ball",
    help: "Angle between the normals of rig and source, as an engine shades them.",
  },
  { value: "surface", label: "Surface", icon: "image", help: "Clay, or the mesh’s own materials." },
];

/** The name of a result, with its influences. */
function SideName({ side, choice }: { side: "a" | "b"; choice: ReduceChoice }) {
  const run = useReduction((state) => state.runs.find(({ id }) => id === choice) ?? null);
  const dense = useReduction((state) => state.denseFigures);
  const influences = run ? (run.report?.influences ?? run.asked) : (dense?.influences ?? 0);
  return (
    <span className={css.name}>
      <span className={sideMarkCss.mark}>{side.toUpperCase()}</span>
      <span className={textCss.strong}>{run ? METHOD_WORDS[run.method].name : "Original"}</span>
      {influences > 0 && (
        <span className={`${textCss.secondary} ${css.influences}`}>{plural(influences, "influence")}</span>
      )}
    </span>
  );
}

function SideView({ side, choice, rect }: { side: "a" | "b"; choice: ReduceChoice; rect: PaneRect }) {
  return (
    <section className={panesCss.pane} data-ui="pane" aria-label={`View ${side.toUpperCase()}`} style={rect}>
      <div data-ui="label" className={`${overlayCss.overlay} ${css.label}`}>
        <SideName side={side} choice={choice} />
      </div>
    </section>
  );
}

/** The two linked views with their names. */
function SideViews() {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const sides = useReduction((state) => state.sides);
  const hasRigs = useReduction((state) => state.dense !== null);
  const shown = [
    { side: "a" as const, choice: sides.a },
    ...(sides.b === null ? [] : [{ side: "b" as const, choice: sides.b }]),
  ];
  const rects = width > 0 && hasRigs ? candidateRects(shown.length, width, height) : [];
  const linked = rects[1];
  return (
    <div ref={box} className={panesCss.panes}>
      {rects.map((rect, n) => (
        <SideView key={shown[n].side} {...shown[n]} rect={rect} />
      ))}
      {!hasRigs && (
        <div data-ui="label" className={`${overlayCss.label} ${overlayCss.low}`}>
          Reduce to compare two methods here.
        </div>
      )}
      {linked && <LinkedCameras second={linked} />}
    </div>
  );
}

/** Names, shading and legends over the views. */
export function ReduceChrome() {
  const stores = useStores();
  const shading = useView(({ reduce }) => reduce.shading);
  const hasRigs = useReduction((state) => state.dense !== null);
  return (
    <>
      <SideViews />
      {hasRigs && (
        <div data-ui="bars" className={`${overlayCss.overlay} ${css.bars}`}>
          <ChoiceMenu
            label="Shading"
            value={shading}
            choices={SHADINGS}
            onChange={(next) =>
              stores.view.setState(({ reduce }) => ({ reduce: { ...reduce, shading: next } }))
            }
          />
          <div data-ui="bar" className={overlayCss.bar}>
            <ActionIcon action="reduce.difference" />
            <ActionIcon action="reduce.exceptional" />
            <ActionIcon action="view.bones" />
          </div>
        </div>
      )}
      <div data-ui="tools" className={`${overlayCss.overlay} ${css.tools}`}>
        <div data-ui="bar" className={overlayCss.bar}>
          <ActionIcon action="reduce.lasso" />
        </div>
      </div>
      {hasRigs && shading !== "surface" && <ReduceLegend />}
    </>
  );
}
