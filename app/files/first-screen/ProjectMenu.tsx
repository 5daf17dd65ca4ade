import { Menu } from "@base-ui/react/menu";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { useStudio } from "../../actions/studio";
import type { IconName } from "../../common/icon-names";
import { Icon } from "../../ui/icons/Icon";
import menuCss from "../../ui/menus/Menu.module.css";
import { MoreMenu } from "../../ui/menus/MoreMenu";
import { deleteProject, duplicateProject, exportProject } from "../projects/shelf";

interface ItemProps {
  icon: IconName;
  label: string;
  /** Why the item is disabled, or null. */
  refusal?: string | null;
  onClick(): void;
}

function Item({ icon, label, refusal = null, onClick }: ItemProps) {
  return (
    <Menu.Item
      className={menuCss.item}
      disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span>{label}</span>
    </Menu.Item>
  );
}

/** The menu of a project's card. */
export function ProjectMenu({ project, rename }: { project: KeptProject; rename(): void }) {
  const studio = useStudio();
  const { name, isOpen, isNewer, versions } = project;
  const busy = isOpen ? "Another tab has it open." : null;
  const unreadable = versions.length === 0 ? "No version can be read." : null;
  const newer = isNewer ? "A newer version of Sinew made it." : null;
  return (
    <MoreMenu label={`More for ${name}`}>
      <Item icon="rename" label="Rename…" refusal={busy ?? newer} onClick={rename} />
      <Item
        icon="copy"
        label="Duplicate"
        refusal={unreadable ?? newer}
        onClick={() => void duplicateProject(studio, project)}
      />
      <Item
        icon="exp"
        label="Export as .sinew"
        refusal={unreadable}
        onClick={() => void exportProject(studio, project)}
      />
      <Menu.Separator className={menuCss.separator} />
      <Item icon="trash" label="Delete" refusal={busy} onClick={() => void deleteProject(studio, project)} />
    </MoreMenu>
  );
}
