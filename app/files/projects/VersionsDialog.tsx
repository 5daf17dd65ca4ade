import { useEffect, useState } from "react";
import type { KeptProject } from "../../../workers/model/files/kept-project";
import { useService, useStudio } from "../../actions/studio";
import { formatBytes, formatWhen } from "../../common/format";
import { closeDialog } from "../../document/session/dialogs";
import { useStores, useWork } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { Row, RowName } from "../../ui/lists/Row";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import { RESTORING } from "./restoring";

/** Saved versions of the open project, or of `of`. */
export function VersionsDialog({ of }: { of: KeptProject | null }) {
  const stores = useStores();
  const { keeping } = useStudio();
  const restoring = useService(RESTORING);
  const saved = useWork((work) => work.saved);
  const [project, setProject] = useState<KeptProject | null>(of);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each save adds a version
  useEffect(() => {
    if (!of) void keeping.current().then((current) => current && setProject(current));
  }, [keeping, saved, of]);
  const close = () => closeDialog(stores);
  return (
    <Modal title={project ? `Versions of ${project.name}` : "Versions"} width={428} onClose={close}>
      <div style={{ padding: "0 20px 20px", overflow: "auto" }}>
        {!project && (
          <p className={textCss.secondary}>
            {saved?.state === "failed" ? saved.message : "The first version is being saved."}
          </p>
        )}
        <div className={layoutCss.stack}>
          {project?.versions.map((version, index) => (
            <Row key={version.id} style={{ padding: 0, height: 32 }}>
              <Icon name="clock" />
              <RowName title={version.label}>
                {formatWhen(version.time)}
                <span className={textCss.tertiary}>
                  {" "}
                  {index === 0 ? `latest, ${version.label}` : version.label}
                </span>
              </RowName>
              {/* A version whose parts are all shared takes no space of its own. */}
              {version.bytes > 0 && <span className={textCss.tertiary}>{formatBytes(version.bytes)}</span>}
              <Button onClick={() => void restoring.restore(project, version.id)}>Open</Button>
            </Row>
          ))}
        </div>
      </div>
    </Modal>
  );
}
