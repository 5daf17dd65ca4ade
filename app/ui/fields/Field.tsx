import type { ReactNode } from "react";

/** A label and what it names, in the inspector's two columns. The control carries the name for screen readers. */
export function Field({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="f">
      <span className="flabel" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}
