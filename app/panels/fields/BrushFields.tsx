import type { ReactNode } from "react";
import { formatCount, formatWeight } from "../../common/format";
import { type BrushState, useView } from "../../document/view-state";
import { ChoiceField } from "../../ui/choices/ChoiceField";
import { Field } from "../../ui/fields/Field";
import { NumberField } from "../../ui/fields/NumberField";

const setBrush = (change: Partial<BrushState>) =>
  useView.setState(({ brush }) => ({ brush: { ...brush, ...change } }));

function RadiusField() {
  const radius = useView((view) => view.brush.radius);
  return (
    <Field label="Radius">
      <NumberField
        label="Radius"
        value={radius}
        range={{ step: 1, soft: [4, 200], hard: [4, 400] }}
        write={(x) => ({ value: formatCount(x), unit: "px" })}
        onPreview={(next) => setBrush({ radius: next })}
        onCommit={(next) => setBrush({ radius: next })}
      />
    </Field>
  );
}

function Foot({ onStop }: { onStop(): void }) {
  return (
    <p className="t3 keysline">
      <kbd>[</kbd> <kbd>]</kbd> radius{" "}
      <button type="button" className="link" onClick={onStop}>
        Stop <kbd>Esc</kbd>
      </button>
    </p>
  );
}

interface AmountProps {
  /** Ends of what can be painted. */
  bounds?: readonly [number, number];
  onStop(): void;
  /** What else can be done to the map. */
  children?: ReactNode;
}

/** What the brush does while numbers are painted. */
export function BrushFields({ bounds = [0, 1], onStop, children }: AmountProps) {
  const { mode, value, strength } = useView((view) => view.brush);
  return (
    <div className="stack brushes">
      <ChoiceField
        label="Brush"
        value={mode}
        options={[
          { value: "replace", label: "Replace" },
          { value: "add", label: "Add" },
          { value: "smooth", label: "Smooth" },
        ]}
        onChange={(next) => setBrush({ mode: next })}
      />
      {mode !== "smooth" && (
        <Field label="Value">
          <NumberField
            label="Value"
            value={value}
            range={{ step: 0.01, soft: [bounds[0], bounds[1]] }}
            write={formatWeight}
            onPreview={(next) => setBrush({ value: next })}
            onCommit={(next) => setBrush({ value: next })}
          />
        </Field>
      )}
      <RadiusField />
      <Field label="Strength">
        <NumberField
          label="Strength"
          value={strength}
          range={{ step: 0.01, soft: [0, 1] }}
          write={formatWeight}
          onPreview={(next) => setBrush({ strength: next })}
          onCommit={(next) => setBrush({ strength: next })}
        />
      </Field>
      {children}
      <Foot onStop={onStop} />
    </div>
  );
}

/** The same while regions are painted. */
export function RegionFields({ onStop }: Pick<AmountProps, "onStop">) {
  const tool = useView((view) => view.regionTool);
  return (
    <div className="stack brushes">
      <ChoiceField
        label="Brush"
        value={tool}
        options={[
          { value: "stroke", label: "Strokes" },
          { value: "shell", label: "Whole shells" },
        ]}
        onChange={(regionTool) => useView.setState({ regionTool })}
      />
      {tool === "stroke" && <RadiusField />}
      <Foot onStop={onStop} />
    </div>
  );
}
