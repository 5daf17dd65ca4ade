import { useAction } from "../../actions/use-action";
import { classNames } from "../../common/class-names";
import { Icon } from "../../ui/icons/Icon";
import { Tip } from "../../ui/overlays/Tip";
import { useFaces } from "../faces";
import css from "./WorkspaceTabs.module.css";

function Tab({ id, label, below }: { id: string; label: string; below: boolean }) {
  const { action, refusal, checked, perform } = useAction(`workspace.${id}`);
  const className = classNames(!below && css.tab, checked && css.on);
  return (
    <Tip title={label} body={refusal ?? action.help} side={below ? "top" : "bottom"}>
      <button
        type="button"
        className={className}
        aria-label={`${label} workspace`}
        aria-current={checked ? "page" : undefined}
        aria-disabled={refusal ? true : undefined}
        onClick={perform}
      >
        {below && action.icon && <Icon name={action.icon} />}
        <span className={css.steady} data-text={label}>
          {label}
        </span>
      </button>
    </Tip>
  );
}

/** The workspaces in the order of the work: at the top, or in a bar at the bottom of small screens. */
export function WorkspaceTabs({ below = false }: { below?: boolean }) {
  return (
    <nav className={below ? css.bottom : css.tabs} aria-label="Workspaces">
      {useFaces().map(({ id, label }) => (
        <Tab key={id} id={id} label={label} below={below} />
      ))}
    </nav>
  );
}
