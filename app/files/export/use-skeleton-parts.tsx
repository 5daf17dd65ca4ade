import { useState } from "react";
import {
  type BvhExportOptions,
  bvhExportDefaults,
  ROTATION_ORDERS,
  type SkeletonExportResult,
  tgfExportDefaults,
} from "../../../workers/model/files/export/skeleton-export";
import type { OpenedSequence } from "../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../workers/model/rig/rig";
import { useStudio } from "../../actions/studio";
import { download, safeFileName } from "../../common/download";
import { formatBytes, plural } from "../../common/format";
import { toast } from "../../document/session/toasts";
import { useStores } from "../../document/use-stores";
import { UpAxisField } from "../../panels/fields/SpaceFields";
import { LabelledDropdown } from "../../ui/choices/LabelledDropdown";
import { Note } from "../../ui/feedback/Note";
import { KeyValues } from "../../ui/figures/KeyValues";
import { Icon } from "../../ui/icons/Icon";
import layoutCss from "../../ui/layout/layout.module.css";
import { DialogSection } from "../../ui/overlays/DialogSection";
import textCss from "../../ui/text/text.module.css";
import { ErrorNote } from "./ErrorNote";
import type { ExportParts } from "./export-parts";
import { ClipChecks } from "./fields/ClipChecks";
import { FileUnitField } from "./fields/FileUnitField";
import { useLatestJob } from "./use-latest-job";

const ORDERS = ROTATION_ORDERS.map((value) => ({ value, label: [...value].join(", ") }));

/** The contents of the file, and what it cannot hold. */
function SkeletonCosts({ result, bones }: { result: SkeletonExportResult; bones: number }) {
  return (
    <>
      <KeyValues>
        <dt>Size</dt>
        <dd>{formatBytes(result.bytes.length)}</dd>
        <dt>Bones</dt>
        <dd>{bones}</dd>
      </KeyValues>
      <span className={layoutCss.grow} />
      {result.notes.map((note) => (
        <Note key={note}>
          <Icon name="info" />
          <span>{note}</span>
        </Note>
      ))}
    </>
  );
}

/** @param format the chosen format; null if another kind of format is chosen */
export function useSkeletonParts(
  sequence: OpenedSequence,
  rig: Rig,
  format: "bvh" | "tgf" | null,
): ExportParts {
  const stores = useStores();
  const { client } = useStudio();
  const [bvh, setBvh] = useState<BvhExportOptions>(() => bvhExportDefaults(sequence));
  const [tgf, setTgf] = useState(() => tgfExportDefaults(sequence));
  const noClip = format === "bvh" && bvh.clips.length === 0;
  const space = format === "tgf" ? tgf : bvh;
  const change = (next: Partial<BvhExportOptions>) =>
    format === "tgf" ? setTgf({ ...tgf, ...next }) : setBvh({ ...bvh, ...next });
  const question = format && !noClip ? JSON.stringify([format, format === "tgf" ? tgf : bvh]) : null;
  const made = useLatestJob<SkeletonExportResult>(question, [sequence, rig], () =>
    format === "tgf"
      ? client.exportTgf({ sequence, rig, options: tgf })
      : client.exportBvh({ sequence, rig, options: bvh }),
  );
  const { result } = made;

  const save = async (name: string) => {
    if (!result) return;
    const file = `${safeFileName(name)}.${format}`;
    download(result.bytes, file, "text/plain");
    const bones = plural(rig.bones.length, "bone");
    toast(stores, `Exported ${file}`, `${formatBytes(result.bytes.length)}, ${bones}`);
  };

  const options = (
    <>
      {format === "bvh" && (
        <DialogSection title="Motion">
          <ClipChecks clips={sequence.clips} chosen={bvh.clips} onChange={(clips) => change({ clips })} />
          <LabelledDropdown
            label="Rotations"
            value={bvh.order}
            options={ORDERS}
            onChange={(order) => change({ order })}
          />
        </DialogSection>
      )}
      <DialogSection title="File">
        <UpAxisField value={space.upAxis} onChange={(upAxis) => change({ upAxis })} />
        <FileUnitField value={space.unit} onChange={(unit) => change({ unit })} />
      </DialogSection>
    </>
  );
  const costs = (
    <>
      {result && !made.busy && made.error === null && (
        <SkeletonCosts result={result} bones={rig.bones.length} />
      )}
      {made.busy && made.error === null && !noClip && <p className={textCss.secondary}>Writing the file…</p>}
      {made.error !== null && <ErrorNote error={made.error} />}
    </>
  );
  const ready = result !== null && !made.busy && !noClip && made.error === null;
  return { extension: `.${format}`, options, costs, busy: made.busy && !noClip, ready, save };
}
