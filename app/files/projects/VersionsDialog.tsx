import { useEffect, useState } from "react";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { useService, useStudio } from "../../actions/studio";
import { formatBytes, formatDay } from "../../common/format";
import { closeDialog } from "../../document/session/dialogs";
import { useStores, useWork } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { Icon } from "../../ui/icons/Icon";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import { RESTORING } from "./restoring";
import { usePicture } from "./use-picture";
import css from "./VersionsDialog.module.css";
import { reasonOf } from "./version-reasons";

/** Saved versions of the open project, or of `of`. */
export function VersionsDialog({ of }: { of: KeptProject | null }) {
  const stores = useStores();
  const { keeping } = useStudio();
  const saved = useWork((work) => work.saved);
  const [project, setProject] = useState<KeptProject | null>(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save adds a version
  useEffect(() => {
    if (!of) void keeping.current().then((current) => current && setProject(current));
  }, [keeping, saved, of]);
  const close = () => closeDialog(stores);
  return (
    <Modal title={project ? `Versions of ${project.name}` : "Versions"} width={480} onClose={close}>
      <div className={css.body}>
        {!project && (
          <p className={textCss.secondary}>
            {saved?.state === "failed" ? saved.message : "The first version is being saved."}
          </p>
        )}
        <ul className={css.versions}>
          {project?.versions.map((version, index) => (
            <Version key={version.id} project={project} index={index} />
          ))}
        </ul>
      </div>
    </Modal>
  );
}

function Version({ project, index }: { project: KeptProject; index: number }) {
  const restoring = useService(RESTORING);
  const version = project.versions[index];
  const { id, label, time, bytes, hasPicture } = version;
  const url = usePicture(project.id, hasPicture ? id : null);
  const reason = reasonOf(project.versions, index);
  const facts = [
    index === 0 && "latest",
    formatDay(time),
    // A version whose parts are all shared takes no space of its own.
    bytes > 0 && formatBytes(bytes),
  ].filter(Boolean);
  return (
    <li className={css.version}>
      <span className={css.picture}>{url ? <img src={url} alt="" /> : <Icon name="clock" />}</span>
      <span className={css.words}>
        <span className={`${textCss.ellipsis} ${textCss.strong}`} title={label}>
          {reason ?? label}
        </span>
        {reason && <span className={`${textCss.ellipsis} ${textCss.secondary}`}>{label}</span>}
        <span className={textCss.tertiary}>{facts.join(" · ")}</span>
      </span>
      <Button
        aria-label={`Open the version ${reason ?? label}, ${formatDay(time)}`}
        onClick={() => void restoring.restore(project, id)}
      >
        Open
      </Button>
    </li>
  );
}
