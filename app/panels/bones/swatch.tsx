import { HUES } from "../../document/bone-colours";
import { shownRig } from "../../document/document";
import type { Stores } from "../../document/stores";
import { useDocument, useStores } from "../../document/use-stores";
import { ColourSwatch, SWATCH_CLASS, swatchLook } from "../../ui/icons/ColourSwatch";
import { element } from "../../ui/icons/elements";
import { type BoneTint, boneTints, tintCss, tintOf } from "../../viewport/colours/bone-tints";

/** The tint of bone `j` of the rig on screen. */
function tintNow(stores: Stores, j: number): BoneTint {
  const state = stores.document.getState();
  return tintOf(boneTints(shownRig(state), state.skeleton), j);
}

/** The swatch of bone `j` of the rig on screen, as an element made without React. */
export function swatchElement(stores: Stores, j: number): HTMLElement {
  const tint = tintNow(stores, j);
  return element("i", { class: SWATCH_CLASS, style: swatchLook(tintCss(tint), tint.colour >= HUES) });
}

/** The colour of a bone of the rig on screen. */
export function Swatch({ bone }: { bone: number }) {
  const stores = useStores();
  const colour = useDocument(() => tintCss(tintNow(stores, bone)));
  const isHollow = useDocument(() => tintNow(stores, bone).colour >= HUES);
  return <ColourSwatch colour={colour} isHollow={isHollow} />;
}

/** The colour of a skeleton's segment, which its bones share. */
export const SegmentSwatch = ({ segment }: { segment: number }) => (
  <ColourSwatch colour={tintCss({ colour: segment, shade: 0 })} isHollow={segment >= HUES} />
);
