import { classNames } from "../../common/class-names";
import css from "./StatusDot.module.css";

/** A dot before a status line: all is well, something runs, something is wrong, or nothing came of it. */
export function StatusDot({ tone = "ok" }: { tone?: "ok" | "busy" | "bad" | "none" }) {
  return <i className={classNames(css.dot, tone !== "ok" && css[tone])} />;
}
