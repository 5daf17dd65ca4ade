import type { JointLimits, Rig } from "../../../../../workers/model/rig/rig";
import { ActionButton } from "../../../../actions/ActionButton";
import { useStudio } from "../../../../actions/studio";
import { formatPlain } from "../../../../common/format";
import { setJointLimits } from "../../../../document/skeleton/limit-commands";
import { useStores } from "../../../../document/use-stores";
import { Field } from "../../../../ui/fields/Field";
import fieldCss from "../../../../ui/fields/Field.module.css";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";

const DEGREE = Math.PI / 180;
const TWIST = { step: 1, soft: [-180, 180] as [number, number] };
const SWING = { step: 1, soft: [0, 180] as [number, number] };
const inDegrees = (angle: number) => Number((angle / DEGREE).toFixed(1)) || 0;

/** How far the selected joint may turn from its rest pose: a cone for the bone, a range about its own axis. */
export function JointLimitFields({ rig, bone }: { rig: Rig; bone: number }) {
  const stores = useStores();
  const { history } = useStudio();
  const { limits, name } = rig.bones[bone];
  const set = (change: Partial<JointLimits>, words: string) => {
    if (limits)
      history.run(setJointLimits(stores, new Map([[bone, { ...limits, ...change }]]), `${words} of ${name}`));
  };
  return (
    <>
      {limits && (
        <>
          <Field label="Swing">
            <NumberField
              label="Swing"
              value={inDegrees(limits.swing)}
              range={SWING}
              unit="°"
              write={formatPlain}
              onCommit={(next) => set({ swing: next * DEGREE }, `Swing ${formatPlain(next)}°`)}
            />
          </Field>
          <Field label="Twist">
            <div className={fieldCss.twin}>
              <NumberField
                label="Least twist"
                value={inDegrees(limits.twist[0])}
                range={TWIST}
                unit="°"
                write={formatPlain}
                onCommit={(next) =>
                  set({ twist: [Math.min(next * DEGREE, limits.twist[1]), limits.twist[1]] }, "Least twist")
                }
              />
              <NumberField
                label="Most twist"
                value={inDegrees(limits.twist[1])}
                range={TWIST}
                unit="°"
                write={formatPlain}
                onCommit={(next) =>
                  set({ twist: [limits.twist[0], Math.max(next * DEGREE, limits.twist[0])] }, "Most twist")
                }
              />
            </div>
          </Field>
        </>
      )}
      <div className={layoutCss.pair}>
        <ActionButton action="pose.limits-from-motion" grow />
        <ActionButton action="pose.free-limits" grow />
      </div>
    </>
  );
}
