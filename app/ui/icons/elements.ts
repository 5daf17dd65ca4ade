import type { IconName } from "../../common/icon-names";
import css from "./Icon.module.css";

/** What an element of the page is made with, for what is written past React. Text is text, never markup. */
interface Made {
  class?: string;
  /** The primitive that it looks like, for sheets of what lies around it (`data-ui`). */
  ui?: string;
  style?: Partial<CSSStyleDeclaration>;
}

type Child = Node | string;

/** `<tag class style>children</tag>` */
export function element(
  tag: "div" | "i" | "span",
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
