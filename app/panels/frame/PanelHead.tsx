import type { ReactNode } from "react";
import { useAction } from "../../actions/use-action";
import type { PanelVisibility } from "../../document/session/panel-state";
import { Icon } from "../../ui/icons/Icon";
import { Tip } from "../../ui/overlays/Tip";

interface PanelHeadProps {
  title: string;
  sub?: string;
  /** The panel that a double click folds. */
  panel: keyof PanelVisibility;
  children?: ReactNode;
}

/** A panel's heading. A double click folds the panel. */
export function PanelHead({ title, sub, panel, children }: PanelHeadProps) {
  const { perform } = useAction(`view.${panel}`);
  return (
    <div
      className="panel-head"
      onDoubleClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest("button"))) perform();
      }}
    >
      <h2>{title}</h2>
      {sub && <span className="sub">{sub}</span>}
      <span className="grow" />
      {children}
    </div>
  );
}

/** What is left of a folded panel: a button that unfolds it. */
export function FoldedPanel({ title, panel }: { title: string; panel: keyof PanelVisibility }) {
  const { action, perform } = useAction(`view.${panel}`);
  return (
    <section className="panel folded" aria-label={title}>
      <div className="panel-head" onDoubleClick={perform}>
        <Tip title={`Show ${title.toLowerCase()}`} keys={action.keys?.[0]}>
          <button type="button" className="ib" aria-label={`Show ${title.toLowerCase()}`} onClick={perform}>
            <Icon name="panel" />
          </button>
        </Tip>
      </div>
    </section>
  );
}
