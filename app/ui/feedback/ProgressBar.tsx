import { classNames } from "../../common/class-names";
import css from "./ProgressBar.module.css";

interface ProgressBarProps {
  /** Name for screen readers. */
  label: string;
  /** The finished share, 0 to 1; null while it is not known. */
  done: number | null;
  className?: string;
}

/** A bar that fills from left to right. */
export function ProgressBar({ label, done, className }: ProgressBarProps) {
  return (
    <div
      className={classNames(css.bar, className)}
      role="progressbar"
      aria-label={label}
      aria-valuenow={done === null ? undefined : Math.floor(100 * done)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      {done !== null && <i style={{ width: `${100 * done}%` }} />}
    </div>
  );
}
