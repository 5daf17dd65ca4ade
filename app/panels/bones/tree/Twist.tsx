import { Icon } from "../../../ui/icons/Icon";
import rowCss from "../../../ui/lists/Row.module.css";

interface TwistProps {
  /** The bone whose children are folded. */
  name: string;
  folded: boolean;
  /** Folds or unfolds; `deep`: the whole branch below. */
  onFold(deep: boolean): void;
}

/** The button of a row that folds the rows below it. */
export function Twist({ name, folded, onFold }: TwistProps) {
  return (
    <span role="gridcell">
      <button
        type="button"
        tabIndex={-1}
        className={rowCss.twist}
        aria-expanded={!folded}
        aria-label={`Children of ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          onFold(event.shiftKey);
        }}
      >
        <Icon name={folded ? "right" : "down"} small />
      </button>
    </span>
  );
}
