import { useAction } from "../../../actions/use-action";
import { Icon } from "../../../ui/icons/Icon";
import { Tip } from "../../../ui/overlays/Tip";
import css from "./PaintChrome.module.css";

/** A tool button. Its label and key appear only if the viewport has room for those of all tools. */
export function ToolButton({ id, label }: { id: string; label: string }) {
  const { action, keys, refusal, checked, perform } = useAction(id);
  const [key] = keys;
  return (
    <Tip title={action.label} keys={key} body={refusal ?? action.help} side="right">
      <button
        type="button"
        className={checked ? `${css.tool} ${css.on}` : css.tool}
        aria-label={action.label}
        aria-pressed={checked}
        aria-disabled={refusal ? true : undefined}
        onClick={perform}
      >
        {action.icon && <Icon name={action.icon} />}
        <span className={css.word}>{label}</span>
        <span className={`${css.word} ${css.shortcut}`}>{key}</span>
      </button>
    </Tip>
  );
}
