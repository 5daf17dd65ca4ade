import { useEffect, useState } from "react";
import { type SavedProject, useShell } from "../shell/shell-state";
import { useStudio } from "../shell/studio";
import { formatBytes, formatWhen } from "../ui/format";
import { Icon } from "../ui/Icon";
import { Modal } from "../ui/Modal";
import { restoreVersion } from "./restoring";

/** Kept states of the open project, or of the one that was open last. */
export function VersionsDialog() {
  const studio = useStudio();
  const { autosave } = studio;
  const restorable = useShell((shell) => shell.restorable);
  const saved = useShell((shell) => shell.saved);
  const [project, setProject] = useState<SavedProject | null>(restorable);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save adds a version
  useEffect(() => {
    void autosave.current().then((current) => current && setProject(current));
  }, [autosave, saved]);
  const close = () => useShell.setState({ dialog: null });
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
            <div key={version.file} className="row" style={{ padding: 0, height: 32 }}>
              <Icon name="clock" />
              <span className="name">
                {formatWhen(version.time)}
                {index === 0 && <span className="t3"> latest</span>}
              </span>
              <span className="t3">{formatBytes(version.bytes)}</span>
              <button
                type="button"
                className="btn"
                onClick={() => {
                  close();
                  void restoreVersion(studio, project, version);
                }}
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
