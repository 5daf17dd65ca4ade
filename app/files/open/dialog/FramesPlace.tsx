import { isTooLarge } from "../../../../workers/model/files/frames-in-memory";
import type { SourceInfo } from "../../../../workers/model/files/source-info";
import { type Option, Segmented } from "../../../ui/choices/Segmented";
import { DialogSection } from "../../../ui/overlays/DialogSection";
import textCss from "../../../ui/text/text.module.css";

/** Where the frames of a sequence are kept. */
export type FramesPlace = "memory" | "files";

const PLACES: Option<FramesPlace>[] = [
  { value: "memory", label: "In memory" },
  { value: "files", label: "In the file" },
];

const HELP: Record<FramesPlace, string> = {
  memory: "Reads all frames now. Every tool works on them.",
  files:
    "Reads frames from the file as you need them. Solve and export work; tools that need all frames do not.",
};

/** Why the frames of a source cannot stay in its files, or null. */
function noFiledFrames({ format }: SourceInfo, keepRig: boolean): string | null {
  if (format === "Sinew project") return "A project is read as a whole.";
  return keepRig ? "With its skeleton, a file is read as a whole. Choose only the motion." : null;
}

/** Where the frames of a source may be kept, and where they will be. */
export interface PlaceChoice {
  place: FramesPlace;
  options: Option<FramesPlace>[];
}

/**
 * @param bytes of the chosen frames.
 * @param wanted the artist's choice.
 */
export function placesFor(
  info: SourceInfo,
  keepRig: boolean,
  bytes: number,
  wanted: FramesPlace,
): PlaceChoice {
  const noFiles = noFiledFrames(info, keepRig);
  const noMemory = noFiles === null && isTooLarge(bytes) ? "They are too large for memory." : null;
  const refusals = { memory: noMemory, files: noFiles };
  return {
    place: noMemory ? "files" : noFiles ? "memory" : wanted,
    options: PLACES.map((option) => ({ ...option, refusal: refusals[option.value] })),
  };
}

interface FramesFieldProps extends PlaceChoice {
  onChange(place: FramesPlace): void;
}

/** Chooses where the frames of a sequence are kept. */
export function FramesField({ place, options, onChange }: FramesFieldProps) {
  return (
    <DialogSection title="Frames">
      <Segmented label="Frames" value={place} options={options} onChange={onChange} />
      <p className={textCss.tertiary} style={{ lineHeight: 1.4, padding: "4px 0" }}>
        {HELP[place]}
      </p>
    </DialogSection>
  );
}
