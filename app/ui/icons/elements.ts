import type { IconName } from "../../common/icon-names";
import css from "./Icon.module.css";

/** Attributes of an element that is made without React. Text children stay text; they are never parsed as markup. */
interface Made {
  class?: string;
  /** The primitive that the element looks like (`data-ui`), so that surrounding style sheets can select it. */
  ui?: string;
  style?: Partial<CSSStyleDeclaration>;
}

type Child = Node | string;

/** `<tag class style>children</tag>` */
export function element(
  tag: "div" | "i" | "span" | "kbd",
  { class: name, ui, style }: Made,
  ...children: Child[]
): HTMLElement {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (ui) made.dataset.ui = ui;
  Object.assign(made.style, style);
  made.append(...children);
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** An icon of icons.svg, as `Icon` renders it. */
export function iconElement(name: IconName): SVGElement {
  const icon = document.createElementNS(SVG, "svg");
  icon.setAttribute("class", css.icon);
  icon.dataset.ui = "icon";
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#icon-${name}`);
  icon.append(use);
  return icon;
}
