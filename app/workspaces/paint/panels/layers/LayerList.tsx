import { useState } from "react";
import { useStore } from "zustand";
import {
  isShown,
  type WeightLayer,
  type WeightLayers,
} from "../../../../../workers/model/weights/layers/weight-layers";
import { useStudio } from "../../../../actions/studio";
import { classNames } from "../../../../common/class-names";
import { useDocument, useStores } from "../../../../document/use-stores";
import { toggleLayerLock, toggleMuted, toggleSolo } from "../../../../document/weights/layers/layer-commands";
import { LAYER_PICK, missingIn, selectLayer } from "../../../../document/weights/layers/selected-layer";
import { IconButton } from "../../../../ui/buttons/IconButton";
import { Padlock } from "../../../../ui/buttons/Padlock";
import { Icon } from "../../../../ui/icons/Icon";
import { rootFontSize } from "../../../../ui/layout/use-layout";
import { VirtualList } from "../../../../ui/lists/VirtualList";
import textCss from "../../../../ui/text/text.module.css";
import css from "./LayerList.module.css";
import { LayerMenu, type MenuPlace } from "./LayerMenu";
import { LayerName } from "./LayerName";
import { baseWords, layerWords } from "./layer-words";
import { MaskPicture } from "./MaskPicture";
import { useLayerDrag } from "./use-layer-drag";
import { usePickedLayer } from "./use-picked-layer";

/** Height of a row with two lines, rem. */
const ROW = 2.375;

interface LayerRowProps {
  stack: WeightLayers;
  layer: WeightLayer;
  picked: boolean;
  renaming: boolean;
  onRenamed(): void;
}

function LayerRow({ stack, layer, picked, renaming, onRenamed }: LayerRowProps) {
  const stores = useStores();
  const { history } = useStudio();
  const rig = useDocument((state) => state.rig);
  const { id, name, muted, solo, locked, opacity } = layer;
  const words = layerWords(layer, missingIn({ rig, weightLayers: stack }, layer));
  return (
    <>
      <span role="gridcell">
        <IconButton
          tabIndex={-1}
          aria-pressed={muted}
          aria-label={`Hide ${name}`}
          title={solo ? "Alt-click shows all again" : "Alt-click shows it alone"}
          on={solo}
          onClick={(event) => {
            event.stopPropagation();
            history.run(event.altKey ? toggleSolo(stores, id) : toggleMuted(stores, id));
          }}
        >
          <Icon name={muted ? "eyeoff" : "eye"} />
        </IconButton>
      </span>
      <span role="gridcell" className={css.picture}>
        {layer.mask && <MaskPicture mask={layer.mask} name={name} />}
      </span>
      <span role="gridcell" className={css.words}>
        <LayerName layer={layer} strong={picked} renaming={renaming} onRenamed={onRenamed} />
        <span className={classNames(textCss.tertiary, textCss.ellipsis, css.about)} title={words}>
          {words}
        </span>
      </span>
      <span role="gridcell" className={css.opacity}>
        {Math.round(100 * opacity)} %
      </span>
      <span role="gridcell">
        <Padlock
          locked={locked}
          label={`Lock ${name}`}
          onToggle={() => history.run(toggleLayerLock(stores, id))}
        />
      </span>
    </>
  );
}

/** The weights below all layers. Strokes do not change them. */
function BaseRow() {
  const state = useDocument((document) => document);
  const { name, about } = baseWords(state);
  return (
    <>
      <span className={css.noEye} role="gridcell" />
      <span role="gridcell" className={classNames(css.picture, css.base)}>
        <Icon name="bolt" />
      </span>
      <span role="gridcell" className={css.words}>
        <span className={textCss.ellipsis}>{name}</span>
        <span className={classNames(textCss.tertiary, textCss.ellipsis, css.about)}>{about}</span>
      </span>
      <span role="gridcell" className={css.fixed} title="A new solve replaces the base. The layers stay.">
        <Icon name="lock" />
      </span>
    </>
  );
}

/**
 * The layers from top to bottom, and the base. A drag or Alt with an arrow changes their order. A right click or the
 * menu key opens a menu.
 */
export function LayerList() {
  const stores = useStores();
  const stack = useDocument((state) => state.weightLayers);
  const picked = usePickedLayer();
  const renaming = useStore(stores.of(LAYER_PICK), (pick) => pick.renaming);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const layers = stack?.layers.toReversed() ?? [];
  const rowHeight = ROW * rootFontSize();
  const drag = useLayerDrag(layers, rowHeight);

  const rename = (id: number | null) => stores.of(LAYER_PICK).setState({ renaming: id });

  const row = (index: number) => {
    const layer = layers[index];
    if (!stack || !layer) return { key: "base", className: css.row, content: <BaseRow /> };
    const className = classNames(
      css.row,
      !isShown(stack, layer) && css.hidden,
      drag.over === index && (drag.below ? css.dropBelow : css.dropAbove),
    );
    const content = (
      <LayerRow
        {...{ stack, layer }}
        picked={layer === picked}
        renaming={renaming === layer.id}
        onRenamed={() => rename(null)}
      />
    );
    return { key: layer.id, className, content };
  };

  const count = layers.length + 1;
  return (
    <div
      className={css.list}
      style={{ height: Math.min(count, 5.5) * rowHeight }}
      onDoubleClick={(event) => {
        if (event.target instanceof Element && event.target.closest("[data-name]") && picked) {
          rename(picked.id);
        }
      }}
      {...drag.handlers}
    >
      <VirtualList
        label="Layers"
        rowHeight={rowHeight}
        count={count}
        selected={picked ? layers.indexOf(picked) : null}
        onSelect={(index) => layers[index] && selectLayer(stores, layers[index].id)}
        onMenu={(index, at) => setMenu({ at, onLayer: index < layers.length })}
        row={row}
      />
      {menu && <LayerMenu place={menu} onClose={() => setMenu(null)} />}
    </div>
  );
}
