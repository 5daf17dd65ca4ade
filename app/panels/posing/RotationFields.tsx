import { useMemo } from "react";
import { fromAngles, fromAxes, inAxes, toAngles } from "../../../workers/geometry/posing/euler";
import { atLimit, excess } from "../../../workers/geometry/posing/joint-limits";
import { stopAtLimits } from "../../../workers/geometry/posing/limit-stop";
import { boneDirection } from "../../../workers/geometry/posing/posed-bones";
import { type Turn, turnAt } from "../../../workers/geometry/posing/turns";
import type { Pose } from "../../../workers/model/rig/pose";
import type { Rig } from "../../../workers/model/rig/rig";
import { useStudio } from "../../actions/studio";
import { formatPlain } from "../../common/format";
import { setPose } from "../../document/deform/deform-commands";
import { poseOnScreen } from "../../document/deform/posing";
import { useDocument, useStores, useView } from "../../document/use-stores";
import { Field } from "../../ui/fields/Field";
import fieldCss from "../../ui/fields/Field.module.css";
import { NumberField } from "../../ui/fields/NumberField";
import textCss from "../../ui/text/text.module.css";
import { boneAxes } from "../../viewport/gizmo/bone-axes";

const AXES = ["x", "y", "z"] as const;
/** The largest angle that can be typed for a joint without limits, degrees. */
const WHOLE_TURN = 360;
const DEGREE = Math.PI / 180;
/** A joint is reported as beyond its limits if it exceeds them by this, in radians. */
const BEYOND = DEGREE;
const rounded = (x: number) => Number(x.toFixed(1)) || 0;

/** The pose on screen, kept or from the motion; null during playback, so that fields do not change all the time. */
export function useScreenPose(): Pose | null {
  const stores = useStores();
  const rig = useDocument((state) => state.rig);
  const pose = useDocument((state) => state.pose);
  const frame = useView((view) => (view.playing ? null : Math.floor(view.frame)));
  // These determine the pose on screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores hold them
  return useMemo(() => (frame === null && !pose ? null : poseOnScreen(stores)), [stores, rig, pose, frame]);
}

/** Says why a field, a ring or an end stops. */
function LimitNote({ name, at, beyond }: { name: string; at: boolean; beyond: boolean }) {
  if (!at && !beyond) return null;
  return (
    <p className={textCss.tertiary} role="status">
      {beyond ? `${name} is beyond its limits here.` : `${name} is at its limit.`}
    </p>
  );
}

/** The rotation of a bone from its rest pose, in degrees about the axes of its rings: y runs along the bone. */
export function RotationFields({ rig, bone, pose }: { rig: Rig; bone: number; pose: Pose }) {
  const stores = useStores();
  const { history } = useStudio();
  const axes = useMemo(() => boneAxes(rig.bones, bone).toArray() as Turn, [rig.bones, bone]);
  const angles = toAngles(inAxes(turnAt(pose.rotations, bone), axes)).map(rounded);
  const turned = (axis: number, degrees: number): Pose => {
    const next = angles.map((x, n) => (n === axis ? degrees : x)) as [number, number, number];
    const rotations = pose.rotations.slice();
    rotations.set(fromAxes(fromAngles(next), axes), 4 * bone);
    return { ...pose, rotations };
  };
  const { name, limits } = rig.bones[bone];
  const keepLimits = useView((view) => view.posing.keepLimits);
  const along = boneDirection(rig.bones, bone);
  const own = turnAt(pose.rotations, bone);
  /** The range of a field, in degrees, in which the joint stays within its limits. */
  const range = (axis: number): [number, number] => {
    if (!keepLimits || !limits) return [-WHOLE_TURN, WHOLE_TURN];
    const at = (by: number) => turnAt(turned(axis, angles[axis] + by / DEGREE).rotations, bone);
    const end = (by: number) => angles[axis] + stopAtLimits(at, by * DEGREE, along, limits) / DEGREE;
    return [Math.ceil(10 * end(-180)) / 10, Math.floor(10 * end(180)) / 10];
  };
  return (
    <>
      <Field label="Rotation, °">
        <div className={fieldCss.triple}>
          {AXES.map((axis, n) => (
            <NumberField
              key={axis}
              label={`Rotation ${axis}`}
              value={angles[n]}
              reset={0}
              range={{ step: 1, soft: [-180, 180], hard: range(n) }}
              write={formatPlain}
              onPreview={(next) =>
                stores.document.setState({ livePose: next === angles[n] ? null : turned(n, next) })
              }
              onCommit={(next) =>
                history.run(setPose(stores, turned(n, next), `Rotate ${name} ${axis} ${formatPlain(next)}°`))
              }
            />
          ))}
        </div>
      </Field>
      {limits && keepLimits && (
        <LimitNote
          name={name}
          beyond={excess(own, along, limits) > BEYOND}
          at={atLimit(own, along, limits)}
        />
      )}
    </>
  );
}
