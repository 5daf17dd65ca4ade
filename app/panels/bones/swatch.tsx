import { shownRig } from "../../document/document";
import type { Stores } from "../../document/stores";
import { useDocument, useStores } from "../../document/use-stores";
import { element } from "../../ui/icons/elements";
import swatchCss from "../../ui/icons/Swatch.module.css";
import { type BoneTint, boneTints, tintCss, tintOf } from "../../viewport/colours/bone-tints";

const COLOURS = 14;

/** The tint of bone `j` of the rig on screen. */
function tintNow(stores: Stores, j: number): BoneTint {
  const state = stores.document.getState();
  return tintOf(boneTints(shownRig(state), state.skeleton), j);
}

/** The style of a swatch. It is hollow from the fifteenth colour on, where colours repeat. */
const look = (colour: string, isHollow: boolean): { boxShadow: string } | { background: string } =>
  isHollow ? { boxShadow: `inset 0 0 0 3px ${colour}` } : { background: colour };

/** The swatch of bone `j` of the rig on screen, as an element made without React. */
export function swatchElement(stores: Stores, j: number): HTMLElement {
  const tint = tintNow(stores, j);
  return element("i", { class: swatchCss.swatch, style: look(tintCss(tint), tint.colour >= COLOURS) });
}

/** The colour of a bone of the rig on screen. */
export function Swatch({ bone }: { bone: number }) {
  const stores = useStores();
  const colour = useDocument(() => tintCss(tintNow(stores, bone)));
  const isHollow = useDocument(() => tintNow(stores, bone).colour >= COLOURS);
  return <i data-ui="swatch" className={swatchCss.swatch} style={look(colour, isHollow)} />;
}

/** The colour of a skeleton's segment, which its bones share. */
export function SegmentSwatch({ segment }: { segment: number }) {
  return (
    <i
      className={swatchCss.swatch}
      style={look(tintCss({ colour: segment, shade: 0 }), segment >= COLOURS)}
    />
  );
}
