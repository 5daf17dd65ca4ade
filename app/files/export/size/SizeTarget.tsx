import type { SizedExport } from "../../../../workers/model/files/export/export-options";
import { formatBytes, formatError } from "../../../common/format";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { LabelledNumber } from "../../../ui/fields/LabelledNumber";
import { Row, RowName, RowValue } from "../../../ui/lists/Row";
import { DialogSection, DialogTitle } from "../../../ui/overlays/DialogSection";
import textCss from "../../../ui/text/text.module.css";
import { Remark } from "../report/Remark";
import { wholeBytes } from "./first-limit";
import { SizeCurve } from "./SizeCurve";
import css from "./SizeTarget.module.css";

const KB = 1000;

interface SizeTargetProps {
  /** The largest size in bytes; null without a target. */
  most: number | null;
  /** Bytes of the file without a target, and a first target; null until it is written. */
  whole: { bytes: number; first: number } | null;
  onChange(most: number | null): void;
}

/** The field appears at the lower end of a list that scrolls. */
const reveal = (field: HTMLElement | null) => field?.scrollIntoView({ block: "nearest" });

/** A field for the largest size of the file. */
export function SizeTarget({ most, whole, onChange }: SizeTargetProps) {
  const first = Math.ceil((whole?.first ?? 1000 * KB) / KB);
  return (
    <DialogSection title="Size">
      <CheckRow
        label="Limit file size"
        checked={most !== null}
        onChange={(on) => onChange(on ? first * KB : null)}
      />
      {most !== null && (
        <div ref={reveal}>
          <LabelledNumber
            label="At most"
            value={most / KB}
            unit="kB"
            range={{ step: 10, soft: [10, Math.max(20, (whole?.bytes ?? 0) / KB)], hard: [1, 1e6] }}
            reset={first}
            write={(kB) => String(Math.round(kB))}
            onCommit={(kB) => onChange(Math.round(kB) * KB)}
          />
        </div>
      )}
    </DialogSection>
  );
}

interface SizeStepsProps {
  sized: SizedExport;
  most: number;
  onChange(most: number): void;
}

/** Lists the changes that reduced the size, and whether they were enough. */
export function SizeSteps({ sized, most, onChange }: SizeStepsProps) {
  const least = wholeBytes(sized);
  if (sized.steps.length === 0)
    return <p className={textCss.secondary}>The file is already small enough. Nothing was reduced.</p>;
  return (
    <section aria-label="Reduced for size" className={css.steps}>
      <DialogTitle>Reduced for size</DialogTitle>
      {sized.steps.map(({ change, bytes, eRms }) => (
        <Row key={`${change} ${bytes}`}>
          <RowName title={change}>{change}</RowName>
          <RowValue>{formatBytes(bytes)}</RowValue>
          <RowValue>{formatError(eRms)}</RowValue>
        </Row>
      ))}
      {sized.tried.length > 1 && (
        <SizeCurve
          tried={sized.tried}
          chosen={{ bytes: least, eRms: sized.eRmsInFile }}
          {...{ most, onChange }}
        />
      )}
      {!sized.fits && (
        <Remark tone="warn">
          The smallest possible file has {formatBytes(least)}, more than {formatBytes(most)}. Leave out clips,
          use a mesh with fewer vertices, or{" "}
          <button type="button" className={textCss.link} onClick={() => onChange(KB * Math.ceil(least / KB))}>
            allow {formatBytes(KB * Math.ceil(least / KB))}
          </button>
          .
        </Remark>
      )}
    </section>
  );
}
