import { useEffect, useRef, useState } from "react";
import { DEFORMER_KINDS, type DeformerKind } from "../../../../workers/model/deform";
import { FRAME_FORMATS, type FrameFormatId } from "../../../../workers/model/files/export/frame-formats";
import { framesLeftOut } from "../../../../workers/model/files/export/frames-left-out";
import { type OpenedSequence, wholeSequence } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import type { Progress } from "../../../../workers/model/task";
import { useStudio } from "../../../actions/studio";
import { download, downloadBlob, safeFileName } from "../../../common/download";
import { formatBytes, formatCount, plural } from "../../../common/format";
import { DEFORMERS } from "../../../document/deform/deform-text";
import { focusedPane } from "../../../document/deform/panes";
import { reportError } from "../../../document/session/report-error";
import { toast } from "../../../document/session/toasts";
import { useDocument, useStores } from "../../../document/use-stores";
import { Button } from "../../../ui/buttons/Button";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { Note } from "../../../ui/feedback/Note";
import { Field } from "../../../ui/fields/Field";
import { KeyValue, KeyValues } from "../../../ui/figures/KeyValues";
import { Icon } from "../../../ui/icons/Icon";
import layoutCss from "../../../ui/layout/layout.module.css";
import { DialogSection } from "../../../ui/overlays/DialogSection";
import type { ExportParts } from "../export-parts";
import { ClipChecks } from "../fields/ClipChecks";
import { MakingProgress } from "../MakingProgress";
import { Remark } from "../report/Remark";
import { type FramesFile, framesJob } from "./frames-job";

const KINDS = DEFORMER_KINDS.map((kind) => ({
  value: kind,
  label: DEFORMERS[kind].name,
  tip: DEFORMERS[kind].about,
}));

interface FrameOptions {
  kind: DeformerKind;
  clips: number[];
  normals: boolean;
}

/** A button that saves the mesh that a point cache moves. */
function MeshOfCache({ sequence, rig }: { sequence: OpenedSequence; rig: Rig }) {
  const stores = useStores();
  const { client } = useStudio();
  const saveMesh = async () => {
    try {
      const bytes = await client.exportObj({ sequence, positions: rig.rest }).result;
      download(bytes, `${safeFileName(sequence.name)}.obj`, "model/obj");
    } catch (error) {
      reportError(stores, error, "Saving the mesh");
    }
  };
  return (
    <Field label="Its mesh">
      <Button onClick={() => void saveMesh()}>Save as OBJ</Button>
    </Field>
  );
}

/** The contents of the file, and its progress. */
function FrameCosts({
  sequence,
  options,
  frames,
  format,
  progress,
}: {
  sequence: OpenedSequence;
  options: FrameOptions;
  frames: number;
  format: FrameFormatId;
  progress: Progress | null;
}) {
  const chosen = options.clips.map((c) => sequence.clips[c]);
  return (
    <>
      <KeyValues>
        <KeyValue name="Frames" value={formatCount(frames)} />
        <KeyValue name="Vertices" value={formatCount(sequence.vertexCount)} />
        <KeyValue name="Positions" value={formatBytes(12 * sequence.vertexCount * frames)} />
      </KeyValues>
      {progress && <MakingProgress label="Deformed frames" progress={progress} />}
      {framesLeftOut(sequence, format, options.kind, chosen).map((sentence) => (
        <Remark key={sentence} tone="warn">
          {sentence}
        </Remark>
      ))}
      <span className={layoutCss.grow} />
      <Note>
        <Icon name="info" />
        <span>Plays the mesh in any program, without bones.</span>
      </Note>
    </>
  );
}

/** @param format the chosen format; null if another kind of format is chosen */
export function useFrameParts(sequence: OpenedSequence, rig: Rig, format: FrameFormatId | null): ExportParts {
  const stores = useStores();
  const { client } = useStudio();
  const settings = useDocument((state) => state.deform);
  const [options, setOptions] = useState<FrameOptions>(() => ({
    kind: stores.view.getState().workspace === "deform" ? focusedPane(stores).deformer : "lbs",
    clips: [...sequence.clips.keys()],
    normals: true,
  }));
  const job = useRef<ReturnType<typeof framesJob> | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  useEffect(() => () => job.current?.cancel(), []);
  const change = (next: Partial<FrameOptions>) => setOptions({ ...options, ...next });
  const frames = options.clips.reduce(
    (sum, c) => sum + sequence.clips[c].last - sequence.clips[c].first + 1,
    0,
  );
  const { extension, mediaType } = FRAME_FORMATS[format ?? "abc"];

  const make = async (chosen: FrameFormatId): Promise<FramesFile> => {
    const input = { sequence: wholeSequence(sequence), rig, settings, format: chosen, ...options };
    setProgress({ phase: "Starting", done: null, detail: "" });
    job.current = framesJob(client, input, mediaType, setProgress);
    try {
      return await job.current.result;
    } finally {
      job.current = null;
      setProgress(null);
    }
  };
  const save = async (name: string) => {
    if (!format) return;
    const { blob, report } = await make(format);
    const file = `${safeFileName(name)}${extension}`;
    downloadBlob(blob, file);
    toast(stores, `Exported ${file}`, `${formatBytes(blob.size)}, ${plural(report.frames, "frame")}`);
  };

  const fields = (
    <>
      <DialogSection title="Mesh">
        <LabelledDropdown
          label="Deformer"
          value={options.kind}
          options={KINDS}
          onChange={(kind) => change({ kind })}
        />
        {format !== null && format !== "abc" && <MeshOfCache sequence={sequence} rig={rig} />}
        {format === "abc" && (
          <CheckRow
            label="Normals for every frame"
            checked={options.normals}
            onChange={(normals) => change({ normals })}
          />
        )}
      </DialogSection>
      <DialogSection title="Animation">
        <ClipChecks clips={sequence.clips} chosen={options.clips} onChange={(clips) => change({ clips })} />
      </DialogSection>
    </>
  );
  return {
    extension,
    options: fields,
    costs: format && <FrameCosts {...{ sequence, options, frames, format, progress }} />,
    busy: false,
    ready: frames > 0 && progress === null,
    save,
    cancel: progress && (() => job.current?.cancel()),
  };
}
