import { useState } from "react";
import type { KeptProject, KeptVersion } from "../../../workers/model/files/kept-project";
import { useService, useStudio } from "../../actions/studio";
import { formatBytes, formatDay, formatError, plural } from "../../common/format";
import { openDialog } from "../../document/session/dialogs";
import { ERms } from "../../panels/report/Report";
import { Button } from "../../ui/buttons/Button";
import { IconButton } from "../../ui/buttons/IconButton";
import { Badge } from "../../ui/feedback/Badge";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import textCss from "../../ui/text/text.module.css";
import { RESTORING } from "../projects/restoring";
import { bringBack, deleteForGood, pinProject } from "../projects/shelf";
import { usePicture } from "../projects/use-picture";
import css from "./ProjectCard.module.css";
import { ProjectMenu } from "./ProjectMenu";
import { RenameDialog } from "./RenameDialog";

/** Whether the project changed after it was saved to its file. */
const isUnsaved = ({ file, versions }: KeptProject) => file !== null && file.version !== versions[0]?.id;

const OPEN_TWICE = "You can open it here too. Sinew shows what the other tab changes, and merges both.";

/** A project on the start page. The whole card opens it. */
export function ProjectCard({ project, bySize }: { project: KeptProject; bySize: boolean }) {
  const restoring = useService(RESTORING);
  const [renaming, setRenaming] = useState(false);
  const { name, versions, bytes, isOpen, isNewer, problem, deleted } = project;
  const [latest] = versions;
  const inBin = deleted !== null;
  return (
    <article className={css.project} aria-label={name}>
      <button
        type="button"
        className={css.open}
        aria-label={isNewer ? `Open a copy of ${name}` : `Open ${name}`}
        disabled={!latest || inBin}
        onClick={() => latest && void restoring.restore(project, latest.id)}
      >
        <Picture project={project} />
        <span className={css.line}>
          <span className={`${textCss.strong} ${textCss.ellipsis} ${css.name}`}>{name}</span>
          {isUnsaved(project) && (
            <Badge tone="warn" title={`Changed since it was saved to ${project.file?.name}`}>
              unsaved
            </Badge>
          )}
          {isOpen && <Badge title={OPEN_TWICE}>open in another tab</Badge>}
          <span className={layoutCss.grow} />
          <span className={textCss.secondary} title={formatBytes(bytes)}>
            {bySize ? formatBytes(bytes) : plural(versions.length, "version")}
          </span>
        </span>
        <span className={css.line}>
          <span className={textCss.secondary}>
            {latest ? formatDay(latest.time) : "No version can be read"}
          </span>
          <span className={layoutCss.grow} />
          <Figures latest={latest} />
        </span>
        {problem && <span className={css.problem}>{problem}</span>}
      </button>
      {inBin ? <BinTools project={project} /> : <Tools project={project} rename={() => setRenaming(true)} />}
      {renaming && <RenameDialog project={project} onClose={() => setRenaming(false)} />}
    </article>
  );
}

/** The newest picture of the project. */
function Picture({ project }: { project: KeptProject }) {
  const pictured = project.versions.find(({ hasPicture }) => hasPicture);
  const url = usePicture(project.id, pictured?.id ?? null);
  return <span className={css.picture}>{url ? <img src={url} alt="" /> : <Icon name="mesh" />}</span>;
}

function Figures({ latest }: { latest: KeptVersion | undefined }) {
  const { bones = null, eRms = null } = latest?.figures ?? {};
  if (bones === null) return null;
  return (
    <span className={textCss.tertiary}>
      {plural(bones, "bone")}
      {eRms !== null && (
        <>
          {" · "}
          <ERms /> {formatError(eRms)}
        </>
      )}
    </span>
  );
}

/** The buttons over the picture. */
function Tools({ project, rename }: { project: KeptProject; rename(): void }) {
  const studio = useStudio();
  const { name, versions, pinned } = project;
  return (
    <div className={pinned ? `${css.tools} ${css.pinned}` : css.tools}>
      {versions.length > 1 && (
        <IconButton
          aria-label={`Versions of ${name}`}
          title="Versions"
          onClick={() => openDialog(studio, { kind: "versions", project })}
        >
          <Icon name="clock" />
        </IconButton>
      )}
      <IconButton
        data-stays={pinned || undefined}
        on={pinned}
        aria-pressed={pinned}
        aria-label={`Pin ${name}`}
        title={pinned ? "Unpin" : "Keep first"}
        onClick={() => void pinProject(studio, project)}
      >
        <Icon name="pin" />
      </IconButton>
      <ProjectMenu project={project} rename={rename} />
    </div>
  );
}

function BinTools({ project }: { project: KeptProject }) {
  const studio = useStudio();
  return (
    <div className={css.binned}>
      <Button onClick={() => void bringBack(studio, project)}>Restore</Button>
      <Button
        look="ghost"
        title="Removes it from this machine with all its versions. This cannot be undone."
        onClick={() => void deleteForGood(studio, project)}
      >
        Delete for good
      </Button>
    </div>
  );
}
