import { Menu } from "@base-ui/react/menu";
import { useAction } from "../../../actions/use-action";
import { PLAN_DEFAULTS } from "../../../document/compare/compare-state";
import { useStores } from "../../../document/use-stores";
import { PanelHead } from "../../../panels/frame/PanelHead";
import { Icon } from "../../../ui/icons/Icon";
import panelCss from "../../../ui/layout/Panel.module.css";
import { Section } from "../../../ui/layout/Section";
import menuCss from "../../../ui/menus/Menu.module.css";
import { MoreMenu } from "../../../ui/menus/MoreMenu";
import { MethodChecks, MethodCount } from "./MethodChecks";
import { PlanFields } from "./PlanFields";
import { QueueList } from "./QueueList";

function CompareMenu() {
  const stores = useStores();
  const clear = useAction("compare.clear");
  return (
    <MoreMenu label="Comparison">
      <Menu.Item className={menuCss.item} onClick={() => stores.compare.setState({ plan: PLAN_DEFAULTS })}>
        <Icon name="restart" />
        Reset fields
      </Menu.Item>
      <Menu.Item className={menuCss.item} disabled={clear.refusal !== null} onClick={clear.perform}>
        <Icon name="trash" />
        Remove all results
      </Menu.Item>
    </MoreMenu>
  );
}

/** The plan, the queue and its progress; on small screens a tab of the sheet. */
export function CompareSections() {
  return (
    <>
      <Section name="compare-methods" title="Methods" end={<MethodCount />}>
        <MethodChecks />
      </Section>
      <Section name="compare-runs" title="Runs">
        <PlanFields />
      </Section>
      <Section name="compare-queue" title="Queue">
        <QueueList />
      </Section>
    </>
  );
}

export function CompareInspector() {
  return (
    <>
      <PanelHead title="Compare" panel="inspector">
        <CompareMenu />
      </PanelHead>
      <div className={panelCss.body}>
        <CompareSections />
      </div>
    </>
  );
}
