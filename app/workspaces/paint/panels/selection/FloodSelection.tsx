import { ActionButton } from "../../../../actions/ActionButton";
import { isGradient } from "../../../../document/brush-settings";
import { setPaint } from "../../../../document/paint-settings";
import { useStores, useView } from "../../../../document/use-stores";
import { StrengthField, ValueField } from "../../../../panels/brush/BrushFields";
import { MEANS, WEIGHT_OPERATIONS } from "../../../../panels/brush/operations";
import { LabelledDropdown } from "../../../../ui/choices/LabelledDropdown";
import textCss from "../../../../ui/text/text.module.css";
import { useBrush } from "../use-brush";
import { floodWords } from "./flood-words";
import css from "./SelectionSection.module.css";

/** The brushes that can flood: a gradient needs a drag, a smear a stroke. */
const FLOODS = WEIGHT_OPERATIONS.filter(({ value }) => !isGradient(value) && value !== "smear");

/**
 * The button that floods the selection, and what it does. Settings of the brush that the active tool does not show are
 * here.
 */
export function FloodSelection() {
  const stores = useStores();
  const paint = useView((view) => view.paint);
  const isBrush = useBrush();
  const { operation } = paint;
  const own = FLOODS.find(({ value }) => value === operation);
  const others = isGradient(operation)
    ? undefined
    : WEIGHT_OPERATIONS.find(({ value }) => value === operation);
  const options = own || !others ? FLOODS : [...FLOODS, others];
  const edit = { brush: paint, onChange: (change: Partial<typeof paint>) => setPaint(stores, change) };
  return (
    <>
      {paint.tool !== "weight" && (
        <LabelledDropdown
          label="Flood with"
          value={isGradient(operation) ? "replace" : operation}
          options={options.map(({ value, label, help }) => ({ value, label, tip: help }))}
          onChange={(next) => setPaint(stores, { operation: next })}
        />
      )}
      {!isBrush && <StrengthField {...edit} />}
      {!isBrush && !MEANS.has(operation) && (
        <ValueField {...edit} bounds={[0, operation === "scale" ? 2 : 1]} />
      )}
      <div className={css.flood}>
        <ActionButton action="paint.flood-selection" label="Flood" />
        <span className={`${textCss.secondary} ${textCss.ellipsis}`}>{floodWords(paint)}</span>
      </div>
    </>
  );
}
