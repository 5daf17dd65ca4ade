import type { ReactNode } from "react";
import css from "./Field.module.css";

interface FieldProps {
  label: ReactNode;
  children: ReactNode;
  /** For work that should be ready when the artist takes hold of the control. */
  onPointerEnter?(): void;
}

/** A label and its control, in the inspector's two columns. The control itself carries the name for screen readers. */
export function Field({ label, children, onPointerEnter }: FieldProps) {
  return (
    <div data-ui="field" className={css.field} onPointerEnter={onPointerEnter}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
