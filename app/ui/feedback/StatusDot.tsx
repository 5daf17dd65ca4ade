import { classNames } from "../../common/class-names";
import css from "./StatusDot.module.css";

/** A dot before a status line: all is well, something runs, or something is wrong. */
export function StatusDot({ tone = "ok" }: { tone?: "ok" | "busy" | "bad" }) {
  return <i className={classNames(css.dot, tone !== "ok" && css[tone])} />;
}
