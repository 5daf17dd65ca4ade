import { useStore } from "zustand";
import { isFiled } from "../../../workers/model/mesh/streamed-sequence";
import { useStudio } from "../../actions/studio";
import { formatCount } from "../../common/format";
import { SOURCE_FRAMES } from "../../document/frames/source-frames";
import { useDocument } from "../../document/use-stores";
import { Button } from "../../ui/buttons/Button";
import css from "./SourceNote.module.css";

/** Says that the frames of the open sequence are read from its files, and what is wrong when they cannot be. */
export function SourceNote() {
  const studio = useStudio();
  const sequence = useDocument((state) => state.sequence);
  const { open, problem, late } = useStore(studio.of(SOURCE_FRAMES).state);
  if (!sequence || !isFiled(sequence)) return null;
  const { files, id } = sequence.frames;
  const names =
    files.length > 2 ? `${files[0]} and ${formatCount(files.length - 1)} more` : files.join(" and ");
  const again = (
    <Button
      onClick={() => studio.perform("file.source-files")}
    >{`Locate ${files.length === 1 ? "file" : "files"}…`}</Button>
  );
  if (!open.has(id)) {
    return (
      <p className={css.note} data-look="wrong" role="status" data-ui="source-note">
        <span>{`Its frames are in ${names}, which ${files.length === 1 ? "is" : "are"} not open. Rig and rest pose are here.`}</span>
        {again}
      </p>
    );
  }
  if (problem) {
    return (
      <p className={css.note} data-look="wrong" role="status" data-ui="source-note">
        <span>{`${problem.title}. ${problem.body}`}</span>
        {again}
      </p>
    );
  }
  return (
    <p className={css.note} data-ui="source-note" title={files.join("\n")}>
      {late
        ? `Reading frame ${formatCount(late.wanted + 1)}${late.shown === null ? "" : `, showing frame ${formatCount(late.shown + 1)}`}`
        : `Frames are read from ${names} as you need them`}
    </p>
  );
}
