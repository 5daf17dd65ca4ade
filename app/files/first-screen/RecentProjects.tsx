import { useState } from "react";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { useService, useStudio } from "../../actions/studio";
import { formatBytes, formatWhen, plural } from "../../common/format";
import { openDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { useStores } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { IconButton } from "../../ui/buttons/IconButton";
import { Badge } from "../../ui/feedback/Badge";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import { RESTORING } from "../projects/restoring";
import type { KeptProjects } from "../projects/use-kept-projects";
import firstScreenCss from "./first-screen.module.css";
import css from "./RecentProjects.module.css";

/** All projects that this browser has saved, the latest first. */
export function RecentProjects({ projects, room, refresh }: KeptProjects) {
  const [deleting, setDeleting] = useState<KeptProject | null>(null);
  if (!projects || projects.length === 0) return null;
  return (
    <section aria-label="Recent projects" className={css.recents}>
      <div className={firstScreenCss.sectionHead}>
        <h2 className={`${textCss.strong} ${css.name}`}>Recent projects</h2>
        <span className={`${textCss.tertiary} ${firstScreenCss.aside}`}>
          {projects.length} on this machine{room && Number.isFinite(room.quota) && `, ${roomText(room)}`}
        </span>
      </div>
      <div className={css.projects}>
        {projects.map((project) => (
          <ProjectCard key={project.id} project={project} onDelete={() => setDeleting(project)} />
        ))}
      </div>
      {deleting && (
        <DeleteQuestion
          project={deleting}
          onClose={() => {
            setDeleting(null);
            refresh();
          }}
        />
      )}
    </section>
  );
}

const roomText = ({ used, quota }: NonNullable<KeptProjects["room"]>) =>
  `${formatBytes(used)} of ${formatBytes(quota)}`;

function ProjectCard({ project, onDelete }: { project: KeptProject; onDelete(): void }) {
  const stores = useStores();
  const restoring = useService(RESTORING);
  const { name, versions, bytes, isOpen, isNewer, problem } = project;
  const [latest] = versions;
  const asCopy = isOpen || isNewer;
  return (
    <article className={css.project} aria-label={name}>
      <button
        type="button"
        className={css.open}
        aria-label={asCopy ? `Open a copy of ${name}` : `Open ${name}`}
        disabled={!latest}
        onClick={() => latest && void restoring.restore(project, latest.id)}
      >
        <span className={`${textCss.strong} ${css.name} ${textCss.ellipsis}`}>{name}</span>
        {isOpen && <Badge>open in another tab</Badge>}
        <span className={textCss.secondary}>
          {latest ? formatWhen(latest.time) : "No version can be read"}
        </span>
        <span className={`${textCss.tertiary} ${firstScreenCss.aside} ${css.what}`}>
          {plural(versions.length, "version")} · {formatBytes(bytes)}
        </span>
        {problem && <span className={css.problem}>{problem}</span>}
        {isOpen && (
          <span className={`${textCss.tertiary} ${firstScreenCss.aside} ${css.wide}`}>
            Opens as a copy while the other tab has it open.
          </span>
        )}
      </button>
      <div className={css.tools}>
        {versions.length > 1 && (
          <IconButton
            aria-label={`Versions of ${name}`}
            title="Versions"
            onClick={() => openDialog(stores, { kind: "versions", project })}
          >
            <Icon name="clock" />
          </IconButton>
        )}
        {!isOpen && (
          <IconButton aria-label={`Delete ${name}`} title="Delete" onClick={onDelete}>
            <Icon name="trash" />
          </IconButton>
        )}
      </div>
    </article>
  );
}

function DeleteQuestion({ project, onClose }: { project: KeptProject; onClose(): void }) {
  const stores = useStores();
  const { projects } = useStudio();
  const { id, name, versions, bytes } = project;
  const remove = async () => {
    try {
      if (!(await projects.remove(id))) {
        toast(stores, `${name} is still there`, "Another tab has it open.", { kind: "warning" });
      }
    } catch (error) {
      reportError(stores, error, `Deleting ${name}`);
    }
    onClose();
  };
  return (
    <Modal
      title={`Delete ${name}?`}
      width={400}
      onClose={onClose}
      foot={
        <>
          <span className={layoutCss.grow} />
          <Button data-primary onClick={onClose}>
            Keep
          </Button>
          <Button onClick={() => void remove()}>Delete</Button>
        </>
      }
    >
      <p className={css.question}>
        This frees {formatBytes(bytes)}.{" "}
        {versions.length === 1 ? "Its version cannot" : `Its ${versions.length} versions cannot`} be restored,
        unless you saved the project as a file.
      </p>
    </Modal>
  );
}
