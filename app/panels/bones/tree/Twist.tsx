import { TwistButton } from "../../../ui/lists/TwistButton";

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
      <TwistButton
        open={!folded}
        tabIndex={-1}
        aria-label={`Children of ${name}`}
        onClick={(event) => {
          event.stopPropagation();
          onFold(event.shiftKey);
        }}
      />
    </span>
  );
}
