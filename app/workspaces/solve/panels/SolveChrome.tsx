import { ActionIcon } from "../../../actions/ActionButton";
import { useDocument, useStores, useView, useWork } from "../../../document/use-stores";
import { Legend } from "../../../panels/legend/Legend";
import { HoverCard } from "../../../panels/viewport/HoverCard";
import { Segmented } from "../../../ui/choices/Segmented";
import layoutCss from "../../../ui/layout/layout.module.css";
import { Separator } from "../../../ui/layout/Separator";
import { ChoiceMenu } from "../../../ui/menus/ChoiceMenu";
import overlayCss from "../../../ui/overlays/Overlay.module.css";
import { LAYOUTS, SHADINGS } from "../actions/looks-actions";
import { SolveCard } from "./SolveCard";

function LayoutPill({ small }: { small: boolean }) {
  const stores = useStores();
  const layout = useView((view) => view.layout);
  const hasRig = useDocument((state) => (state.partial ?? state.rig) !== null);
  const options = LAYOUTS.filter(({ value }) => !small || value !== "side-by-side").map(
    ({ value, label }) => ({
      value,
      label,
      refusal: value === "source" || hasRig ? null : "There is no rig yet. Solve first.",
    }),
  );
  return (
    <div data-ui="bar" className={overlayCss.bar}>
      <Segmented
        label="What is shown"
        value={hasRig ? layout : "source"}
        options={options}
        onChange={(next) => stores.view.setState({ layout: next })}
      />
    </div>
  );
}

function ShadingMenu() {
  const stores = useStores();
  const shading = useView((view) => view.shading);
  const hasRig = useDocument((state) => (state.partial ?? state.rig) !== null);
  return (
    <ChoiceMenu
      label="Shading"
      value={hasRig ? shading : "clay"}
      choices={SHADINGS.map((choice) => ({ ...choice, disabled: !hasRig && choice.value !== "clay" }))}
      onChange={(next) => stores.view.setState({ shading: next })}
    />
  );
}

/** Says that the rig on screen during a solve is not the result yet. */
function IterationLabel() {
  const iteration = useWork((work) => (work.solve ? work.solve.history.length : -1));
  const isPartial = useDocument((state) => state.partial !== null);
  const isStale = useDocument((state) => state.partial === null && state.rig !== null);
  if (iteration < 0) return null;
  const text = isPartial
    ? `Iteration ${iteration}, as it is now`
    : isStale
      ? "The rig from before"
      : "The source";
  return (
    <div className={overlayCss.below}>
      <div data-ui="label" className={overlayCss.label}>
        {text}
      </div>
    </div>
  );
}

/** The controls that float over the viewport. */
export function SolveChrome({ small = false }: { small?: boolean }) {
  return (
    <>
      <div className={`${overlayCss.overlay} ${overlayCss.across}`}>
        <LayoutPill small={small} />
        <ShadingMenu />
        <span className={layoutCss.grow} />
        <div data-ui="bar" className={overlayCss.bar} role="toolbar" aria-label="View">
          <ActionIcon action="view.bones" />
          {!small && <ActionIcon action="view.grid" />}
          {!small && <ActionIcon action="view.wireframe" />}
          <Separator />
          <ActionIcon action="view.frame-selection" />
          {!small && <ActionIcon action="file.picture" />}
        </div>
        <IterationLabel />
      </div>
      <Legend />
      <HoverCard />
      <SolveCard />
    </>
  );
}
