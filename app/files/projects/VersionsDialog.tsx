import { useEffect, useState } from "react";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { useService, useStudio } from "../../actions/studio";
import { formatBytes, formatWhen } from "../../common/format";
import { closeDialog } from "../../document/session/dialogs";
import { useWork } from "../../document/session/work";
import { Icon } from "../../ui/icons/Icon";
import { Modal } from "../../ui/overlays/Modal";
import { RESTORING } from "./restoring";

/** Kept states of the open project, or of `of`. */
export function VersionsDialog({ of }: { of: KeptProject | null }) {
  const { keeping } = useStudio();
  const restoring = useService(RESTORING);
  const saved = useWork((work) => work.saved);
  const [project, setProject] = useState<KeptProject | null>(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save adds a version
  useEffect(() => {
    if (!of) void keeping.current().then((current) => current && setProject(current));
  }, [keeping, saved, of]);
  const close = closeDialog;
  return (
    <Modal title={project ? `Versions of ${project.name}` : "Versions"} width={428} onClose={close}>
      <div style={{ padding: "0 20px 20px", overflow: "auto" }}>
        {!project && (
          <p className="t2">
            {saved?.state === "failed"
              ? saved.message
              : "The first version is being kept. It takes a moment."}
          </p>
        )}
        <div className="stack">
          {project?.versions.map((version, index) => (
            <div key={version.id} className="row" style={{ padding: 0, height: 32 }}>
              <Icon name="clock" />
              <span className="name" title={version.label}>
                {formatWhen(version.time)}
                <span className="t3"> {index === 0 ? `latest, ${version.label}` : version.label}</span>
              </span>
              {/* A version that shares all its parts takes no room of its own. */}
              {version.bytes > 0 && <span className="t3">{formatBytes(version.bytes)}</span>}
              <button
                type="button"
                className="btn"
                onClick={() => void restoring.restore(project, version.id)}
              >
                Open
              </button>
            </div>
          ))}
        </div>
      </div>
    </Modal>
  );
}
