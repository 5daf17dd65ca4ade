import type { SequenceMesh } from "../../../workers/model/mesh/streamed-sequence";
import type { Point } from "../../../workers/model/skeleton/skeleton";
import { formatPlain, lengthUnit } from "../../common/format";
import { Field } from "../../ui/fields/Field";
import fieldCss from "../../ui/fields/Field.module.css";
import { NumberField } from "../../ui/fields/NumberField";

/** The unit of positions suits lengths of this share of the size, so that three short numbers fit in a row. */
const FINE = 0.05;

/** A short form of a position: no decimals from 100 on, otherwise one. */
const inFour = (x: number) =>
  (Math.abs(x) >= 99.95 ? Math.round(x).toString() : formatPlain(Number(x.toFixed(1)))).replace(
    "-",
    "\u2212",
  );

interface PlaceFieldsProps {
  /** "Head". */
  name: string;
  /** In the sequence's coordinates. */
  place: Point;
  sequence: SequenceMesh;
  /**
   * The size of the whole skeleton, which determines the unit; and the length of the bone, which determines the speed
   * of drags.
   */
  size: number;
  length: number;
  /** The place that the numbers count from. Default: the file's origin. */
  from?: Point;
  onPreview(place: Point): void;
  onCommit(place: Point): void;
}

/** A place in the file's coordinates: three numbers in a unit that suits the mesh. */
export function PlaceFields(props: PlaceFieldsProps) {
  const { name, place, sequence, size, length, from, onPreview, onCommit } = props;
  // Positions in the document are relative to the sequence's origin.
  const shift = (axis: number) => (from ? -from[axis] : sequence.origin[axis]);
  const unit = lengthUnit(FINE * size * sequence.metresPerUnit);
  const scale = sequence.metresPerUnit / unit.metres;
  const moved = (axis: number, value: number): Point => {
    const to: Point = [...place];
    to[axis] = value / scale - shift(axis);
    return to;
  };
  const reach = length * scale;
  const step = 10 ** Math.floor(Math.log10(Math.max(reach, 1e-9) / 20));
  return (
    <Field label={`${name}, ${unit.name}`}>
      <div className={fieldCss.triple}>
        {(["x", "y", "z"] as const).map((axis, n) => {
          const value = (place[n] + shift(n)) * scale;
          return (
            <NumberField
              key={axis}
              label={`${name} ${axis}`}
              value={Number(value.toPrecision(7))}
              range={{ step, soft: [value - reach, value + reach], hard: [-1e9, 1e9] }}
              write={inFour}
              onPreview={(next) => onPreview(moved(n, next))}
              onCommit={(next) => onCommit(moved(n, next))}
            />
          );
        })}
      </div>
    </Field>
  );
}
