import type { KeyboardEvent } from "react";
import { useStore } from "zustand";
import {
  LAYER_KINDS,
  type LayerKind,
  type WeightLayer,
} from "../../../../../workers/model/weights/layers/weight-layers";
import { ActionButton, ActionIcon } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { useAction } from "../../../../actions/use-action";
import { formatCount, formatFigure } from "../../../../common/format";
import type { NumberRange } from "../../../../common/number-range";
import { toast } from "../../../../document/session/toasts";
import { useDocument, useStores } from "../../../../document/use-stores";
import {
  LAYER_KIND_NAMES,
  previewOpacity,
  setLayerKind,
  setLayerOpacity,
  whyNotKind,
} from "../../../../document/weights/layers/layer-commands";
import { LAYER_PICK } from "../../../../document/weights/layers/selected-layer";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import panelCss from "../../../../ui/layout/Panel.module.css";
import { LayerList } from "./LayerList";
import css from "./LayersPanel.module.css";
import { usePickedLayer } from "./use-picked-layer";

const PERCENT: NumberRange = { step: 1, soft: [0, 100] };

/** The tooltip of each kind. */
const ABOUT: Record<LayerKind, string> = {
  replace: "Painted weights stay, even if the weights below change.",
  add: "Adds to the weights below, and still does after the next solve.",
  smooth: "Smooths the weights below where you paint. Only the Smooth brush can paint on it.",
  corrective: "Adds only where the weights below are still the ones that you corrected.",
};

/** The kind and the opacity of the selected layer. */
function LayerFields({ layer }: { layer: WeightLayer }) {
  const stores = useStores();
  const { history } = useStudio();
  const { refusal } = useAction("paint.mask-layer");
  const previewing = useStore(stores.of(LAYER_PICK), (pick) => pick.previewing);
  const shut = refusal !== null && !previewing;
  return (
    <div className={css.fields}>
      <Dropdown
        label="Kind of layer"
        value={layer.kind}
        options={LAYER_KINDS.map((kind) => ({
          value: kind,
          label: LAYER_KIND_NAMES[kind],
          tip: ABOUT[kind],
          refusal: whyNotKind(layer, kind) ? "empty only" : undefined,
        }))}
        onChange={(kind) => {
          if (!shut && kind !== layer.kind) history.run(setLayerKind(stores, layer.id, kind));
        }}
      />
      <NumberField
        key={layer.id}
        label="Opacity"
        unit="%"
        value={100 * layer.opacity}
        range={PERCENT}
        reset={100}
        write={formatFigure}
        disabled={shut}
        onPreview={(percent) =>
          previewOpacity(stores, layer.id, percent === 100 * layer.opacity ? null : percent / 100)
        }
        onCommit={(percent) => {
          if (previewing) previewOpacity(stores, layer.id, null);
          const command = setLayerOpacity(stores, layer.id, percent / 100);
          if (command) history.run(command);
        }}
      />
    </div>
  );
}

/** The layers of the rig's weights, from top to bottom. */
export function LayersPanel() {
  const stores = useStores();
  const layer = usePickedLayer();
  const count = useDocument((state) => state.weightLayers?.layers.length ?? 0);
  const remove = useAction("paint.delete-layer");
  const up = useAction("paint.layer-up");
  const down = useAction("paint.layer-down");

  /** Delete removes the selected layer; Alt with an arrow moves it. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof Element) || event.target.getAttribute("role") !== "grid") return;
    const moves = event.altKey ? { ArrowUp: up, ArrowDown: down }[event.key] : undefined;
    const act = event.key === "Delete" ? remove : moves;
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act.refusal === null) act.perform();
    else toast(stores, act.action.label, act.refusal, { kind: "warning", about: "refused key" });
  };

  /** F2 renames the selected layer from anywhere in the panel, also just after the button made it. */
  const onRename = (event: KeyboardEvent) => {
    if (event.key !== "F2" || !layer) return;
    event.preventDefault();
    event.stopPropagation();
    stores.of(LAYER_PICK).setState({ renaming: layer.id });
  };

  return (
    <section className={css.panel} aria-label="Layers" onKeyDownCapture={onKeyDown} onKeyDown={onRename}>
      <div className={panelCss.head}>
        <h2>Layers</h2>
        {count > 0 && <span className={panelCss.sub}>{formatCount(count)}</span>}
        <span className={layoutCss.grow} />
        <ActionIcon action="paint.mask-layer" />
        <ActionIcon action="paint.delete-layer" />
        <ActionIcon action="paint.new-layer" />
      </div>
      {layer && <LayerFields layer={layer} />}
      <LayerList />
      {count > 0 && (
        <div className={css.merging}>
          <ActionButton action="paint.merge-down" grow />
          <ActionButton action="paint.merge-all" label="Merge all" grow />
        </div>
      )}
    </section>
  );
}
