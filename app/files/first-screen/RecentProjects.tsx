import { useState } from "react";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { useService, useStudio } from "../../actions/studio";
import { formatBytes, formatWhen, plural } from "../../common/format";
import { openDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { toast } from "../../document/session/toasts";
import { Icon } from "../../ui/icons/Icon";
import { Modal } from "../../ui/overlays/Modal";
import { RESTORING } from "../projects/restoring";
import type { KeptProjects } from "../projects/use-kept-projects";

/** All projects that this browser keeps, the latest first. */
export function RecentProjects({ projects, room, refresh }: KeptProjects) {
  const [deleting, setDeleting] = useState<KeptProject | null>(null);
  if (!projects || projects.length === 0) return null;
  return (
    <section aria-label="Recent projects" className="recents">
      <div className="sechead">
        <h2 className="b">Recent projects</h2>
        <span className="t3">
          {projects.length} on this machine{room && Number.isFinite(room.quota) && `, ${roomText(room)}`}
        </span>
      </div>
      <div className="projects">
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
  const restoring = useService(RESTORING);
  const { name, versions, bytes, isOpen, isNewer, problem } = project;
  const [latest] = versions;
  const asCopy = isOpen || isNewer;
  return (
    <article className="project" aria-label={name}>
      <button
        type="button"
        className="open"
        aria-label={asCopy ? `Open a copy of ${name}` : `Open ${name}`}
        disabled={!latest}
        onClick={() => latest && void restoring.restore(project, latest.id)}
      >
        <span className="b ell">{name}</span>
        {isOpen && <span className="badge">open in another tab</span>}
        <span className="t2 when">{latest ? formatWhen(latest.time) : "No version can be read"}</span>
        <span className="t3 what">
          {plural(versions.length, "version")} · {formatBytes(bytes)}
        </span>
        {problem && <span className="problem">{problem}</span>}
        {isOpen && <span className="t3 wide">Opens here as a copy until it is closed there.</span>}
      </button>
      <div className="tools">
        {versions.length > 1 && (
          <button
            type="button"
            className="ib"
            aria-label={`Versions of ${name}`}
            title="Versions"
            onClick={() => openDialog({ kind: "versions", project })}
          >
            <Icon name="clock" />
          </button>
        )}
        {!isOpen && (
          <button
            type="button"
            className="ib"
            aria-label={`Delete ${name}`}
            title="Delete"
            onClick={onDelete}
          >
            <Icon name="trash" />
          </button>
        )}
      </div>
    </article>
  );
}

function DeleteQuestion({ project, onClose }: { project: KeptProject; onClose(): void }) {
  const { projects } = useStudio();
  const { id, name, versions, bytes } = project;
  const remove = async () => {
    try {
      if (!(await projects.remove(id))) {
        toast(`${name} is still there`, "Another tab has it open.", { kind: "warning" });
      }
    } catch (error) {
      reportError(error, `Deleting ${name}`);
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
          <span className="grow" />
          <button type="button" className="btn" data-primary onClick={onClose}>
            Keep it
          </button>
          <button type="button" className="btn" onClick={() => void remove()}>
            Delete
          </button>
        </>
      }
    >
      <p className="question">
        This frees {formatBytes(bytes)}.{" "}
        {versions.length === 1 ? "Its version cannot" : `Its ${versions.length} versions cannot`} be brought
        back, unless you saved the project as a file.
      </p>
    </Modal>
  );
}
