import { formatCount } from "../../../common/format";
import { LabelledNumber } from "../../../ui/fields/LabelledNumber";
import textCss from "../../../ui/text/text.module.css";

/** Lists the engines that support a number of influences. */
function enginesFor(influences: number): string {
  if (influences <= 4) return "Every engine reads up to 4 influences.";
  if (influences <= 8) {
    return "Blender and Babylon.js read 8. three.js reads the first 4. In Unity and Unreal it depends on the importer and its settings.";
  }
  return `Blender reads all ${influences}. Babylon.js reads the first 8, three.js the first 4. In Unity and Unreal it depends on the importer and its settings.`;
}

interface KeptInfluencesProps {
  value: number;
  /** The upper limit, at least 1. */
  most: number;
  /** The number that the target sets. */
  reset: number;
  onCommit(influences: number): void;
}

/** A field for the number of influences per vertex, with the engines that support it. */
export function KeptInfluences({ value, most, reset, onCommit }: KeptInfluencesProps) {
  return (
    <>
      <LabelledNumber
        label="Influences"
        value={value}
        range={{ step: 1, soft: [1, Math.max(2, Math.min(16, most))], hard: [1, most] }}
        reset={reset}
        write={formatCount}
        onCommit={onCommit}
      />
      <p className={textCss.tertiary} style={{ lineHeight: 1.4, padding: "2px 0" }}>
        {enginesFor(value)}
      </p>
    </>
  );
}
