import { Menu } from "@base-ui/react/menu";
import { useService } from "../../../../actions/studio";
import { enter } from "../../../../actions/workspace";
import type { CompareRun } from "../../../../document/compare/compare-state";
import { useStores, useWork } from "../../../../document/use-stores";
import sideMarkCss from "../../../../ui/figures/SideMark.module.css";
import { Icon } from "../../../../ui/icons/Icon";
import menuCss from "../../../../ui/menus/Menu.module.css";
import { MoreMenu } from "../../../../ui/menus/MoreMenu";
import { SOLVING } from "../../../solve/runs/solve/solving";
import { runTitle } from "../../runs/compare-table";
import { COMPARING } from "../../runs/comparing";

/** All actions on a run that has a result. */
export function RunMenu({ run }: { run: CompareRun }) {
  const stores = useStores();
  const comparing = useService(COMPARING);
  const solving = useService(SOLVING);
  const isSolving = useWork((work) => work.solve !== null);
  const { id } = run;
  return (
    <MoreMenu label={`More about ${runTitle(run)}`} tabIndex={-1}>
      <Menu.Item
        className={menuCss.item}
        disabled={isSolving}
        onClick={() => comparing.open(id, () => enter(stores, "solve"))}
      >
        <Icon name="eye" />
        Open in Solve
      </Menu.Item>
      <Menu.Item
        className={menuCss.item}
        disabled={isSolving}
        onClick={() =>
          comparing.open(id, () => {
            enter(stores, "solve");
            solving.start("rig");
          })
        }
      >
        <Icon name="again" />
        Continue solving from here
      </Menu.Item>
      <Menu.Separator className={menuCss.separator} />
      <Menu.Item className={menuCss.item} onClick={() => comparing.show("a", id)}>
        <span className={sideMarkCss.mark}>A</span>
        Show as A<kbd className={menuCss.end}>A</kbd>
      </Menu.Item>
      <Menu.Item className={menuCss.item} onClick={() => comparing.show("b", id)}>
        <span className={sideMarkCss.mark}>B</span>
        Show as B<kbd className={menuCss.end}>B</kbd>
      </Menu.Item>
      <Menu.Separator className={menuCss.separator} />
      <Menu.Item className={menuCss.item} onClick={() => comparing.remove(id)}>
        <Icon name="trash" />
        Remove
        <kbd className={menuCss.end}>Del</kbd>
      </Menu.Item>
    </MoreMenu>
  );
}
