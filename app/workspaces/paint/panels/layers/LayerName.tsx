import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import { useStudio } from "../../../../actions/studio";
import { classNames } from "../../../../common/class-names";
import { useStores } from "../../../../document/use-stores";
import { renameLayer } from "../../../../document/weights/layers/layer-commands";
import textCss from "../../../../ui/text/text.module.css";

interface LayerNameProps {
  layer: WeightLayer;
  /** The layer is the selected one. */
  strong: boolean;
  renaming: boolean;
  onRenamed(): void;
}

/** A layer's name, or the field that renames it. Enter keeps the name, Escape discards it. */
export function LayerName({ layer: { id, name }, strong, renaming, onRenamed }: LayerNameProps) {
  const stores = useStores();
  const { history } = useStudio();
  if (!renaming) {
    return (
      <span data-name className={classNames(textCss.ellipsis, strong && textCss.strong)} title={name}>
        {name}
      </span>
    );
  }
  const finish = (next: string | null) => {
    onRenamed();
    const wanted = next?.trim();
    if (wanted && wanted !== name) history.run(renameLayer(stores, id, wanted));
  };
  return (
    <input
      aria-label={`Name of ${name}`}
      defaultValue={name}
      ref={(input) => {
        input?.focus();
        input?.select();
      }}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") {
          event.currentTarget.value = name;
          event.currentTarget.blur();
        }
      }}
    />
  );
}
