import { useState } from "react";
import {
  EXPORT_FORMAT_IDS,
  EXPORT_FORMATS,
  type ExportFormatId,
} from "../../../workers/model/files/export/export-formats";
import {
  EXPORT_TARGETS,
  type ExportTargetId,
  formatFor,
} from "../../../workers/model/files/export/export-targets";
import {
  FRAME_FORMAT_IDS,
  FRAME_FORMATS,
  type FrameFormatId,
} from "../../../workers/model/files/export/frame-formats";
import { isFiled, type OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { inFiles } from "../../actions/guards/guards";
import { safeFileName } from "../../common/download";
import { closeDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { useDocument, useStores } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import { LabelledDropdown } from "../../ui/choices/LabelledDropdown";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import { DialogTitle } from "../../ui/overlays/DialogSection";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import css from "./ExportDialog.module.css";
import type { ExportParts } from "./export-parts";
import { useFrameParts } from "./frames/use-frame-parts";
import { useRigParts } from "./rig/use-rig-parts";
import { TargetList } from "./TargetList";
import { useSkeletonParts } from "./use-skeleton-parts";

type Format = ExportFormatId | FrameFormatId | "bvh" | "tgf";
type Content = "rig" | "frames" | "skeleton";

const FORMATS: { value: Format; label: string; note: string }[] = [
  ...EXPORT_FORMAT_IDS.map((id) => ({
    value: id,
    label: EXPORT_FORMATS[id].title,
    note: "mesh, bones, clips",
  })),
  ...FRAME_FORMAT_IDS.map((id) => ({ value: id, label: FRAME_FORMATS[id].title, note: "deformed frames" })),
  { value: "bvh", label: "BVH", note: "motion of the skeleton" },
  { value: "tgf", label: ".tgf", note: "skeleton" },
];

const contentOf = (format: Format): Content =>
  format in EXPORT_FORMATS ? "rig" : format in FRAME_FORMATS ? "frames" : "skeleton";

/** Describes each format with a mesh. */
const ABOUT: Partial<Record<Format, string>> = Object.fromEntries(
  Object.entries({ ...EXPORT_FORMATS, ...FRAME_FORMATS }).map(([id, { about }]) => [id, about]),
);

/** Targets that are no program. */
const KINDS_OF_FILES: readonly ExportTargetId[] = ["gltf", "humanoid", "mobile"];

export function ExportDialog() {
  const { sequence, rig } = useDocument();
  return sequence && rig && <OpenExportDialog sequence={sequence} rig={rig} />;
}

function OpenExportDialog({ sequence, rig }: { sequence: OpenedSequence; rig: Rig }) {
  const stores = useStores();
  const [target, setTarget] = useState<ExportTargetId>("gltf");
  const [format, setFormat] = useState<Format>("glb");
  const [name, setName] = useState(() => safeFileName(sequence.name));
  const [waiting, setWaiting] = useState(false);
  const content = contentOf(format);
  const noFrames = inFiles(stores);
  const isOf = <T extends Format>(wanted: Content) => (content === wanted ? (format as T) : null);
  const parts: ExportParts = {
    rig: useRigParts(sequence, rig, isOf<ExportFormatId>("rig"), target),
    frames: useFrameParts(sequence, rig, isOf<FrameFormatId>("frames")),
    skeleton: useSkeletonParts(sequence, rig, isOf<"bvh" | "tgf">("skeleton")),
  }[content];
  const close = () => closeDialog(stores);

  const save = async () => {
    if (!parts.ready || waiting) return;
    setWaiting(true);
    try {
      await parts.save(name);
      close();
    } catch (error) {
      reportError(stores, error, "Exporting");
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
      <Button size="large" onClick={parts.cancel ?? close}>
        {parts.cancel ? "Cancel the export" : "Cancel"}
      </Button>
      <Button
        data-primary
        look={parts.ready && !waiting ? "primary" : undefined}
        size="large"
        aria-disabled={parts.ready && !waiting ? undefined : true}
        onClick={() => void save()}
      >
        {parts.cancel
          ? "Writing…"
          : parts.busy
            ? "Measuring…"
            : target === "gltf"
              ? "Export"
              : `Export for ${EXPORT_TARGETS[target].title}`}
      </Button>
    </>
  );
  return (
    <Modal
      title="Export"
      about={sequence.name}
      width={1040}
      onClose={close}
      foot={foot}
      className={css.dialog}
    >
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
            <LabelledDropdown
              label="Format"
              value={format}
              options={FORMATS.map((option) => ({
                ...option,
                refusal: isFiled(sequence) && contentOf(option.value) === "frames" ? noFrames : null,
              }))}
              changed={format !== formatFor(target)}
              onChange={(next) => setFormat(next)}
            />
            {ABOUT[format] && <p className={textCss.tertiary}>{ABOUT[format]}</p>}
          </div>
          {parts.options}
        </div>
        {/* Where it scrolls, keys must reach it. */}
        <div
          className={dialogCss.right}
          aria-busy={parts.busy}
          tabIndex={0}
          role="group"
          aria-label="The file"
        >
          <DialogTitle>
            {content !== "rig"
              ? "What it holds"
              : KINDS_OF_FILES.includes(target)
                ? "What the file has"
                : `What ${EXPORT_TARGETS[target].title} gets`}
          </DialogTitle>
          {parts.costs}
        </div>
      </div>
    </Modal>
  );
}
