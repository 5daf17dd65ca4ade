import type { ReactNode } from "react";
import { useKeys } from "../../actions/keys/action-keys";
import { useAction } from "../../actions/use-action";
import type { PanelVisibility } from "../../document/session/panel-state";
import { useStores, useView } from "../../document/use-stores";
import { IconButton } from "../../ui/buttons/IconButton";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import panelCss from "../../ui/layout/Panel.module.css";
import { Tip } from "../../ui/overlays/Tip";
import { placeInManual } from "./manual-places";

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
  const [manual] = useKeys("help.manual");
  const stores = useStores();
  const workspace = useView((view) => view.workspace);
  return (
    <div
      className={panelCss.head}
      onDoubleClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest("button"))) perform();
      }}
    >
      <h2>{title}</h2>
      {sub && <span className={panelCss.sub}>{sub}</span>}
      <span className={layoutCss.grow} />
      {children}
      <Tip title="Manual" keys={manual}>
        <IconButton
          aria-label={`Manual about ${title}`}
          onClick={() => stores.panels.setState({ manual: placeInManual([title], workspace) })}
        >
          <Icon name="help" />
        </IconButton>
      </Tip>
    </div>
  );
}

/** A folded panel: a button that unfolds it. */
export function FoldedPanel({ title, panel }: { title: string; panel: keyof PanelVisibility }) {
  const { keys, perform } = useAction(`view.${panel}`);
  return (
    <section className={`${panelCss.panel} ${panelCss.folded}`} aria-label={title}>
      <div className={panelCss.head} onDoubleClick={perform}>
        <Tip title={`Show ${title.toLowerCase()}`} keys={keys[0]}>
          <IconButton aria-label={`Show ${title.toLowerCase()}`} onClick={perform}>
            <Icon name="panel" />
          </IconButton>
        </Tip>
      </div>
    </section>
  );
}
