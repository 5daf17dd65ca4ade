import css from "./Separator.module.css";

/** A rule between groups of buttons in a bar. */
export function Separator() {
  return <span data-ui="separator" className={css.separator} />;
}
