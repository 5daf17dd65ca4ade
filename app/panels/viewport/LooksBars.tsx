import { LAYOUTS, SHADINGS } from "../../actions/everywhere/looks-actions";
import { useDocument, useStores, useView } from "../../document/use-stores";
import type { Shading } from "../../document/view-state";
import { Segmented } from "../../ui/choices/Segmented";
import { ChoiceMenu } from "../../ui/menus/ChoiceMenu";
import overlayCss from "../../ui/overlays/Overlay.module.css";
import { useHasLooks } from "./use-has-looks";

/** Chooses whether the source, the rig or both are shown. */
export function LayoutPill({ small }: { small: boolean }) {
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
        label="Layout"
        value={hasRig ? layout : "source"}
        options={options}
        onChange={(next) => stores.view.setState({ layout: next })}
      />
    </div>
  );
}

/** Chooses how the surface is coloured. */
export function ShadingMenu() {
  const stores = useStores();
  const shading = useView((view) => view.shading);
  const hasRig = useDocument((state) => (state.partial ?? state.rig) !== null);
  const looks = useHasLooks();
  const canShow = (value: Shading) => value === "clay" || (value === "textures" ? looks : hasRig);
  return (
    <ChoiceMenu
      label="Shading"
      value={canShow(shading) ? shading : "clay"}
      choices={SHADINGS.filter(({ value }) => value !== "textures" || looks).map((choice) => ({
        ...choice,
        disabled: !canShow(choice.value),
      }))}
      onChange={(next) => stores.view.setState({ shading: next })}
    />
  );
}
