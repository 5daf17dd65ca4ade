import type { ExportOptions, ExportResult } from "../../../../workers/client";
import { loopSentence } from "../../../../workers/model/files/export/clip-loop";
import type { RootMotion } from "../../../../workers/model/files/export/export-options";
import { restDiagonal } from "../../../../workers/model/mesh/mesh-sequence";
import type { SequenceMesh } from "../../../../workers/model/mesh/streamed-sequence";
import type { Rig } from "../../../../workers/model/rig/rig";
import { areConnected } from "../../../../workers/model/tree-of-parents";
import { formatLength, lengthUnit } from "../../../common/format";
import { CheckRow } from "../../../ui/choices/CheckRow";
import { LabelledDropdown } from "../../../ui/choices/LabelledDropdown";
import { LabelledNumber } from "../../../ui/fields/LabelledNumber";
import textCss from "../../../ui/text/text.module.css";

/** The default tolerance of keys, as a share of the diagonal; not visible. */
const TOLERANCE = 1e-4;
/** The largest number of sentences about loops. */
const LISTED = 3;

/** Rounds a length in the mesh's unit to one digit, for a default value. */
const roundLength = (x: number) => Number(x.toPrecision(1));

const ROOTS: { value: RootMotion; label: string; note?: string }[] = [
  { value: "keep", label: "Keep" },
  { value: "extract", label: "Extract", note: "to a bone above" },
  { value: "still", label: "Still", note: "in place" },
];

/** The rates of keys to choose from; 0 puts a key on every frame. */
const KEY_RATES = [0, 60, 30, 24, 15, 12];

interface CurveFieldsProps {
  sequence: SequenceMesh;
  rig: Rig;
  options: ExportOptions;
  /** The options that the target sets. */
  preset: ExportOptions;
  /** The last file that was made. */
  result: ExportResult | null;
  change(next: Partial<ExportOptions>): void;
}

/** Options for the curves of the clips: fewer keys, root motion, loops. */
export function CurveFields({ sequence, rig, options, preset, result, change }: CurveFieldsProps) {
  const { keyTolerance = 0, keyRate = 0, rootMotion = "keep", closeLoops = false } = options;
  const rates = KEY_RATES.filter((rate) => rate < sequence.fps || rate === keyRate);
  const diagonal = restDiagonal(sequence) || 1;
  const first = preset.keyTolerance || roundLength(TOLERANCE * diagonal);
  const length = (distance: number) => formatLength(distance * sequence.metresPerUnit);
  // The field is in the unit of its default, as an artist would give it.
  const unit = lengthUnit(first * sequence.metresPerUnit);
  const perUnit = sequence.metresPerUnit / unit.metres;
  const loops = result?.loops ?? [];
  return (
    <>
      <CheckRow
        label="Reduce keys"
        checked={keyTolerance > 0}
        onChange={(on) => change({ keyTolerance: on ? first : 0 })}
      />
      {keyTolerance > 0 && (
        <>
          <LabelledNumber
            label="Tolerance"
            value={keyTolerance * perUnit}
            unit={unit.name}
            range={{
              step: first * perUnit,
              soft: [1e-6 * diagonal * perUnit, 0.02 * diagonal * perUnit],
              hard: [1e-7 * diagonal * perUnit, diagonal * perUnit],
              scale: "log",
            }}
            reset={first * perUnit}
            onCommit={(tolerance) => change({ keyTolerance: tolerance / perUnit })}
          />
          <p className={textCss.tertiary}>Moves no vertex by more than {length(keyTolerance)}.</p>
        </>
      )}
      {rates.length > 1 && (
        <LabelledDropdown
          label="Keys per second"
          value={keyRate}
          options={rates.map((rate) => ({
            value: rate,
            label: rate === 0 ? "On every frame" : `At most ${rate}`,
          }))}
          changed={keyRate !== (preset.keyRate ?? 0)}
          onChange={(rate) => change({ keyRate: rate })}
        />
      )}
      <LabelledDropdown
        label="Root motion"
        value={rootMotion}
        options={ROOTS.filter(({ value }) => value !== "extract" || areConnected(rig.bones))}
        changed={rootMotion !== (preset.rootMotion ?? "keep")}
        onChange={(next) => change({ rootMotion: next })}
      />
      <CheckRow label="Close loops" checked={closeLoops} onChange={(on) => change({ closeLoops: on })} />
      {loops.slice(0, LISTED).map((loop) => (
        <p key={loop.clip} className={textCss.tertiary}>
          {loopSentence(loop, length)}
        </p>
      ))}
    </>
  );
}
