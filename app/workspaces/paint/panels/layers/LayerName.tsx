import type { WeightLayer } from "../../../../../workers/model/weights/layers/weight-layers";
import { useStudio } from "../../../../actions/studio";
import { classNames } from "../../../../common/class-names";
import { useStores } from "../../../../document/use-stores";
import { renameLayer } from "../../../../document/weights/layers/layer-commands";
import { RenameInput } from "../../../../ui/fields/RenameInput";
import textCss from "../../../../ui/text/text.module.css";

interface LayerNameProps {
  layer: WeightLayer;
  /** The layer is the selected one. */
  strong: boolean;
  renaming: boolean;
  onRenamed(): void;
}

/** A layer's name, or the field that renames it. */
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
    if (next !== null) history.run(renameLayer(stores, id, next));
  };
  return <RenameInput name={name} onEnd={finish} />;
}
