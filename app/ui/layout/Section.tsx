import { type ReactNode, useId, useState } from "react";
import { recall, remember } from "../../common/remembered";
import { Icon } from "../icons/Icon";
import css from "./Section.module.css";

interface SectionProps {
  title: string;
  /** Shown dimmed at the end of the heading. */
  end?: ReactNode;
  /** Key under which the open state is remembered. */
  name: string;
  shut?: boolean;
  children: ReactNode;
}

/** A part of a panel that folds, and remembers whether it is open. */
export function Section({ title, end, name, shut = false, children }: SectionProps) {
  const [open, setOpen] = useState(() => recall(`section.${name}`, !shut));
  const id = useId();
  const toggle = () => {
    remember(`section.${name}`, !open);
    setOpen(!open);
  };
  return (
    <section className={open ? css.section : `${css.section} ${css.shut}`} aria-label={title}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls={open ? id : undefined} onClick={toggle}>
          <Icon name={open ? "down" : "right"} small />
          {title}
          {end && <span className={css.end}>{end}</span>}
        </button>
      </h3>
      {open && <div id={id}>{children}</div>}
    </section>
  );
}
