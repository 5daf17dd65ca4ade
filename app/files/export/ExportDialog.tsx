import { useState } from "react";
import {
  EXPORT_FORMAT_IDS,
  EXPORT_FORMATS,
  type ExportFormatId,
} from "../../../workers/model/files/export-formats";
import { EXPORT_TARGETS, type ExportTargetId, formatFor } from "../../../workers/model/files/export-targets";
import type { MeshSequence } from "../../../workers/model/mesh/mesh-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { safeFileName } from "../../common/download";
import { closeDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { useDocument, useStores } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { ChoiceField } from "../../ui/choices/ChoiceField";
import type { Option } from "../../ui/choices/Segmented";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import css from "./ExportDialog.module.css";
import { TargetList } from "./TargetList";
import { useRigParts } from "./use-rig-parts";
import { useSkeletonParts } from "./use-skeleton-parts";

type Format = ExportFormatId | "bvh" | "tgf";

const FORMATS: Option<Format>[] = [
  ...EXPORT_FORMAT_IDS.map((id) => ({ value: id, label: EXPORT_FORMATS[id].title })),
  { value: "bvh", label: "BVH" },
  { value: "tgf", label: ".tgf" },
];

export function ExportDialog() {
  const { sequence, rig } = useDocument();
  return sequence && rig && <OpenExportDialog sequence={sequence} rig={rig} />;
}

function OpenExportDialog({ sequence, rig }: { sequence: MeshSequence; rig: Rig }) {
  const stores = useStores();
  const [target, setTarget] = useState<ExportTargetId>("gltf");
  const [format, setFormat] = useState<Format>("glb");
  const [name, setName] = useState(() => safeFileName(sequence.name));
  const [waiting, setWaiting] = useState(false);
  const isSkeleton = format === "bvh" || format === "tgf";
  const whole = useRigParts(sequence, rig, isSkeleton ? null : format, target);
  const skeleton = useSkeletonParts(sequence, rig, isSkeleton ? format : null);
  const parts = isSkeleton ? skeleton : whole;
  const close = () => closeDialog(stores);

  const save = async () => {
    if (!parts.ready || waiting) return;
    setWaiting(true);
    try {
      await parts.save(name);
      close();
    } catch (error) {
      reportError(stores, error, "The export");
    } finally {
      setWaiting(false);
    }
  };

  const foot = (
    <>
      <label className={css.fileName}>
        <Icon name="file" />
        <input aria-label="File name" value={name} onChange={(event) => setName(event.target.value)} />
        <span className={textCss.tertiary}>{parts.extension}</span>
      </label>
      <span className={layoutCss.grow} />
      <Button size="large" onClick={close}>
        Cancel
      </Button>
      <Button
        data-primary
        look={parts.ready ? "primary" : undefined}
        size="large"
        aria-disabled={parts.ready ? undefined : true}
        onClick={() => void save()}
      >
        {parts.busy
          ? "Measuring…"
          : target === "gltf"
            ? "Export"
            : `Export for ${EXPORT_TARGETS[target].title}`}
      </Button>
    </>
  );
  return (
    <Modal title="Export" width={1040} onClose={close} foot={foot} className={css.dialog}>
      <div className={`${dialogCss.columns} ${css.columns}`}>
        <TargetList
          value={target}
          onChange={(next) => {
            setTarget(next);
            setFormat(formatFor(next));
          }}
        />
        <div className={dialogCss.left}>
          <div className={dialogCss.section}>
            <ChoiceField
              label="Format"
              value={format}
              options={FORMATS}
              onChange={(next) => setFormat(next)}
            />
            {!isSkeleton && <p className={textCss.tertiary}>{EXPORT_FORMATS[format].about}</p>}
          </div>
          {parts.options}
        </div>
        <div className={dialogCss.right} aria-busy={parts.busy}>
          <div className={`${textCss.strong} ${dialogCss.title}`}>
            {isSkeleton
              ? "What it holds"
              : target === "gltf"
                ? "What the file has"
                : `What ${EXPORT_TARGETS[target].title} gets`}
          </div>
          {parts.costs}
        </div>
      </div>
    </Modal>
  );
}
