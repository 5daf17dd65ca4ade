import type { SkeletonSource } from "../../../../../workers/model/files/skeleton-source";
import type { FitAlignment } from "../../../../../workers/model/skeleton/fit/fit-alignment";
import type { Point } from "../../../../../workers/model/skeleton/skeleton";
import { useService } from "../../../../actions/studio";
import { formatCount, formatFigure, formatPlain, lengthUnit } from "../../../../common/format";
import { diagonalOf } from "../../../../document/measure";
import { useDocument } from "../../../../document/use-stores";
import { Dropdown } from "../../../../ui/choices/Dropdown";
import { Field } from "../../../../ui/fields/Field";
import fieldCss from "../../../../ui/fields/Field.module.css";
import { NumberField } from "../../../../ui/fields/NumberField";
import layoutCss from "../../../../ui/layout/layout.module.css";
import { ALIGNING } from "../../runs/fit/aligning";
import { anglesOf, moveOf, turnOfAngles } from "./alignment-words";
import css from "./ByHandFields.module.css";

const AXES = ["x", "y", "z"] as const;

const replaced = (p: Point, at: number, x: number): Point => p.map((was, c) => (c === at ? x : was)) as Point;

/** The placement as numbers that the artist can change. */
export function ByHandFields({ source, alignment }: { source: SkeletonSource; alignment: FitAlignment }) {
  const aligning = useService(ALIGNING);
  const sequence = useDocument((state) => state.sequence);
  if (!sequence) return null;
  const { scale, turn, frames } = alignment;
  const angles = anglesOf(turn).map((angle) => Number(angle.toFixed(2)) || 0) as Point;
  const diagonal = diagonalOf(sequence) * sequence.metresPerUnit;
  const unit = lengthUnit(diagonal);
  const perUnit = unit.metres / sequence.metresPerUnit;
  const move = moveOf(alignment, sequence).map((x) => x / perUnit) as Point;
  const room = diagonal / unit.metres;
  return (
    <div className={`${layoutCss.stack} ${css.fields}`}>
      <Field label="Scale">
        <NumberField
          label="Skeleton scale"
          value={scale}
          range={{ step: scale / 100, soft: [scale / 10, scale * 10], hard: [1e-6, 1e6] }}
          write={formatPlain}
          onCommit={(next) => aligning.place({ scale: next })}
        />
      </Field>
      <Field label="Turn, °">
        <div className={fieldCss.triple}>
          {AXES.map((axis, c) => (
            <NumberField
              key={axis}
              label={`Turn ${axis}`}
              value={angles[c]}
              range={{ step: 1, soft: [-180, 180], hard: [-360, 360] }}
              write={formatPlain}
              onCommit={(next) => aligning.place({ turn: turnOfAngles(replaced(angles, c, next)) })}
            />
          ))}
        </div>
      </Field>
      <Field label={`Move, ${unit.name}`}>
        <div className={fieldCss.triple}>
          {AXES.map((axis, c) => (
            <NumberField
              key={axis}
              label={`Move ${axis}`}
              value={move[c]}
              range={{ step: room / 200, soft: [-room, room] }}
              write={formatFigure}
              onCommit={(next) =>
                aligning.place({
                  shift: replaced(move, c, next).map((x, n) => x * perUnit - sequence.origin[n]) as Point,
                })
              }
            />
          ))}
        </div>
      </Field>
      {source.clips.length > 0 && (
        <Field label="Clip">
          <Dropdown
            label="Skeleton clip"
            value={frames?.clip ?? -1}
            options={[
              { value: -1, label: "None" },
              ...source.clips.map(({ name, frameCount }, n) => ({
                value: n,
                label: name,
                note: formatCount(frameCount),
              })),
            ]}
            onChange={(clip) =>
              aligning.place(
                clip < 0
                  ? { frames: null, pose: "bind" }
                  : { frames: { first: 0, step: 1, ...frames, clip } },
              )
            }
          />
        </Field>
      )}
      {frames && (
        <Field label="First frame">
          <NumberField
            label="First frame of the clip"
            value={frames.first + 1}
            range={{ step: 1, soft: [1, source.clips[frames.clip].frameCount] }}
            write={formatPlain}
            onCommit={(next) => aligning.place({ frames: { ...frames, first: next - 1 } })}
          />
        </Field>
      )}
    </div>
  );
}
