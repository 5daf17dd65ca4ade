import type { ReactNode } from "react";
import textCss from "../text/text.module.css";
import dialogCss from "./Dialog.module.css";

/** The title of a section or of a column of a dialog. */
export function DialogTitle({ children }: { children: ReactNode }) {
  return <div className={`${textCss.strong} ${dialogCss.title}`}>{children}</div>;
}

/** Fields of a dialog under a title. */
export function DialogSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={dialogCss.section}>
      <DialogTitle>{title}</DialogTitle>
      {children}
    </div>
  );
}
