import textCss from "../text/text.module.css";
import css from "./Bars.module.css";

export interface Bar {
  name: string;
  value: number;
  /** The value as text, at the end of its row. */
  text: string;
  /** Whether the row stands out from the others. */
  chosen?: boolean;
}

interface BarsProps {
  rows: Bar[];
  /** Leaves more room for names. */
  wide?: boolean;
}

/** Compares values of one kind: a row with name, bar and text for each. The longest bar is the largest value. */
export function Bars({ rows, wide }: BarsProps) {
  const most = Math.max(...rows.map(({ value }) => value)) || 1;
  return (
    <div className={wide ? `${css.bars} ${css.wide}` : css.bars}>
      {rows.map(({ name, value, text, chosen }) => (
        <div key={name} className={chosen ? textCss.strong : undefined}>
          <span className={chosen ? undefined : textCss.secondary}>{name}</span>
          <span className={css.bar}>
            <i style={{ width: `${(100 * value) / most}%` }} />
          </span>
          <span className={textCss.number}>{text}</span>
        </div>
      ))}
    </div>
  );
}
