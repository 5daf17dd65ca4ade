import {
  EXPORT_TARGET_IDS,
  EXPORT_TARGETS,
  type ExportTargetId,
} from "../../../workers/model/files/export/export-targets";
import textCss from "../../ui/text/text.module.css";
import css from "./TargetList.module.css";

/** The target of the file, as a radio group: arrow keys choose. */
export function TargetList({
  value,
  onChange,
}: {
  value: ExportTargetId;
  onChange(target: ExportTargetId): void;
}) {
  const move = (by: number, group: HTMLElement) => {
    const count = EXPORT_TARGET_IDS.length;
    const at = (EXPORT_TARGET_IDS.indexOf(value) + by + count) % count;
    onChange(EXPORT_TARGET_IDS[at]);
    group.querySelectorAll<HTMLElement>("[role=radio]")[at]?.focus();
  };
  return (
    <div className={css.side}>
      <div className={`${textCss.strong} ${css.heading}`}>For</div>
      <div
        className={css.list}
        role="radiogroup"
        aria-label="For"
        onKeyDown={(event) => {
          const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (!by) return;
          event.preventDefault();
          move(by, event.currentTarget);
        }}
      >
        {EXPORT_TARGET_IDS.map((id) => (
          <button
            key={id}
            type="button"
            role="radio"
            aria-checked={id === value}
            aria-label={EXPORT_TARGETS[id].title}
            tabIndex={id === value ? 0 : -1}
            className={id === value ? `${css.target} ${css.on}` : css.target}
            onClick={() => onChange(id)}
          >
            <span>{EXPORT_TARGETS[id].title}</span>
            <span className={css.about}>{EXPORT_TARGETS[id].about}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
