import { useState } from "react";
import type { ExportFormatId } from "../../../workers/model/files/export/export-formats";
import {
  EXPORT_TARGETS,
  type ExportTargetId,
  formatFor,
} from "../../../workers/model/files/export/export-targets";
import type { FrameFormatId } from "../../../workers/model/files/export/frame-formats";
import { isFiled, type OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { inFiles } from "../../actions/guards/guards";
import { safeFileName } from "../../common/download";
import { closeDialog } from "../../document/session/dialogs";
import { reportError } from "../../document/session/report-error";
import { useDocument, useStores } from "../../document/use-stores";
import { LabelledDropdown } from "../../ui/choices/LabelledDropdown";
import dialogCss from "../../ui/overlays/Dialog.module.css";
import { DialogTitle } from "../../ui/overlays/DialogSection";
import { Modal } from "../../ui/overlays/Modal";
import textCss from "../../ui/text/text.module.css";
import css from "./ExportDialog.module.css";
import { ExportFoot } from "./ExportFoot";
import type { ExportParts } from "./export-parts";
import { ABOUT, type Content, contentOf, FORMATS, type Format } from "./formats";
import { useFrameParts } from "./frames/use-frame-parts";
import { useRigParts } from "./rig/use-rig-parts";
import { TargetList } from "./TargetList";
import { useSkeletonParts } from "./use-skeleton-parts";

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
  const parts = useParts(sequence, rig, format, target);
  const close = () => closeDialog(stores);
  const ready = parts.ready && !waiting;

  const save = async () => {
    if (!ready) return;
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
    <ExportFoot {...{ parts, target, name, ready, close }} rename={setName} save={() => void save()} />
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
          <FormatChoice {...{ sequence, format, target }} onChange={setFormat} />
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
          <DialogTitle>{costsTitle(contentOf(format), target)}</DialogTitle>
          {parts.costs}
        </div>
      </div>
    </Modal>
  );
}

/** The parts of the dialog for a format. Those of the other formats keep their options meanwhile. */
function useParts(sequence: OpenedSequence, rig: Rig, format: Format, target: ExportTargetId): ExportParts {
  const content = contentOf(format);
  const isOf = <T extends Format>(wanted: Content) => (content === wanted ? (format as T) : null);
  const ofRig = useRigParts(sequence, rig, isOf<ExportFormatId>("rig"), target);
  const frames = useFrameParts(sequence, rig, isOf<FrameFormatId>("frames"));
  const skeleton = useSkeletonParts(sequence, rig, isOf<"bvh" | "tgf">("skeleton"));
  return { rig: ofRig, frames, skeleton }[content];
}

interface FormatChoiceProps {
  sequence: OpenedSequence;
  format: Format;
  target: ExportTargetId;
  onChange(format: Format): void;
}

function FormatChoice({ sequence, format, target, onChange }: FormatChoiceProps) {
  const noFrames = inFiles(useStores());
  const options = FORMATS.map((option) => ({
    ...option,
    refusal: isFiled(sequence) && contentOf(option.value) === "frames" ? noFrames : null,
  }));
  return (
    <div className={dialogCss.section}>
      <LabelledDropdown
        label="Format"
        value={format}
        options={options}
        changed={format !== formatFor(target)}
        onChange={onChange}
      />
      {ABOUT[format] && <p className={textCss.tertiary}>{ABOUT[format]}</p>}
    </div>
  );
}

/** The title above the figures of the file. */
function costsTitle(content: Content, target: ExportTargetId): string {
  if (content !== "rig") return "What it holds";
  return KINDS_OF_FILES.includes(target) ? "What the file has" : `What ${EXPORT_TARGETS[target].title} gets`;
}
