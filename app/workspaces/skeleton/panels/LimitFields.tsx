import { type BoneLimits, DEFAULT_LIMITS } from "../../../../workers/model/skeleton/skeleton";
import { setLimits } from "../../../../workers/model/skeleton/skeleton-edit";
import { formatPlain } from "../../../common/format";
import { type PickedSegment, useSkeletonEdits } from "../../../panels/bones/use-segment";
import { Field } from "../../../ui/fields/Field";
import fieldCss from "../../../ui/fields/Field.module.css";
import { NumberField } from "../../../ui/fields/NumberField";
import layoutCss from "../../../ui/layout/layout.module.css";

const DEGREE = Math.PI / 180;
const TWIST = { step: 1, soft: [-180, 180] as [number, number] };
/** Percent of the length at rest. */
const STRETCH = { step: 1, soft: [50, 200] as [number, number], hard: [10, 1000] as [number, number] };

const inDegrees = (angle: number) => Number((angle / DEGREE).toFixed(3));
const inPercent = (part: number) => Number((100 * part).toFixed(3));

/** Limits of the selected bone's motion: angles in degrees, lengths in percent of the rest length. */
export function LimitFields({ skeleton, at, segment }: PickedSegment) {
  const { preview, commit } = useSkeletonEdits();
  const { swing, twist, stretch } = segment.limits;
  const change = (limits: Partial<BoneLimits>) => setLimits(skeleton, at, limits);
  const field = (
    label: string,
    value: number,
    reset: number,
    range: Parameters<typeof NumberField>[0]["range"],
    unit: string,
    limits: (next: number) => Partial<BoneLimits>,
  ) => (
    <NumberField
      label={label}
      value={value}
      reset={reset}
      range={range}
      unit={unit}
      write={formatPlain}
      onPreview={(next) => preview(change(limits(next)))}
      onCommit={(next) =>
        commit(
          `${label} of ${segment.name} ${formatPlain(next)}${unit === "°" ? "°" : " %"}`,
          "sliders",
          () => change(limits(next)),
        )
      }
    />
  );
  const [least, most] = DEFAULT_LIMITS.twist.map(inDegrees);
  return (
    <div className={layoutCss.stack}>
      <Field label="Swing">
        {field(
          "Swing",
          inDegrees(swing),
          inDegrees(DEFAULT_LIMITS.swing),
          { step: 1, soft: [0, 180] },
          "°",
          (x) => ({
            swing: x * DEGREE,
          }),
        )}
      </Field>
      <Field label="Twist">
        <div className={fieldCss.twin}>
          {field("Min twist", inDegrees(twist[0]), least, TWIST, "°", (x) => ({
            twist: [x * DEGREE, twist[1]],
          }))}
          {field("Max twist", inDegrees(twist[1]), most, TWIST, "°", (x) => ({
            twist: [twist[0], x * DEGREE],
          }))}
        </div>
      </Field>
      {(segment.kind === "spine" || segment.kind === "stretch-twist") && (
        <Field label="Length">
          <div className={fieldCss.twin}>
            {field("Min length", inPercent(stretch[0]), 80, STRETCH, "%", (x) => ({
              stretch: [x / 100, stretch[1]],
            }))}
            {field("Max length", inPercent(stretch[1]), 125, STRETCH, "%", (x) => ({
              stretch: [stretch[0], x / 100],
            }))}
          </div>
        </Field>
      )}
    </div>
  );
}
