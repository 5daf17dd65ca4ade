import type { ComponentProps } from "react";
import { classNames } from "../../common/class-names";
import overlayCss from "../../ui/overlays/Overlay.module.css";
import css from "./Legend.module.css";

/** The card over the viewport that holds a legend. */
export function LegendCard(props: ComponentProps<"section">) {
  return (
    <section
      data-ui="legend"
      className={classNames(overlayCss.overlay, overlayCss.card, css.legend)}
      aria-label="Legend"
      {...props}
    />
  );
}
