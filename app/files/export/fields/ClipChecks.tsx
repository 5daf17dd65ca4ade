import type { Clip } from "../../../../workers/model/mesh/mesh-sequence";
import { CheckRow } from "../../../ui/choices/CheckRow";
import dialogCss from "../../../ui/overlays/Dialog.module.css";
import textCss from "../../../ui/text/text.module.css";

interface ClipChecksProps {
  clips: readonly Clip[];
  /** Indices into `clips`, ascending. */
  chosen: readonly number[];
  onChange(chosen: number[]): void;
}

/** Check boxes for clips with their frames, and a message if none is chosen. */
export function ClipChecks({ clips, chosen, onChange }: ClipChecksProps) {
  return (
    <>
      <div className={dialogCss.well}>
        {clips.map((clip, n) => (
          <CheckRow
            key={clip.first}
            label={clip.name}
            end={`${clip.first + 1}–${clip.last + 1}`}
            checked={chosen.includes(n)}
            onChange={(on) =>
              onChange(on ? [...chosen, n].sort((a, b) => a - b) : chosen.filter((m) => m !== n))
            }
          />
        ))}
      </div>
      {chosen.length === 0 && <p className={textCss.secondary}>Choose at least one clip.</p>}
    </>
  );
}
