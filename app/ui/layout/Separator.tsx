import css from "./Separator.module.css";

/** A thin line between groups of buttons in a bar. */
export function Separator() {
  return <span data-ui="separator" className={css.separator} />;
}
