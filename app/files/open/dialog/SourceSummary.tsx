import type { ReactNode } from "react";
import type { SourceInfo } from "../../../../workers/model/files/source-info";
import { formatBytes, formatCount, plural } from "../../../common/format";
import { Note } from "../../../ui/feedback/Note";
import { KeyValues } from "../../../ui/figures/KeyValues";
import { Icon } from "../../../ui/icons/Icon";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import { DialogTitle } from "../../../ui/overlays/DialogSection";
import textCss from "../../../ui/text/text.module.css";
import type { FramesPlace } from "./FramesPlace";

interface SourceSummaryProps {
  info: SourceInfo;
  /** Of the choice. */
  frames: number;
  bytes: number;
  place: FramesPlace;
}

/** What the reader found in the files, and how much of it is chosen. */
export function SourceSummary({ info, frames, bytes, place }: SourceSummaryProps) {
  const { skins } = info;
  return (
    <div className={dialogCss.right}>
      <DialogTitle>What was found</DialogTitle>
      <KeyValues>
        <Found label="Format">{info.format}</Found>
        {info.points > 0 && <Found label="Points">{formatCount(info.points)}</Found>}
        {info.polygons > 0 && <Found label="Faces">{formatCount(info.polygons)}</Found>}
        <Found label="Meshes" names={info.meshes}>
          {info.meshes.length}
        </Found>
        {skins && (
          <Found label="Joints" names={skins.map((skin) => skin.name)}>
            {formatCount(Math.max(...skins.map((skin) => skin.joints)))}
          </Found>
        )}
        <Found label="Frames">{formatCount(frames)}</Found>
        <Found label={place === "files" ? "In the file" : "Memory"}>{formatBytes(bytes)}</Found>
      </KeyValues>
      <p className={`${textCss.tertiary} ${textCss.ellipsis}`} title={info.files.join("\n")}>
        {info.files.length === 1 ? info.files[0] : plural(info.files.length, "file")}
      </p>
      {info.notes.map((note) => (
        <Note key={note}>
          <Icon name="info" />
          <span>{note}</span>
        </Note>
      ))}
    </div>
  );
}

/** A figure. `names` are shown while the pointer is over it. */
function Found({ label, names, children }: { label: string; names?: string[]; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className={textCss.ellipsis} title={names?.join(", ")}>
        {children}
      </dd>
    </>
  );
}
