import type { ReactNode } from "react";
import { classNames } from "../../common/class-names";
import layoutCss from "../layout/layout.module.css";
import textCss from "../text/text.module.css";
import soonCss from "./soon.module.css";
import css from "./TaskLine.module.css";

interface TaskLineProps {
  /** Names the run, or its outcome. */
  text: string;
  /** Whether to appear only after a moment, because most runs end sooner. */
  soon?: boolean;
  /** The progress, if it is known. */
  end?: ReactNode;
  /** The label of the button at the end. */
  button: string;
  onPress(): void;
  /** A bar below the line. */
  children?: ReactNode;
}

/** A line in a panel about a run, with the button that ends or repeats it. */
export function TaskLine({ text, soon, end, button, onPress, children }: TaskLineProps) {
  return (
    <div className={classNames(css.task, soon && soonCss.soon)} role="status">
      <span className={`${textCss.secondary} ${textCss.ellipsis} ${layoutCss.grow}`}>{text}</span>
      {end}
      <button type="button" className={textCss.link} onClick={onPress}>
        {button}
      </button>
      {children}
    </div>
  );
}
