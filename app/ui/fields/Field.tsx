import type { ReactNode } from "react";
import css from "./Field.module.css";

/** A label and its control, in the inspector's two columns. The control itself carries the name for screen readers. */
export function Field({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div data-ui="field" className={css.field}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
