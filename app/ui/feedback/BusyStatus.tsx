import type { ReactNode } from "react";
import { classNames } from "../../common/class-names";
import textCss from "../text/text.module.css";
import { StatusDot } from "./StatusDot";
import soonCss from "./soon.module.css";

interface BusyStatusProps {
  /** Whether to appear only after a moment, because most runs end sooner. */
  soon?: boolean;
  onCancel?: () => void;
  children: ReactNode;
}

/** The current work of the studio, in the status bar. */
export function BusyStatus({ soon, onCancel, children }: BusyStatusProps) {
  return (
    <span className={classNames(textCss.secondary, soon && soonCss.soon)}>
      <StatusDot tone="busy" />
      {children}
      {onCancel && (
        <button type="button" className={textCss.link} onClick={onCancel}>
          Cancel
        </button>
      )}
    </span>
  );
}
