import { recall, remember } from "../common/remembered";
import type { PanelVisibility } from "../document/session/panel-state";
import type { Stores } from "../document/stores";
import type { WorkspaceFace } from "../workspaces/face";

/** Applies and remembers the theme and the panels. tokens.css reads the theme from the root element. */
export function followLooks(stores: Stores, workspaces: readonly WorkspaceFace[]): void {
  const apply = (theme: string) => {
    if (theme === "light") document.documentElement.dataset.theme = "light";
    else delete document.documentElement.dataset.theme;
  };
  const theme = recall<string>("theme", "dark") === "light" ? "light" : "dark";
  stores.view.setState({ theme });
  apply(theme);
  stores.view.subscribe(
    (view) => view.theme,
    (next) => {
      apply(next);
      remember("theme", next);
    },
  );
  const first = workspaces.map(({ id, folded }): [string, PanelVisibility] => {
    const isOpen = (panel: keyof PanelVisibility) => !folded?.[panel];
    const panels = {
      outliner: isOpen("outliner"),
      inspector: isOpen("inspector"),
      timeline: isOpen("timeline"),
    };
    return [id, panels];
  });
  const panelsOf = {
    ...Object.fromEntries(first),
    ...recall<Record<string, PanelVisibility>>("panels-of", {}),
  };
  stores.panels.setState({ panelsOf, panels: panelsOf[stores.view.getState().workspace] });
  stores.panels.subscribe(
    (state) => state.panels,
    (panels) => {
      const all = { ...stores.panels.getState().panelsOf, [stores.view.getState().workspace]: panels };
      stores.panels.setState({ panelsOf: all });
      remember("panels-of", all);
    },
  );
  stores.view.subscribe(
    (view) => view.workspace,
    (workspace) => stores.panels.setState(({ panelsOf }) => ({ panels: panelsOf[workspace] })),
  );
}
