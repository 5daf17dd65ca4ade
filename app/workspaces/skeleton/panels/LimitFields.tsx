import type { Hinge } from "../../../../workers/model/rig/rig";
import { type BoneLimits, DEFAULT_LIMITS } from "../../../../workers/model/skeleton/skeleton";
import { setLimits } from "../../../../workers/model/skeleton/skeleton-edit";
import { formatPlain } from "../../../common/format";
import { type PickedSegment, useSkeletonEdits } from "../../../panels/bones/use-segment";
import { Dropdown } from "../../../ui/choices/Dropdown";
import { Field } from "../../../ui/fields/Field";
import fieldCss from "../../../ui/fields/Field.module.css";
import { NumberField } from "../../../ui/fields/NumberField";
import layoutCss from "../../../ui/layout/layout.module.css";
import { AXIS_NAMES, axisAmong, segmentAxes, segmentHinge } from "./pose/joint-kinds";

const DEGREE = Math.PI / 180;
const TWIST = { step: 1, soft: [-180, 180] as [number, number] };
/** Percent of the length at rest. */
const STRETCH = { step: 1, soft: [50, 200] as [number, number], hard: [10, 1000] as [number, number] };

const KINDS = [
  { value: "cone", label: "in a cone" },
  { value: "hinge", label: "on a hinge" },
];

const inDegrees = (angle: number) => Number((angle / DEGREE).toFixed(3));
const inPercent = (part: number) => Number((100 * part).toFixed(3));

/** The kind of limit, and the axis of a hinge. Only rigid bones can be hinges. */
function KindFields({ skeleton, at, segment }: PickedSegment) {
  const { commit } = useSkeletonEdits();
  const { hinge } = segment.limits;
  const axes = segmentAxes(segment);
  const own = hinge ? axisAmong(axes, hinge) : -1;
  const set = (next: Hinge | undefined, words: string) =>
    commit(`${words} of ${segment.name}`, "sliders", () => setLimits(skeleton, at, { hinge: next }));
  return (
    <>
      <Field label="Turns">
        <Dropdown
          label="How the bone turns"
          value={hinge ? "hinge" : "cone"}
          options={KINDS}
          onChange={(kind) => {
            if ((kind === "hinge") === (hinge !== undefined)) return;
            set(kind === "hinge" ? segmentHinge(segment) : undefined, `Limits (${kind})`);
          }}
        />
      </Field>
      {hinge && (
        <Field label="Axis">
          <Dropdown
            label="Axis of the hinge"
            value={own}
            options={[
              ...AXIS_NAMES.map((name, n) => ({
                value: n,
                label: name === "y" ? "y, along the bone" : name,
              })),
              ...(own < 0 ? [{ value: -1, label: "from the file" }] : []),
            ]}
            onChange={(n) => n !== own && set({ ...hinge, axis: axes[n] }, `Hinge about ${AXIS_NAMES[n]}`)}
          />
        </Field>
      )}
    </>
  );
}

/** Limits of the selected bone's motion: angles in degrees, lengths in percent of the rest length. */
export function LimitFields(picked: PickedSegment) {
  const { skeleton, at, segment } = picked;
  const { preview, commit } = useSkeletonEdits();
  const { swing, twist, stretch, hinge } = segment.limits;
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
      {segment.kind === "rigid" && <KindFields {...picked} />}
      {hinge ? (
        <Field label="Range">
          <div className={fieldCss.twin}>
            {field("Min angle", inDegrees(hinge.range[0]), -90, TWIST, "°", (x) => ({
              hinge: { ...hinge, range: [x * DEGREE, hinge.range[1]] },
            }))}
            {field("Max angle", inDegrees(hinge.range[1]), 90, TWIST, "°", (x) => ({
              hinge: { ...hinge, range: [hinge.range[0], x * DEGREE] },
            }))}
          </div>
        </Field>
      ) : (
        <>
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
        </>
      )}
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
