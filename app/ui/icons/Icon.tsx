import type { IconName } from "../../common/icon-names";
import css from "./Icon.module.css";
import sprite from "./icons.svg?raw";

/** Adds the icons' symbols to the page, once and hidden. */
export function installIcons(): void {
  const holder = document.createElement("div");
  holder.style.display = "none";
  holder.setAttribute("aria-hidden", "true");
  holder.append(new DOMParser().parseFromString(sprite, "image/svg+xml").documentElement);
  document.body.prepend(holder);
}

export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? `${css.icon} ${css.small}` : css.icon} data-ui="icon" aria-hidden="true">
      <use href={`#icon-${name}`} />
    </svg>
  );
}
