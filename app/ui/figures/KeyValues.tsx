import type { ReactNode } from "react";
import css from "./KeyValues.module.css";

/** A table of names and figures. Its lines are `KeyValue`s. */
export function KeyValues({ children }: { children: ReactNode }) {
  return <dl className={css.keyValues}>{children}</dl>;
}

interface KeyValueProps {
  name: string;
  value: string;
  /** Shown dimmed after the figure: a unit or a condition. */
  note?: string;
}

/** A line of a table: a name, a figure and a dimmed note. */
export function KeyValue({ name, value, note = "" }: KeyValueProps) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {value}
        <span title={note}>{note}</span>
      </dd>
    </>
  );
}
