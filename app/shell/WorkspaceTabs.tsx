import { WORKSPACES } from "../actions/rig-actions";
import { useAction } from "../actions/use-action";
import { Icon } from "../ui/Icon";
import { Tip } from "../ui/Tip";

function Tab({ id, below }: { id: string; below: boolean }) {
  const { action, refusal, checked, perform } = useAction(`workspace.${id}`);
  const className = below ? (checked ? "on" : "") : checked ? "tab on" : "tab";
  return (
    <Tip title={action.label} body={refusal ?? action.help} side={below ? "top" : "bottom"}>
      <button
        type="button"
        className={className}
        aria-label={`${action.label} workspace`}
        aria-current={checked ? "page" : undefined}
        aria-disabled={refusal ? true : undefined}
        onClick={perform}
      >
        {below && action.icon && <Icon name={action.icon} />}
        <span className="steady" data-text={action.label}>
          {action.label}
        </span>
      </button>
    </Tip>
  );
}

/** The five workspaces, in the order of the work: along the top, or as a bar below on small screens. */
export function WorkspaceTabs({ below = false }: { below?: boolean }) {
  return (
    <nav className={below ? "bottom" : "tabs"} aria-label="Workspaces">
      {WORKSPACES.map(({ id }) => (
        <Tab key={id} id={id} below={below} />
      ))}
    </nav>
  );
}
