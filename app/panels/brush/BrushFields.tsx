import { formatCount, formatWeight } from "../../common/format";
import type { NumberRange } from "../../common/number-range";
import { type BrushSettings, RADII } from "../../document/brush-settings";
import { CheckRow } from "../../ui/choices/CheckRow";
import { LabelledDropdown } from "../../ui/choices/LabelledDropdown";
import { LabelledNumber } from "../../ui/fields/LabelledNumber";

/** The brush whose settings the fields show and change. */
export interface BrushProps {
  brush: BrushSettings;
  onChange(change: Partial<BrushSettings>): void;
}

export const REACHES: readonly { value: BrushSettings["reach"]; label: string; help: string }[] = [
  {
    value: "surface",
    label: "Surface",
    help: "Only the surface connected to the point under the pointer.",
  },
  { value: "volume", label: "Volume", help: "Everything within a sphere around the pointer." },
  { value: "through", label: "Through", help: "Everything behind the circle, front and back." },
];

export function RadiusField({ brush, onChange }: BrushProps) {
  const set = (radius: number) => onChange({ radius });
  return (
    <LabelledNumber
      label="Radius"
      value={brush.radius}
      range={{ step: 1, soft: [RADII[0], 200], hard: [...RADII] }}
      write={(x) => ({ value: formatCount(x), unit: "px" })}
      onPreview={set}
      onCommit={set}
    />
  );
}

export function StrengthField({ brush, onChange }: BrushProps) {
  const set = (strength: number) => onChange({ strength });
  return (
    <LabelledNumber
      label="Strength"
      value={brush.strength}
      range={{ step: 0.01, soft: [0, 1] }}
      write={formatWeight}
      onPreview={set}
      onCommit={set}
    />
  );
}

/** The range of a brush's value. */
export const valueRange = (bounds: readonly [number, number]): NumberRange => ({
  step: 0.01,
  soft: [...bounds],
});

export function ValueField({ brush, onChange, bounds }: BrushProps & { bounds: readonly [number, number] }) {
  const set = (value: number) => onChange({ value });
  return (
    <LabelledNumber
      label="Value"
      value={brush.value}
      range={valueRange(bounds)}
      write={formatWeight}
      onPreview={set}
      onCommit={set}
    />
  );
}

export function SpacingField({ brush, onChange }: BrushProps) {
  const set = (percent: number) => onChange({ spacing: percent / 100 });
  return (
    <LabelledNumber
      label="Spacing"
      value={100 * brush.spacing}
      range={{ step: 1, soft: [2, 100] }}
      write={(x) => ({ value: x.toFixed(0), unit: "%" })}
      onPreview={set}
      onCommit={set}
    />
  );
}

export function ReachField({ brush, onChange }: BrushProps) {
  return (
    <LabelledDropdown
      label="Reach"
      value={brush.reach}
      options={REACHES.map(({ value, label, help }) => ({ value, label, tip: help }))}
      onChange={(reach) => onChange({ reach })}
    />
  );
}

const CHECKS = {
  mirrorX: "Mirror",
  pressure: "Pen pressure",
  tilt: "Pen tilt",
  frontOnly: "Front faces only",
  erase: "Erase",
} as const;

/** A check box for a switch of the brush. */
export function BrushCheck({ name, brush, onChange }: BrushProps & { name: keyof typeof CHECKS }) {
  return (
    <CheckRow label={CHECKS[name]} checked={brush[name]} onChange={(next) => onChange({ [name]: next })} />
  );
}
